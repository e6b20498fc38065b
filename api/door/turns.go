// SPDX-License-Identifier: Apache-2.0

package door

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/rate"
)

// Limits of a queue of turns.
const (
	maxTurns  = 160              // that wait, which is what handshakePatience allows at 32 a second
	turnsKept = 10 * time.Second // after this an address that had a turn counts as a new one
)

// turns hands out turns at a limited rate, and shares them fairly: the network
// whose last turn is the longest ago is next, and within it the address. A
// client that has had none for turnsKept therefore is ahead of every flood,
// from however many addresses it comes. An IPv6 network is a /64, because one
// machine can use any number of addresses in it. Any goroutine may use it.
type turns struct {
	rate *rate.Limiter // of the one address netip.Prefix{}

	mu    sync.Mutex                 // guards all below; held for the deal as a whole, so that no turn is dealt twice
	queue []*turn                    // in order of arrival, at most maxTurns
	had   map[netip.Prefix]time.Time // when networks and addresses had their last turn; nothing older than turnsKept
	dry   time.Time                  // until then there is no turn, and timer is set
	timer *time.Timer                // calls deal; nil = it was never set
}

// turn is a client that waits for its turn.
type turn struct {
	net, peer netip.Prefix  // equal for IPv4, and for an IPv6 address that is not on our link
	from      time.Time     // not before this
	dealt     chan struct{} // closed when it is its turn
	dropped   chan struct{} // closed when there is no place for it
}

func newTurns(burst int, every time.Duration) *turns {
	return &turns{rate: rate.New(burst, every), had: map[netip.Prefix]time.Time{}}
}

func errHandshakes(peer netip.Prefix) error {
	return fmt.Errorf("api: too many TLS handshakes of %v", peer)
}

// wait returns nil when it is the turn of c. It returns the cause of ctx's end
// if that comes first, and an error if too many wait.
func (ts *turns) wait(ctx context.Context, c turn) error {
	c.dealt, c.dropped = make(chan struct{}), make(chan struct{})
	ts.enter(&c)
	select {
	case <-c.dealt:
		return nil
	case <-c.dropped:
		return errHandshakes(c.peer)
	case <-ctx.Done():
		ts.leave(&c)
		return context.Cause(ctx)
	}
}

// enter queues c. If there is no place, the address that waits most often loses
// one, and that may be c.
func (ts *turns) enter(c *turn) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.queue = append(ts.queue, c)
	if len(ts.queue) > maxTurns {
		out := ts.greediest()
		ts.remove(out)
		close(out.dropped)
	}
	ts.deal(time.Now())
}

func (ts *turns) leave(c *turn) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.remove(c)
}

func (ts *turns) remove(c *turn) {
	if i := slices.Index(ts.queue, c); i >= 0 {
		ts.queue = slices.Delete(ts.queue, i, i+1)
	}
}

// greediest returns a turn of the network with most of them, and there of the
// address with most; among equals the one that would be the last.
func (ts *turns) greediest() (worst *turn) {
	count := map[netip.Prefix]int{}
	for _, c := range ts.queue {
		count[c.net]++
		if c.peer != c.net {
			count[c.peer]++
		}
	}
	for _, c := range ts.queue {
		if worst == nil {
			worst = c
			continue
		}
		more := cmp.Or(cmp.Compare(count[c.net], count[worst.net]), cmp.Compare(count[c.peer], count[worst.peer]))
		if more > 0 || more == 0 && !ts.before(c, worst) {
			worst = c
		}
	}
	return worst
}

// deal hands out the turns that are due, and sets the timer for the next one.
// The caller holds ts.mu.
func (ts *turns) deal(now time.Time) {
	if now.Before(ts.dry) {
		return // a flood must not cost a search for each of its hellos
	}
	ts.forget(now)
	for len(ts.queue) > 0 {
		next, wait := ts.next(now)
		if next == nil {
			ts.again(wait)
			return
		}
		if wait, ok := ts.rate.Take(netip.Prefix{}, now, 0); !ok {
			ts.dry = now.Add(wait)
			ts.again(wait)
			return
		}
		ts.had[next.net], ts.had[next.peer] = now, now
		ts.remove(next)
		close(next.dealt)
	}
}

// again calls deal after a while, in place of an earlier wish.
func (ts *turns) again(wait time.Duration) {
	if ts.timer != nil {
		ts.timer.Stop() // if it has fired already, deal is called once too often
	}
	ts.timer = time.AfterFunc(wait, func() {
		ts.mu.Lock()
		defer ts.mu.Unlock()
		ts.deal(time.Now())
	})
}

// next returns whose turn it is, or nil and how long until somebody may have
// one. The queue is not empty.
func (ts *turns) next(now time.Time) (first *turn, wait time.Duration) {
	soonest := ts.queue[0].from
	for _, c := range ts.queue {
		if c.from.Before(soonest) {
			soonest = c.from
		}
		if !c.from.After(now) && (first == nil || ts.before(c, first)) {
			first = c
		}
	}
	return first, soonest.Sub(now)
}

// before reports whether a, which came after b, has its turn before b.
func (ts *turns) before(a, b *turn) bool {
	if a.net != b.net {
		return ts.had[a.net].Before(ts.had[b.net])
	}
	return ts.had[a.peer].Before(ts.had[b.peer])
}

// forget drops addresses that no longer count. The rate of turns bounds the rest.
func (ts *turns) forget(now time.Time) {
	for who, at := range ts.had {
		if now.Sub(at) >= turnsKept {
			delete(ts.had, who)
		}
	}
}
