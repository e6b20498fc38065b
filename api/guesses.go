package api

import (
	"net/netip"
	"sync"
	"time"
)

// Wrong keys of one address: so many at once, then one in so long (decisions 2).
const (
	guessBurst   = 10
	guessEvery   = 2 * time.Second
	guessParties = 4096 // addresses remembered; about 300 KiB
)

// guesses limits wrong keys by address with the generic cell rate algorithm
// (ITU-T I.371): one time an address.
type guesses struct {
	mu   sync.Mutex
	paid map[netip.Prefix]time.Time // until when the guesses so far are paid for
}

func newGuesses() *guesses { return &guesses{paid: map[netip.Prefix]time.Time{}} }

// wrong counts a wrong key of who. Beyond the limit it counts nothing and gives
// how long to wait.
func (g *guesses) wrong(who netip.Prefix, now time.Time) (wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, known := g.paid[who]; !known && len(g.paid) >= guessParties {
		g.forget(now)
		if len(g.paid) >= guessParties {
			who = netip.Prefix{} // newcomers share one limit until a place is free
		}
	}
	next := g.paid[who]
	if next.Before(now) {
		next = now
	}
	next = next.Add(guessEvery)
	if wait = next.Sub(now) - guessBurst*guessEvery; wait > 0 {
		return wait
	}
	g.paid[who] = next
	return 0
}

// forget drops the addresses that have their whole burst again.
func (g *guesses) forget(now time.Time) {
	for who, t := range g.paid {
		if !t.After(now) {
			delete(g.paid, who)
		}
	}
}
