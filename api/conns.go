package api

import (
	"net/netip"
	"slices"
	"sync"
)

// Limits of connections (docs/decisions.md 10).
const (
	maxConns     = 256 // in all
	maxPeerConns = 64  // of one address
	maxRefused   = 16  // more, that only get the answer that they are too many
	maxTrusted   = 64  // addresses remembered because they have shown the key
)

// conns are the connections that are open. All places are for those who have
// shown the key: where there is none left, a connection that has shown no key
// makes way, so that whoever has none, however many connections they hold, can
// keep nobody out. Any goroutine may use it.
type conns struct {
	mu      sync.Mutex
	open    []*conn // the oldest first
	refused int
	trusted map[netip.Prefix]struct{} // addresses that have shown the key
}

func newConns() *conns { return &conns{trusted: map[netip.Prefix]struct{}{}} }

// enter takes c in, or sets the excuse that it is refused with; in is false for
// one that is to be closed without a word. The caller closes out, the
// connection that made way, unless it is nil.
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

// leastWanted returns the connection among those that makes way first, nil if
// all have shown the key: of an address that never has before one that has; then
// of the address with most of them; then the oldest.
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

// worse compares addresses by who makes way first; of equals neither does.
func (cs *conns) worse(a, b netip.Prefix, keyless map[netip.Prefix]int) bool {
	_, first := cs.trusted[a]
	_, other := cs.trusted[b]
	if first != other {
		return other
	}
	return keyless[a] > keyless[b]
}

// trust keeps the place of c, which has shown the key, and remembers its address.
func (cs *conns) trust(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c.keyed = true
	if _, known := cs.trusted[c.peer]; known {
		return
	}
	for other := range cs.trusted { // any one, when there are too many
		if len(cs.trusted) < maxTrusted {
			break
		}
		delete(cs.trusted, other)
	}
	cs.trusted[c.peer] = struct{}{}
}

// trusts reports whether the address has shown the key.
func (cs *conns) trusts(peer netip.Prefix) bool {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	_, ok := cs.trusted[peer]
	return ok
}

// leave forgets c. It may be called again.
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

// number is how many connections are open.
func (cs *conns) number() int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return len(cs.open)
}
