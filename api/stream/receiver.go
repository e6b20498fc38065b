package stream

import (
	"crypto/rand"
	"image"
	"net/netip"
	"sync"
	"time"
)

// A Picture takes the frames of a stream; render.Live is one. It must not keep m.
type Picture interface{ Give(m image.Image) }

// A receiver turns packets into frames. Its methods may be called from any
// goroutine; each holds the lock for one packet.
type receiver struct {
	opts    Options
	picture Picture
	counts  *counts
	turned  chan struct{} // one signal for any number of turns: who has the panel has changed

	mu      sync.Mutex
	canvas  canvas
	arbiter arbiter
	session SessionID // of LMSP; zero = none
	bound   netip.Addr
	started time.Time // of the session

	// Of the owner.
	sequence  uint8 // of its last DDP packet
	pushed    bool  // it uses DDP's push
	universes []universe
}

func newReceiver(size image.Point, opts Options, p Picture) *receiver {
	opts = opts.complete()
	return &receiver{
		opts: opts, picture: p, canvas: newCanvas(size), universes: make([]universe, universes(size)), counts: newCounts(),
		arbiter: arbiter{hold: opts.Hold}, turned: make(chan struct{}, 1),
	}
}

// begin opens an LMSP session at t; an earlier one is over. The panel is taken by
// its first packet.
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

// owner returns who has the panel at t; until is when it loses it by silence.
func (r *receiver) owner(t time.Time) (s sender, until time.Time, taken bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tidy(t)
	return r.arbiter.owner, r.arbiter.until(), r.arbiter.taken
}

// tidy ends what has been silent for too long.
func (r *receiver) tidy(t time.Time) {
	keyed := r.arbiter.owner.keyed
	if r.arbiter.expire(t) {
		r.turn()
		if keyed {
			r.session = SessionID{}
		}
	}
	// A session whose stream has not begun ends likewise.
	if (r.session != SessionID{}) && !(r.arbiter.taken && r.arbiter.owner.keyed) && t.Sub(r.started) >= silence {
		r.session = SessionID{}
	}
}

// turn says that who has the panel has changed. It never waits.
func (r *receiver) turn() {
	select {
	case r.turned <- struct{}{}:
	default:
	}
}

// admit asks the arbiter; a new owner begins on black.
func (r *receiver) admit(s sender, t time.Time) error {
	ok, began := r.arbiter.admit(s, t)
	if !ok {
		return errBusy
	}
	if began {
		r.canvas.clear()
		r.sequence, r.pushed = 0, false
		clear(r.universes)
		r.turn()
	}
	return nil
}

// show gives the canvas to the panel.
func (r *receiver) show() { r.picture.Give(r.canvas.RGBA) }
