// Package device is the core of the program: it decides what is on the screen, what is
// heard, how bright it is and what is kept. All state is owned by the goroutine
// in Run; the decision itself is the function step, of the state and the time.
package device

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// Screen shows a scene. Show never blocks; the newest scene wins.
type Screen interface{ Show(render.Scene) }

// Speaker plays the current track, and prefetches the sounds of waiting notifications,
// the next one first. Play never blocks; the newest call wins.
type Speaker interface {
	Play(now sounds.Track, next ...sounds.Track)
}

// Keeper saves what must outlive the process. Save never blocks; the newest
// value wins.
type Keeper interface{ Save(Saved) }

// Edges are where decisions take effect. Only Run calls them.
type Edges struct {
	Screen  Screen
	Speaker Speaker
	Keeper  Keeper
}

// Device is the handle to the running device: its methods may be called from any
// goroutine. They wait for Run to be started and give up when ctx ends.
type Device struct {
	calls     chan order
	done      chan struct{}
	edges     Edges
	cfg       Config
	saved     Saved
	catalogue []About
	status    atomic.Pointer[Status]
}

// order is something that a call wants Run to do.
type order struct {
	do   func(*state)
	done chan struct{} // closed when the rules have been applied after it
}

// New returns a device that starts from saved, which comes from a Keeper or
// is made by Fresh.
func New(cfg Config, saved Saved, edges Edges) *Device {
	d := &Device{calls: make(chan order), done: make(chan struct{}), edges: edges, cfg: cfg, saved: saved}
	for _, app := range cfg.Apps {
		d.catalogue = append(d.catalogue, app.About())
	}
	d.status.Store(&Status{})
	return d
}

// Run makes decisions until ctx ends, and then passes the last state to the keeper.
// It may be called once.
func (d *Device) Run(ctx context.Context) error {
	defer close(d.done)
	s := newState(d.cfg, d.saved, time.Now())
	defer s.closeWatchers()
	applied := &applied{edges: d.edges}
	timer := time.NewTimer(0)
	defer timer.Stop()
	answer := func() {}
	for ctx.Err() == nil {
		wake := d.turn(s, applied, time.Now())
		answer() // not before: whoever has changed something must see the change
		timer.Stop()
		if !wake.IsZero() {
			timer.Reset(time.Until(wake))
		}
		answer = func() {}
		select {
		case o := <-d.calls:
			// The timer may have fired too, and either may be taken first: what is
			// due comes before what is requested.
			if now := time.Now(); !wake.IsZero() && !now.Before(wake) {
				d.turn(s, applied, now)
			}
			o.do(s)
			answer = func() { close(o.done) }
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	answer()
	last := s.save(time.Now())
	last.Clean, last.Unclean = true, 0
	d.edges.Keeper.Save(last)
	return nil
}

// turn applies the rules once, passes the result to the edges, and returns when to
// apply them again.
func (d *Device) turn(s *state, applied *applied, now time.Time) (wake time.Time) {
	out, wake := s.step(now)
	applied.apply(out)
	if s.changed {
		s.changed = false
		s.revision++
		d.edges.Keeper.Save(s.save(now))
	}
	d.publish(s, &out, now)
	return wake
}

// applied remembers what the edges were given, and passes on only changes.
type applied struct {
	edges Edges
	out   output
	begun bool
}

func (a *applied) apply(out output) {
	if !a.begun || out.scene != a.out.scene {
		a.edges.Screen.Show(out.scene)
	}
	if !a.begun || out.track != a.out.track || !slices.Equal(out.prepare, a.out.prepare) {
		a.edges.Speaker.Play(out.track, out.prepare...)
	}
	a.out, a.begun = out, true
}

// call runs f on the device's goroutine, after the rules were applied, and returns
// its result once they have been applied again: the changes of f have then taken
// effect, and are in Status.
func call[T any](ctx context.Context, d *Device, f func(*state) (T, error)) (v T, err error) {
	o := order{do: func(s *state) { v, err = f(s) }, done: make(chan struct{})}
	select {
	case d.calls <- o:
		<-o.done // neither f nor the rules ever wait
		return v, err
	case <-d.done:
		return v, ErrStopped
	case <-ctx.Done():
		return v, ctx.Err()
	}
}

// do is call for functions without a result.
func do(ctx context.Context, d *Device, f func(s *state, now time.Time) error) error {
	_, err := call(ctx, d, func(s *state) (struct{}, error) { return struct{}{}, f(s, time.Now()) })
	return err
}

// Identity returns the identity of the device. It never changes.
func (d *Device) Identity() Identity { return d.saved.Identity }

// Stats are counters since the start.
type Stats struct {
	Received uint64 // notifications
	Sent     uint64 // of these, by somebody else than the device itself
	Outcomes map[note.Outcome]uint64
}

// Stats returns counters for /metrics.
func (d *Device) Stats(ctx context.Context) (Stats, error) {
	return call(ctx, d, func(s *state) (Stats, error) {
		return Stats{Received: s.queue.received, Sent: s.queue.sent, Outcomes: maps.Clone(s.queue.outcomes)}, nil
	})
}
