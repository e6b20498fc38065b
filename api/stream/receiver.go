// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"crypto/rand"
	"image"
	"net/netip"
	"sync"
	"time"
)

// A Picture receives the frames of a stream; render.Live is one. It must not
// keep m.
type Picture interface{ Give(m image.Image) }

// A receiver turns packets into frames. Its methods may be called from any
// goroutine; each holds the lock for one packet.
type receiver struct {
	opts    Options
	picture Picture
	counts  *counts
	turned  chan struct{} // signals that the panel's owner has changed, perhaps several times
	syncs   chan int      // the universe on which a sACN source synchronises, 0 = none; the newest
	timer   *time.Timer   // when flush is due

	mu      sync.Mutex // guards all below: packets, the timer and the device come from separate goroutines
	canvas  canvas
	arbiter arbiter
	session SessionID // of LMSP; zero = no session
	bound   netip.Addr
	started time.Time // when the session began

	// State of the owner.
	sequence  uint8 // of the owner's last DDP packet
	universes []universe
	gathering gathering
}

func newReceiver(size image.Point, opts Options, p Picture) *receiver {
	// The timer is there from the start, so that a packet only has to reset it; its hour means never.
	opts = opts.complete()
	return &receiver{
		opts: opts, picture: p, canvas: newCanvas(size), universes: make([]universe, universes(size)), counts: newCounts(),
		arbiter: arbiter{hold: opts.Hold}, turned: make(chan struct{}, 1), syncs: make(chan int, 1),
		timer: time.NewTimer(time.Hour), gathering: gathering{pieces: make([]bool, universes(size))},
	}
}

// begin opens an LMSP session at t and ends an earlier one. The session takes
// the panel with its first packet.
func (r *receiver) begin(t time.Time) SessionID {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.endSession()
	rand.Read(r.session[:]) // never fails, crypto/rand
	r.started, r.bound = t, netip.Addr{}
	return r.session
}

// end closes the LMSP session, if there is one.
func (r *receiver) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.endSession()
}

func (r *receiver) endSession() {
	if r.arbiter.taken && r.arbiter.owner.keyed {
		r.arbiter.taken = false
		r.turn()
	}
	r.session = SessionID{}
}

// receiving reports whether an LMSP session is open at t.
func (r *receiver) receiving(t time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tidy(t)
	return r.session != SessionID{}
}

// owner returns the sender that has the panel at t; until is when it loses the
// panel if it stays silent.
func (r *receiver) owner(t time.Time) (s sender, until time.Time, taken bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tidy(t)
	return r.arbiter.owner, r.arbiter.until(), r.arbiter.taken
}

// tidy ends whatever has been silent for too long.
func (r *receiver) tidy(t time.Time) {
	keyed := r.arbiter.owner.keyed
	if r.arbiter.expire(t) {
		r.turn()
		if keyed {
			r.session = SessionID{}
		}
	}
	// A session whose stream has not begun ends in the same way.
	if (r.session != SessionID{}) && !(r.arbiter.taken && r.arbiter.owner.keyed) && t.Sub(r.started) >= silence {
		r.session = SessionID{}
	}
}

// turn signals that the panel's owner has changed. It never blocks.
func (r *receiver) turn() {
	select {
	case r.turned <- struct{}{}:
	default:
	}
}

// admit asks the arbiter; a new owner begins with a black canvas.
func (r *receiver) admit(s sender, t time.Time) error {
	ok, began := r.arbiter.admit(s, t)
	if !ok {
		return errBusy
	}
	if began {
		r.canvas.clear()
		r.sequence = 0
		clear(r.universes)
		r.gathering.reset()
		r.turn()
	}
	return nil
}

// show gives the canvas to the panel, with all that has come.
func (r *receiver) show() {
	clear(r.gathering.pieces)
	r.gathering.n = 0
	r.picture.Give(r.canvas.RGBA)
}
