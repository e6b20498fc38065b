// SPDX-License-Identifier: Apache-2.0

package door

import (
	"slices"
	"testing"
	"time"
)

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
		{"greedy guests before strangers that have not asked", [][]*conn{fill(bell, 40, false, true), fill(Holder{}, 24, false, false)}, [2]int{0, 0}},
		{"but not before those that have", [][]*conn{fill(bell, 40, false, true), fill(Holder{}, 24, false, true)}, [2]int{1, 0}},
		{"modest guests after all strangers", [][]*conn{fill(bell, 32, false, true), fill(Holder{}, 32, false, false)}, [2]int{1, 0}},
		{"the key that holds most", [][]*conn{fill(own, 31, false, true), fill(door, 13, false, true), fill(bell, 20, false, true)}, [2]int{2, 0}},
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
