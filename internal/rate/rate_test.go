// SPDX-License-Identifier: Apache-2.0

package rate

import (
	"net/netip"
	"testing"
	"time"
)

func address(i int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 32)
}

func TestTake(t *testing.T) {
	l := New(3, time.Second)
	begin := time.Unix(1000, 0)
	for _, c := range []struct {
		name     string
		who      int
		at       time.Duration // since the beginning
		patience time.Duration
		wait     time.Duration
		ok       bool
	}{
		{"the first", 1, 0, 0, 0, true},
		{"the second at once", 1, 0, 0, 0, true},
		{"the last of the burst", 1, 0, 0, 0, true},
		{"one too many", 1, 0, 0, time.Second, false},
		{"another address has its own burst", 2, 0, 0, 0, true},
		{"refused one is not counted", 1, 400 * time.Millisecond, 0, 600 * time.Millisecond, false},
		{"one a second", 1, time.Second, 0, 0, true},
		{"and no more", 1, time.Second, 0, time.Second, false},
		{"waiting one is counted ahead", 1, time.Second, 5 * time.Second, time.Second, true},
		{"and the next behind it", 1, time.Second, 5 * time.Second, 2 * time.Second, true},
		{"longer than that nobody waits", 1, time.Second, 2 * time.Second, 3 * time.Second, false},
		{"the whole burst again", 1, time.Minute, 0, 0, true},
	} {
		if wait, ok := l.Take(address(c.who), begin.Add(c.at), c.patience); wait != c.wait || ok != c.ok {
			t.Errorf("%s: %v %v, want %v %v", c.name, wait, ok, c.wait, c.ok)
		}
	}
}

// However many addresses come, memory is bounded, and what a flood of them
// leaves behind does not refuse others for long.
func TestMemoryIsBounded(t *testing.T) {
	const burst = 10
	l := New(burst, time.Second)
	now := time.Unix(1000, 0)
	refused := 0
	for i := range 3 * maxAddresses {
		if _, ok := l.Take(address(i), now, 0); !ok {
			refused++
		}
	}
	if n := l.Addresses(); n > maxAddresses+1 {
		t.Errorf("%d addresses remembered", n)
	}
	if want := 2*maxAddresses - burst; refused != want {
		t.Errorf("%d refused, want %d: newcomers share one limit", refused, want)
	}
	if wait, ok := l.Take(address(1<<20), now.Add(time.Second), 0); !ok {
		t.Errorf("later a newcomer waits %v", wait)
	}
}
