// SPDX-License-Identifier: Apache-2.0

package door

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Limits of connections (docs/decisions.md 10).
const (
	maxConns     = 256 // in all
	maxPeerConns = 64  // from one address
	maxRefused   = 16  // in addition, connections that are only told that there are too many
)

// conns are the open connections, counted by the key that each has shown. When
// all places are taken, the least wanted connection makes way for a new one
// (see leastWanted), but never one of the owner for a client that has not shown
// to be the owner, too. Any goroutine may use it.
type conns struct {
	mu      sync.Mutex // guards all below; connections are closed outside of it, which may take long
	open    []*conn    // oldest first
	refused []*conn    // beyond the limits, oldest first
	friends *friends   // addresses that have shown a key

	sessions *friends // of TLS that have shown a key; see newSession
}

func newConns(f *friends) *conns {
	return &conns{friends: f, sessions: &friends{most: maxSessions, shown: map[netip.Prefix]Holder{}}}
}

// enter adds c, or sets the reason for which it is refused. Unless out is nil,
// it is the connection that was displaced, and the caller closes it.
func (cs *conns) enter(c *conn) (out *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	within := cs.limitOf(c.peer)
	c.used = time.Now()
	if within == nil {
		cs.open = append(cs.open, c)
		return nil
	}
	if out = cs.leastWanted(within); out != nil {
		cs.replace(out, c)
		return out
	}
	c.excuse = within.excuse
	cs.refused = append(cs.refused, c)
	if len(cs.refused) > maxRefused { // they wait for the answer that says why; the oldest has had the longest time
		out = cs.refused[0]
		cs.remove(out)
	}
	return out
}

// limit is a limit that has been reached.
type limit struct {
	taken  []*conn // oldest first
	most   int
	excuse string
}

// limitOf returns the limit that one more connection of peer would exceed, or
// nil.
func (cs *conns) limitOf(peer netip.Prefix) *limit {
	var same []*conn
	for _, c := range cs.open {
		if c.peer == peer {
			same = append(same, c)
		}
	}
	switch {
	case len(same) >= maxPeerConns:
		return &limit{same, maxPeerConns, "Too many connections: at most 64 from one address"}
	case len(cs.open) >= maxConns:
		return &limit{cs.open, maxConns, "Too many connections: at most 256 in all"}
	}
	return nil
}

// hold counts c to the key that it has shown, and remembers its address.
func (cs *conns) hold(c *conn, h Holder) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c.holder == h { // at every request but the first
		return
	}
	c.holder = h
	cs.friends.add(c.peer, h)
	if c.session.IsValid() {
		cs.sessions.add(c.session, h)
	}
}

// insist gives c, which enter has refused, a place after all, because it is the
// owner's; ok tells whether there was one. Unless out is nil, the caller closes
// it, as for enter.
func (cs *conns) insist(c *conn) (out *conn, ok bool) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if !slices.Contains(cs.refused, c) { // displaced
		return nil, false
	}
	if within := cs.limitOf(c.peer); within != nil {
		if out = cs.leastWanted(within); out == nil {
			out = longestIdle(within.taken)
		}
	}
	c.excuse = ""
	cs.remove(c)
	cs.replace(out, c)
	return out, true
}

// drop removes the connections of a key that is no longer in force and returns
// them; the caller closes them. The addresses that have shown it are strangers'
// from now on.
func (cs *conns) drop(h Holder) (out []*conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.friends.forget(h)
	cs.sessions.forget(h)
	cs.open = slices.DeleteFunc(cs.open, func(c *conn) bool {
		if c.holder == h {
			out = append(out, c)
		}
		return c.holder == h
	})
	return out
}

// spare counts c to no key, so that drop leaves it.
func (cs *conns) spare(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c.holder = Holder{}
}

// step tells that the TLS handshake of c waits for its turn, or goes on.
func (cs *conns) step(c *conn, waits bool) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c.used, c.waits = time.Now(), waits
}

// note tells that a request on c begins or has been answered.
func (cs *conns) note(c *conn, busy bool) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c.used, c.busy = time.Now(), busy
	c.asked = c.asked || !busy
}

// leave removes c. Calling it again does nothing.
func (cs *conns) leave(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.remove(c)
}

// replace puts c in the place of out, or in a free one if out is nil.
func (cs *conns) replace(out, c *conn) {
	cs.remove(out)
	cs.open = append(cs.open, c)
}

func (cs *conns) remove(c *conn) {
	is := func(o *conn) bool { return o == c }
	cs.open = slices.DeleteFunc(cs.open, is)
	cs.refused = slices.DeleteFunc(cs.refused, is)
}

// number returns how many connections are open.
func (cs *conns) number() int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return len(cs.open)
}

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
