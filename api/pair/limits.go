// SPDX-License-Identifier: Apache-2.0

package pair

import (
	"fmt"
	"net/netip"
	"time"
)

// Limits of requests for a key (docs/decisions.md 9).
const (
	anHour    = 10        // of one address
	allAnHour = 60        // of all addresses
	forNew    = 10        // of these, for addresses that have not asked within the hour
	refusal   = time.Hour // how long a refused address waits
)

// limits remembers who has asked for a key and who was refused, for an hour. An
// IPv6 network counts as one address, because a machine can use any number of
// addresses in it. The zero value is ready. It is for one goroutine at a time.
type limits struct {
	asked   []asking // at most allAnHour, oldest first
	refused map[netip.Prefix]time.Time
}

type asking struct {
	who netip.Prefix
	at  time.Time
}

// errEarly is the answer to a request that comes too early.
type errEarly struct {
	why  string
	wait time.Duration // until the next request is allowed
}

func (e *errEarly) Error() string { return fmt.Sprintf("%s, try again in %d s", e.why, e.seconds()) }

func (e *errEarly) seconds() int { return int((e.wait + time.Second - 1) / time.Second) }

// check returns an errEarly if who may not ask at now.
func (l *limits) check(who netip.Prefix, now time.Time) error {
	l.forget(now)
	if at, ok := l.refused[who]; ok {
		return &errEarly{"This address was refused", at.Add(refusal).Sub(now)}
	}
	var mine []asking
	for _, a := range l.asked {
		if a.who == who {
			mine = append(mine, a)
		}
	}
	most := allAnHour
	if len(mine) > 0 {
		most -= forNew
	}
	if n := len(mine) - anHour; n >= 0 {
		return &errEarly{fmt.Sprintf("At most %d challenges an hour for one address", anHour),
			mine[n].at.Add(time.Hour).Sub(now)}
	}
	if n := len(l.asked) - most; n >= 0 {
		return &errEarly{fmt.Sprintf("At most %d challenges an hour", most), l.asked[n].at.Add(time.Hour).Sub(now)}
	}
	return nil
}

// ask counts a request.
func (l *limits) ask(who netip.Prefix, now time.Time) { l.asked = append(l.asked, asking{who, now}) }

// refuse makes who wait.
func (l *limits) refuse(who netip.Prefix, now time.Time) {
	if l.refused == nil {
		l.refused = map[netip.Prefix]time.Time{}
	}
	l.refused[who] = now
}

// forget drops what no longer counts.
func (l *limits) forget(now time.Time) {
	for len(l.asked) > 0 && now.Sub(l.asked[0].at) >= time.Hour {
		l.asked = l.asked[1:]
	}
	for who, at := range l.refused {
		if now.Sub(at) >= refusal {
			delete(l.refused, who)
		}
	}
}
