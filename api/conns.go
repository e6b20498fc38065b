package api

import (
	"net/netip"
	"slices"
	"sync"
)

// Limits of connections (docs/decisions.md 10).
const (
	maxConns     = 256 // in all
	maxPeerConns = 64  // from one address
	maxRefused   = 16  // in addition, connections that are only told that there are too many
)

// conns are the open connections. Clients that have shown a key have
// precedence: when all places are taken, a connection that has shown no key is
// closed. Clients without a key therefore cannot keep anybody out, however many
// connections they open. Any goroutine may use it.
type conns struct {
	mu      sync.Mutex
	open    []*conn // oldest first
	refused int
	friends *friends
}

func newConns(f *friends) *conns { return &conns{friends: f} }

// enter adds c, or sets the reason for which it is refused. If in is false, c
// must be closed without an answer. Unless out is nil, it is the connection
// that was displaced, and the caller closes it.
func (cs *conns) enter(c *conn) (out *conn, in bool) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	var excuse string
	switch {
	case cs.count(c.peer) >= maxPeerConns:
		out = cs.leastWanted(func(o *conn) bool { return o.peer == c.peer })
		excuse = "Too many connections: at most 64 from one address"
	case len(cs.open) >= maxConns:
		out = cs.leastWanted(func(*conn) bool { return true })
		excuse = "Too many connections: at most 256 in all"
	default:
		cs.open = append(cs.open, c)
		return nil, true
	}
	if out != nil {
		cs.remove(out)
		cs.open = append(cs.open, c)
		return out, true
	}
	if cs.refused >= maxRefused {
		return nil, false
	}
	cs.refused++
	c.excuse = excuse
	return nil, true
}

func (cs *conns) count(peer netip.Prefix) (n int) {
	for _, c := range cs.open {
		if c.peer == peer {
			n++
		}
	}
	return n
}

// leastWanted returns the connection among those that should be closed first,
// or nil if all have shown a key. It prefers addresses that never have; then
// the address with the most connections; then the oldest connection.
func (cs *conns) leastWanted(among func(*conn) bool) (worst *conn) {
	keyless := map[netip.Prefix]int{}
	for _, c := range cs.open {
		if !c.keyed {
			keyless[c.peer]++
		}
	}
	for _, c := range cs.open {
		if c.keyed || !among(c) {
			continue
		}
		if worst == nil || cs.worse(c.peer, worst.peer, keyless) {
			worst = c
		}
	}
	return worst
}

// worse reports whether connections of address a are closed before those of b;
// it is false both ways if they are equal.
func (cs *conns) worse(a, b netip.Prefix, keyless map[netip.Prefix]int) bool {
	first, other := cs.friends.has(a), cs.friends.has(b)
	if first != other {
		return other
	}
	return keyless[a] > keyless[b]
}

// trust protects the place of c, which has shown a key, and remembers its
// address.
func (cs *conns) trust(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if !c.keyed {
		c.keyed = true
		cs.friends.add(c.peer)
	}
}

// leave removes c. Calling it again does nothing.
func (cs *conns) leave(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c.excuse == "" {
		cs.remove(c)
	} else if !c.gone {
		cs.refused--
	}
	c.gone = true
}

func (cs *conns) remove(c *conn) {
	if i := slices.Index(cs.open, c); i >= 0 {
		cs.open = slices.Delete(cs.open, i, i+1)
	}
}

// number returns how many connections are open.
func (cs *conns) number() int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return len(cs.open)
}
