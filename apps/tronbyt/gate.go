// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"context"
	"sync"
	"time"
)

// gate is open while a widget is shown, and shortly before its turn. It is closed at first;
// any goroutine may use it.
type gate struct {
	mu      sync.Mutex
	open    bool
	turns   int           // how often it was opened
	changed chan struct{} // closed when it opens or closes
}

func newGate() *gate { return &gate{changed: make(chan struct{})} }

// set opens or closes the gate.
func (g *gate) set(open bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if open == g.open {
		return
	}
	if open {
		g.turns++
	}
	g.open = open
	close(g.changed)
	g.changed = make(chan struct{})
}

// while returns a context that ends with ctx, and when the gate closes; at once if it is closed.
// The caller must call stop.
func (g *gate) while(ctx context.Context) (seen context.Context, stop context.CancelFunc) {
	seen, stop = context.WithCancel(ctx)
	go func() {
		defer stop()
		for open, _, changed := g.state(); open; open, _, changed = g.state() {
			select {
			case <-changed:
			case <-seen.Done():
				return
			}
		}
	}()
	return seen, stop
}

func (g *gate) state() (open bool, turns int, changed chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.open, g.turns, g.changed
}

// pause waits for d and until the gate is open, or only until it opens again, or ctx ends. It
// returns the turn in which it is open.
func (g *gate) pause(ctx context.Context, d time.Duration, turn int) (now int) {
	over := time.NewTimer(d)
	defer over.Stop()
	done := d <= 0
	for ctx.Err() == nil {
		open, turns, changed := g.state()
		if open && (done || turns != turn) {
			return turns
		}
		select {
		case <-over.C:
			done = true
		case <-changed:
		case <-ctx.Done():
		}
	}
	return turn
}
