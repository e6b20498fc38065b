// SPDX-License-Identifier: Apache-2.0

package door

import (
	"fmt"
	"net/netip"
	"testing"
)

// TestWhoMakesWayOfFriends: an address that has shown the key keeps the places
// of its next connections too, unless there is no other to be had.
func TestWhoMakesWayOfFriends(t *testing.T) {
	cs := newConns(newFriends("", silent))
	peer := func(s string) netip.Prefix { return netip.MustParsePrefix(s + "/32") }
	add := func(s string) *conn {
		c := &conn{peer: peer(s)}
		if cs.enter(c); c.excuse != "" {
			t.Fatalf("%s: %s", s, c.excuse)
		}
		return c
	}
	cs.hold(add("192.0.2.1"), Holder{Rank: Owner})
	var own []*conn
	for range maxPeerConns - 1 {
		own = append(own, add("192.0.2.1"))
	}
	var strangers []*conn
	for i := range maxConns - maxPeerConns {
		strangers = append(strangers, add(fmt.Sprintf("198.51.100.%d", i)))
	}
	for i, want := range []*conn{strangers[0], strangers[1]} {
		if out := cs.enter(&conn{peer: peer("203.0.113.1")}); out != want {
			t.Errorf("%d: %v makes way, want the oldest stranger", i, out.peer)
		}
	}
	if out := cs.enter(&conn{peer: peer("192.0.2.1")}); out != own[0] {
		t.Error("within the limit of one address its own oldest makes way")
	}
}

// TestNothingIsLeftOfConnections: whatever comes and goes, and goes twice.
func TestNothingIsLeftOfConnections(t *testing.T) {
	cs := newConns(newFriends("", silent))
	a := netip.MustParsePrefix("192.0.2.1/32")
	var all []*conn
	for range maxPeerConns + maxRefused {
		c := &conn{peer: a}
		cs.enter(c)
		if c.excuse == "" {
			cs.hold(c, Holder{Rank: Owner})
		}
		all = append(all, c)
	}
	if all[maxPeerConns].excuse == "" || len(cs.refused) != maxRefused {
		t.Errorf("over the limit: %q, %d refused", all[maxPeerConns].excuse, len(cs.refused))
	} else if out := cs.enter(&conn{peer: a}); out != all[maxPeerConns] || len(cs.refused) != maxRefused {
		t.Error("beyond all limits the oldest refused one stays")
	}
	if _, ok := cs.insist(all[maxPeerConns]); ok {
		t.Error("one that was displaced has got a place")
	}
	for _, c := range append(append(all, cs.refused...), all...) {
		cs.leave(c)
	}
	if cs.number() != 0 || len(cs.refused) != 0 {
		t.Errorf("left over: %+v", cs)
	}
	for i := range 3 { // addresses of the owner
		cs.hold(&conn{peer: netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 1, byte(i)}), 32)}, Holder{Rank: Owner})
	}
	for i := range 2 * maxFriends {
		cs.hold(&conn{peer: netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}), 32)}, Holder{Guest, "bell"})
	}
	for i := range 3 {
		if peer := netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 1, byte(i)}), 32); !cs.friends.owner(peer) {
			t.Errorf("%v of the owner is forgotten because of others", peer)
		}
	}
}
