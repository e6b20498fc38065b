// SPDX-License-Identifier: Apache-2.0

package door

import (
	"cmp"
	"net/netip"
	"slices"
	"time"
)

// leastWanted returns the connection that makes way for a new one, which may be
// anybody's, or nil if all are the owner's.
//
//  1. Strangers, see worst.
//  2. Guests, the longest idle one of the key that holds the most.
//
// Guests that hold more than half of the places come before a stranger that has
// not sent a request yet: it may be the owner, who must not be displaced by the
// guests' next connections before the key has arrived.
func (cs *conns) leastWanted(l *limit) *conn {
	var strangers, guests []*conn
	for _, c := range l.taken {
		switch c.holder.Rank {
		case Keyless:
			strangers = append(strangers, c)
		case Guest:
			guests = append(guests, c)
		}
	}
	worst := cs.worst(strangers)
	if worst == nil || !worst.asked && len(guests) > l.most/2 {
		return longestIdle(guests)
	}
	return worst
}

// worst returns the stranger that should be closed first, or nil if there is
// none. Strangers at an address of the owner come last, strangers of the
// address with most of them first, and of these the idlest, see idleness, and then the
// oldest.
func (cs *conns) worst(strangers []*conn) *conn {
	if len(strangers) == 0 {
		return nil
	}
	many := map[netip.Prefix]int{}
	for _, c := range cs.open {
		if c.holder.Rank == Keyless {
			many[c.peer]++
		}
	}
	now := time.Now()
	owner := func(c *conn) bool { return cs.friends.rank(c.peer) == Owner }
	return slices.MinFunc(strangers, func(a, b *conn) int {
		return cmp.Or(
			falseFirst(owner(a), owner(b)),
			-cmp.Compare(many[a.peer], many[b.peer]),
			-cmp.Compare(a.idleness(now), b.idleness(now)),
		)
	})
}

// answerTime is how long a stranger may take to send its ClientHello, to finish the
// handshake, or to send a request, before it counts as idle.
const answerTime = time.Second

// idleness tells apart strangers at one address. It is 2 for a stranger that owes us
// something for long, 1 for a handshake that waits for its turn, and 0 for a stranger that
// answers: a flood of unfinished handshakes must not displace the work for others.
func (c *conn) idleness(now time.Time) int {
	switch {
	case c.waits:
		return 1
	case c.busy || now.Sub(c.used) < answerTime:
		return 0
	}
	return 2
}

// longestIdle returns the connection that is idle for longest among the connections
// of the key that holds the most, or nil if there is none. Connections with a
// request in progress, such as WebSockets, come after the idle ones.
func longestIdle(among []*conn) *conn {
	if len(among) == 0 {
		return nil
	}
	many := map[Holder]int{}
	for _, c := range among {
		many[c.holder]++
	}
	return slices.MinFunc(among, func(a, b *conn) int {
		return cmp.Or(
			-cmp.Compare(many[a.holder], many[b.holder]),
			falseFirst(a.busy, b.busy),
			a.used.Compare(b.used),
		)
	})
}

func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
