package ssdp

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
)

// search is an M-SEARCH that was heard.
type search struct {
	from netip.AddrPort
	st   string
	mx   string

	targets []target // that it is answered with
}

// maxPending bounds the replies that wait: a flood of searches costs no more.
const maxPending = 256

// Replies to one address: so many at once, which is three searches for
// everything, then one in so long. The sender of a search can be forged, and a
// reply is larger.
const (
	replyBurst = 9
	replyEvery = time.Second / 3
)

// pending is a reply that waits for its moment.
type pending struct {
	due time.Time
	to  netip.AddrPort
	t   target
}

// schedule holds the replies that wait, earliest first.
type schedule []pending

// add plans the replies to s, or drops them when too many wait. share is the
// part of half the wait that the asker allows, 0 to 1 (UDA 1.1, 1.3.3: at a random
// moment, so that many devices do not answer at once).
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
			return -1 // behind those of the same moment
		})
		*q = slices.Insert(*q, i, p)
	}
}

// take removes and gives the replies that are due.
func (q *schedule) take(now time.Time) []pending {
	n := 0
	for n < len(*q) && !(*q)[n].due.After(now) {
		n++
	}
	due := slices.Clone((*q)[:n])
	*q = slices.Delete(*q, 0, n)
	return due
}

// longestWait reads MX: 1 to 5 seconds (UDA 1.1, 1.3.2); without one the asker
// waits for an answer at once.
func longestWait(mx string) time.Duration {
	n, err := strconv.Atoi(strings.TrimSpace(mx))
	if err != nil {
		return 0
	}
	return time.Duration(min(max(n, 0), 5)) * time.Second
}
