// SPDX-License-Identifier: Apache-2.0

package door

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"
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

// TestInsist: who was refused and shows to be the owner has the place of another of the owner's
// connections, is counted, and loses it with the key.
func TestInsist(t *testing.T) {
	cs, own := newConns(newFriends("", silent)), Holder{Owner, "phone"}
	a := netip.MustParsePrefix("192.0.2.1/32")
	for range maxPeerConns {
		c := &conn{peer: a}
		cs.enter(c)
		cs.hold(c, own)
	}
	first, last := cs.open[0], &conn{peer: a}
	if cs.enter(last); last.excuse == "" {
		t.Fatal("there is a place")
	}
	out, ok := cs.insist(last)
	cs.hold(last, own)
	if !ok || out != first || last.excuse != "" || cs.number() != maxPeerConns || len(cs.refused) != 0 {
		t.Errorf("%v makes way, %d are open, %d refused", out, cs.number(), len(cs.refused))
	}
	if dropped := cs.drop(own); !slices.Contains(dropped, last) || slices.Contains(dropped, first) || cs.number() != 0 {
		t.Errorf("%d end with the key, %d stay", len(dropped), cs.number())
	}
}

// TestLeastWanted: who makes way for a connection of which nothing is known yet.
func TestLeastWanted(t *testing.T) {
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	own, bell, door := Holder{Owner, ""}, Holder{Guest, "bell"}, Holder{Guest, "door"}
	fill := func(h Holder, n int, busy bool, asked bool) (cs []*conn) {
		for i := range n {
			cs = append(cs, &conn{holder: h, busy: busy, asked: asked, used: begun.Add(time.Duration(i) * time.Second)})
		}
		return cs
	}
	newest := fill(bell, 1, false, true)
	newest[0].used = begun.Add(time.Hour)
	for _, c := range []struct {
		name  string
		taken [][]*conn
		want  [2]int // the index in taken, and within it
	}{
		{"a stranger before a guest", [][]*conn{fill(bell, 30, false, true), fill(Holder{}, 34, false, true)}, [2]int{1, 0}},
		{"greedy guests before strangers that have not asked",
			[][]*conn{fill(bell, 40, false, true), fill(Holder{}, 24, false, false)}, [2]int{0, 0}},
		{"but not before those that have", [][]*conn{fill(bell, 40, false, true), fill(Holder{}, 24, false, true)},
			[2]int{1, 0}},
		{"modest guests after all strangers", [][]*conn{fill(bell, 32, false, true), fill(Holder{}, 32, false, false)},
			[2]int{1, 0}},
		{"the key that holds most",
			[][]*conn{fill(own, 31, false, true), fill(door, 13, false, true), fill(bell, 20, false, true)}, [2]int{2, 0}},
		{"the longest idle one", [][]*conn{newest, fill(own, 40, false, true), fill(bell, 23, false, true)}, [2]int{2, 0}},
		{"idle before busy", [][]*conn{fill(bell, 40, true, true), newest, fill(door, 23, false, true)}, [2]int{1, 0}},
		{"busy where none is idle", [][]*conn{fill(own, 60, false, true), fill(bell, 4, true, true)}, [2]int{1, 0}},
		{"the owner never", [][]*conn{fill(own, 64, false, true)}, [2]int{-1}},
	} {
		cs, l := newConns(newFriends("", silent)), &limit{most: maxPeerConns}
		for _, part := range c.taken {
			l.taken = append(l.taken, part...)
		}
		cs.open = l.taken
		var want *conn
		if c.want[0] >= 0 {
			want = c.taken[c.want[0]][c.want[1]]
		}
		if got := cs.leastWanted(l); got != want {
			t.Errorf("%s: %+v, want %+v", c.name, got, want)
		}
	}
}

// TestIdleStrangers: at one address those who owe an answer for long make way first, then
// those who wait for their turn, and whoever is being answered comes last.
func TestIdleStrangers(t *testing.T) {
	now := time.Now()
	idle, waiting := &conn{used: now.Add(-time.Minute)}, &conn{used: now.Add(-time.Hour), waits: true}
	asking, dealt := &conn{used: now.Add(-time.Minute), busy: true}, &conn{used: now}
	all := []*conn{dealt, asking, waiting, idle}
	cs := newConns(newFriends("", silent))
	for _, want := range []*conn{idle, waiting, dealt, asking} {
		cs.open = all
		if got := cs.worst(all); got != want {
			t.Fatalf("%+v makes way, want %+v", got, want)
		}
		all = slices.DeleteFunc(slices.Clone(all), func(c *conn) bool { return c == want })
	}
}
