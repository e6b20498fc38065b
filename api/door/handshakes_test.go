// SPDX-License-Identifier: Apache-2.0

package door

import (
	"context"
	"fmt"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/rate"
)

// greeter is an address that says hello to a limiter.
type greeter struct {
	*handshakes
	t      *testing.T
	a      netip.Addr
	onLink bool // an IPv6 address counts by itself
	rank   Rank
}

// hello returns how long a hello takes.
func (g greeter) hello() (time.Duration, error) {
	begun := time.Now()
	peer := rate.Network(g.a)
	if g.onLink {
		peer = netip.PrefixFrom(g.a, g.a.BitLen())
	}
	err := g.wait(g.t.Context(), caller{rate.Network(g.a), peer, g.rank})
	return time.Since(begun), err
}

// waiting returns how many wait for their turn.
func (ts *turns) waiting() int {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return len(ts.queue)
}

// remembered returns how many networks and addresses are known to have had a turn.
func (ts *turns) remembered() int {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return len(ts.had)
}

// flood says hello so often until ctx ends.
func (g greeter) flood(ctx context.Context, every time.Duration, a func(i int) netip.Addr) {
	go func() {
		for i := 0; ctx.Err() == nil; i++ {
			g.a = a(i)
			go g.hello()
			time.Sleep(every)
		}
	}()
}

func v4(i int) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}) }

func v6(net string, i int) netip.Addr {
	b := netip.MustParseAddr(net).As16()
	b[14], b[15] = byte(i>>8), byte(i)
	return netip.AddrFrom16(b)
}

// TestHandshakesHaveABudget: a burst at once, then four a second of one address;
// all the strangers together have a limit of their own, those that have shown
// the key do not wait for them.
func TestHandshakesHaveABudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHandshakes()
		one := greeter{handshakes: h, t: t, a: v4(1)}
		for i := range 16 {
			if d, err := one.hello(); d != 0 || err != nil {
				t.Fatalf("%d of a burst: %v %v", i, d, err)
			}
		}
		if d, err := one.hello(); d != time.Second/4 || err != nil {
			t.Errorf("the next waits %v %v", d, err)
		}
		for range 30 { // at once: the queue is no longer than its limit
			go one.hello()
		}
		synctest.Wait()
		if _, err := one.hello(); err == nil {
			t.Error("one waits for longer than the limit")
		}
		var served atomic.Int32
		for who := 2; who < 42; who++ {
			for range 16 {
				go func() {
					if _, err := (greeter{handshakes: h, t: t, a: v4(who)}).hello(); err == nil {
						served.Add(1)
					}
				}()
			}
		}
		synctest.Wait()
		if n := served.Load(); n > 64 {
			t.Errorf("%d strangers are served at once", n)
		}
		if n := h.turns.waiting(); n != maxTurns {
			t.Errorf("%d wait, want %d", n, maxTurns)
		}
		if d, err := (greeter{handshakes: h, t: t, a: v4(50), rank: Owner}).hello(); d != 0 || err != nil {
			t.Errorf("an address that has shown the key waits %v %v", d, err)
		}
		time.Sleep(2 * time.Second)
		if n := served.Load(); n > 64+2*32 {
			t.Errorf("%d strangers are served in two seconds", n)
		}
		time.Sleep(time.Minute)
		if n := h.turns.waiting(); n != 0 {
			t.Errorf("%d wait for ever", n)
		}
		if d, err := one.hello(); d != 0 || err != nil || h.turns.remembered() != 1 {
			t.Errorf("later: %v %v, %d addresses remembered", d, err, h.turns.remembered())
		}
	})
}

// TestQuietAddressesHaveTheirTurn: whatever floods, an address that has not said
// hello before waits for one turn.
func TestQuietAddressesHaveTheirTurn(t *testing.T) {
	const turn = time.Second / 32
	for _, c := range []struct {
		name    string
		every   time.Duration // between two hellos of the flood
		flood   func(i int) netip.Addr
		onLink  bool
		quiet   func(i int) netip.Addr
		patient time.Duration // the longest wait of a quiet address
	}{
		{"24 addresses", time.Second / 108, func(i int) netip.Addr { return v4(i % 24) },
			false, func(i int) netip.Addr { return v4(1000 + i) }, turn},
		{"24 addresses, ten times as often", time.Second / 1080, func(i int) netip.Addr { return v4(i % 24) },
			false, func(i int) netip.Addr { return v4(1000 + i) }, turn},
		{"a whole IPv4 network", time.Second / 1000, func(i int) netip.Addr { return v4(i % 254) },
			false, func(i int) netip.Addr { return v4(1000 + i) }, turn},
		{"a distant IPv6 network", time.Second / 500, func(i int) netip.Addr { return v6("2001:db8::", i) },
			false, func(i int) netip.Addr { return v6(fmt.Sprintf("2001:db8:1:%x::", i), 1) }, turn},
		{"a new IPv6 address of our own link each time",
			time.Second / 500, func(i int) netip.Addr { return v6("2001:db8::", i) },
			true, func(i int) netip.Addr { return v4(i) }, turn},
		{"24 IPv6 addresses of the same link", time.Second / 108, func(i int) netip.Addr { return v6("2001:db8::", i%24) },
			true, func(i int) netip.Addr { return v6("2001:db8::", 1000+i) }, turn},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := greeter{handshakes: newHandshakes(), t: t, onLink: c.onLink}
				ctx, cancel := context.WithCancel(t.Context())
				defer time.Sleep(10 * time.Second) // so that nobody waits any more
				defer cancel()
				g.flood(ctx, c.every, c.flood)
				time.Sleep(15 * time.Second)
				if n := g.turns.waiting(); n < 15 {
					t.Fatalf("%d wait: that is no flood", n)
				}
				for i := range 20 {
					g.a = c.quiet(i)
					if d, err := g.hello(); err != nil || d > c.patient {
						t.Errorf("quiet address %d: %v %v", i, d, err)
					}
				}
				if n := g.turns.waiting(); n > maxTurns {
					t.Errorf("%d wait", n)
				}
				if n := g.turns.remembered(); n > 1000 {
					t.Errorf("%d addresses remembered", n)
				}
			})
		})
	}
}

// TestGuestsTakeTurns: 64 addresses that have shown a key of a smaller scope together have
// no more handshakes than strangers, and a quiet one of them has its turn at once. The
// owner waits for none of them; an address of the owner that says hello too often takes
// turns for what is beyond.
func TestGuestsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHandshakes()
		var served atomic.Int32
		ctx, cancel := context.WithCancel(t.Context())
		defer time.Sleep(10 * time.Second)
		defer cancel()
		for i := range 64 {
			guest := greeter{handshakes: h, t: t, a: v4(i), rank: Guest}
			go func() {
				for ctx.Err() == nil {
					go func() {
						if _, err := guest.hello(); err == nil {
							served.Add(1)
						}
					}()
					time.Sleep(time.Second / 4)
				}
			}()
		}
		time.Sleep(10*time.Second - 1)
		if n := served.Load(); n > 64+10*32 {
			t.Errorf("guests have %d handshakes in 10 s", n)
		}
		for i := range 20 {
			if d, err := (greeter{handshakes: h, t: t, a: v4(1000 + i), rank: Guest}).hello(); err != nil || d > time.Second/32 {
				t.Errorf("quiet guest %d: %v %v", i, d, err)
			}
		}
		owner := greeter{handshakes: h, t: t, a: v4(2000), rank: Owner}
		for i := range 16 {
			if d, err := owner.hello(); err != nil || d != 0 {
				t.Errorf("hello %d of the owner: %v %v", i, d, err)
			}
		}
		if d, err := owner.hello(); err != nil || d == 0 || d > time.Second/32 {
			t.Errorf("one more: %v %v, want one turn", d, err)
		}
	})
}
