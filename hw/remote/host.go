// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/hw/panel"
)

// A sender speaks to one panel. Its methods are called by one goroutine, and return soon
// after ctx ends. Errors do not name the host.
type sender interface {
	// there asks whether the panel is there, as far as its protocol tells.
	there(ctx context.Context) error
	// send shows a picture: three bytes a pixel, red first, row by row.
	send(ctx context.Context, rgb []byte) error
	// bye makes the panel dark, or gives it back to itself.
	bye(ctx context.Context, black []byte) error
	// close releases what the sender holds.
	close()
}

// farewell is how long a panel has to become dark. The device ends within 2 s and leaves the
// task of the panel 1.4 s of them.
const farewell = time.Second

// A host is one panel, and the newest picture on its way there. A goroutine of its own
// waits for the network, so that one host is nothing to the others.
type host struct {
	name     string // of the configuration
	to       *target
	protocol protocol
	wake     chan struct{} // of one slot: there is a picture to send

	mu   sync.Mutex // held while a picture is copied, never while it is sent
	next []byte

	away atomic.Pointer[error] // why pictures do not arrive; nil = nothing speaks against it

	// Of the goroutine that sends.
	sender sender
	rgb    []byte
	failed time.Time // the last time
	left   error     // of the end; to be read after it
}

func newHost(name string, own func(netip.Addr) bool, p protocol, size int) *host {
	to := newTarget(name, p.port, own)
	return &host{
		name: name, to: to, protocol: p, wake: make(chan struct{}, 1), next: make([]byte, size), rgb: make([]byte, size),
		sender: p.sender(to),
	}
}

// give hands over a picture, darkened to level of 256; one that waits for its turn is
// replaced.
func (h *host) give(rgba []byte, level uint32) {
	h.mu.Lock()
	pack(h.next, rgba, level)
	h.mu.Unlock()
	h.rouse()
}

func (h *host) rouse() {
	select {
	case h.wake <- struct{}{}:
	default: // it has not taken the one before
	}
}

// pack writes three bytes a pixel, darkened to level of 256.
func pack(rgb, rgba []byte, level uint32) {
	for i, j := 0, 0; j+3 < len(rgba); i, j = i+3, j+4 {
		rgb[i] = uint8(uint32(rgba[j]) * level >> 8)
		rgb[i+1] = uint8(uint32(rgba[j+1]) * level >> 8)
		rgb[i+2] = uint8(uint32(rgba[j+2]) * level >> 8)
	}
}

// run sends the newest picture, as often as the protocol has it, until ctx ends. One that
// does not arrive is sent again, or a newer one.
func (h *host) run(ctx context.Context) {
	defer h.leave()
	timer := time.NewTimer(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.wake:
		}
		began, pause := time.Now(), h.protocol.every
		h.mu.Lock()
		copy(h.rgb, h.next)
		h.mu.Unlock()
		err := h.sender.send(ctx, h.rgb)
		if ctx.Err() != nil {
			return
		}
		if h.tell(err); err != nil {
			pause = h.protocol.again
			h.rouse()
		}
		timer.Reset(pause - time.Since(began))
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
	}
}

// tell notes what became of a picture.
func (h *host) tell(err error) {
	switch {
	case err != nil:
		h.failed = time.Now()
		h.away.Store(&err)
	case h.away.Load() != nil && time.Since(h.failed) >= h.protocol.proven:
		h.away.Store(nil)
	}
}

// leave says goodbye.
func (h *host) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	if err := h.sender.bye(ctx, make([]byte, len(h.rgb))); err != nil {
		h.left = fmt.Errorf("%s: %w", h.name, err)
	}
	h.sender.close()
}

// asking is how long hosts are asked whether they are there: longer than it takes to learn
// that nobody answers for an address.
const asking = 4 * time.Second

// missing asks all hosts at once, and returns those that are away.
func missing(ctx context.Context, h Hosts, p protocol) (away []panel.Away) {
	ctx, cancel := context.WithTimeout(ctx, asking)
	defer cancel()
	errs := make([]error, len(h.Hosts))
	var all sync.WaitGroup
	for i, name := range h.Hosts {
		all.Go(func() {
			s := p.sender(newTarget(name, p.port, h.Own))
			errs[i] = s.there(ctx)
			s.close()
		})
	}
	all.Wait()
	for i, err := range errs {
		if err != nil {
			away = append(away, panel.Away{Host: h.Hosts[i], Err: err})
		}
	}
	return away
}
