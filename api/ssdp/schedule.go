// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
)

// search is an M-SEARCH that was received.
type search struct {
	from netip.AddrPort
	st   string
	mx   string

	targets []target // the targets of the answer
}

// maxPending bounds the waiting replies, and so the cost of a flood of
// searches.
const maxPending = 256

// Limits of replies to one address: a burst that is enough for three searches
// for everything, then one reply per interval. The sender of a search can be
// forged, and a reply is larger than a search.
const (
	replyBurst = 9
	replyEvery = time.Second / 3
)

// pending is a reply that waits until it is due.
type pending struct {
	due time.Time
	to  netip.AddrPort
	t   target
}

// schedule holds the waiting replies, earliest first.
type schedule []pending

// add schedules the replies to s, or drops them if too many wait. share, 0 to
// 1, selects the moment within the first half of the wait that the asker allows
// (UDA 1.1, 1.3.3: it is random, so that many devices do not answer at once).
func (q *schedule) add(s search, now time.Time, share float64) {
	due := now.Add(time.Duration(share * float64(longestWait(s.mx)) / 2))
	for _, t := range s.targets {
		if len(*q) >= maxPending {
			return
		}
		p := pending{due, s.from, t}
		i, _ := slices.BinarySearchFunc(*q, p, func(a, b pending) int {
			if a.due.After(b.due) {
				return 1
			}
			return -1 // after those due at the same moment
		})
		*q = slices.Insert(*q, i, p)
	}
}

// take removes and returns the replies that are due.
func (q *schedule) take(now time.Time) []pending {
	n := 0
	for n < len(*q) && !(*q)[n].due.After(now) {
		n++
	}
	due := slices.Clone((*q)[:n])
	*q = slices.Delete(*q, 0, n)
	return due
}

// longestWait reads MX: 1 to 5 seconds (UDA 1.1, 1.3.2). Without it the asker
// expects an answer at once.
func longestWait(mx string) time.Duration {
	n, err := strconv.Atoi(strings.TrimSpace(mx))
	if err != nil {
		return 0
	}
	// Above 5 counts as 5: an asker of minutes would hold an answer, and its memory, for as long.
	return time.Duration(min(max(n, 0), 5)) * time.Second
}
