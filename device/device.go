// SPDX-License-Identifier: Apache-2.0

// Package device is the core of the program: it decides the picture, the sound, the
// brightness and the saved state. All state is owned by the goroutine in Run; the
// decision itself is the function step, of the state and the time.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package device

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/latest"
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
	edges     Edges
	cfg       Config
	saved     Saved
	catalogue []About

	calls    chan order
	done     chan struct{}          // closed when Run has ended
	name     atomic.Pointer[string] // nil = the name in saved
	status   atomic.Pointer[Status]
	overview atomic.Pointer[dated]
}

// New returns a device that starts from saved, which comes from a Keeper or
// is made by Fresh.
func New(cfg Config, saved Saved, edges Edges) *Device {
	d := &Device{edges: edges, cfg: cfg, saved: saved, calls: make(chan order), done: make(chan struct{})}
	for _, app := range cfg.Apps {
		d.catalogue = append(d.catalogue, app.About())
	}
	d.status.Store(&Status{})
	d.overview.Store(&dated{})
	return d
}

// Run makes decisions until ctx ends, and then passes the last state to the keeper.
// It may be called once.
func (d *Device) Run(ctx context.Context) error {
	defer close(d.done)
	s := newState(d.cfg, d.saved, time.Now())
	defer s.watchers.close()
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
			// The timer may have fired too, and either may be taken first: due
			// work comes before requests.
			if now := time.Now(); !wake.IsZero() && !now.Before(wake) {
				d.turn(s, applied, now)
			}
			o.do(s)
			s.called = s.called || s.changed
			answer = func() { close(o.done) }
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	d.overview.Store(&dated{}) // whoever asks now is told that the device has ended
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
		saved := s.save(now)
		saved.Called, s.called = s.called, false
		d.edges.Keeper.Save(saved)
	}
	s.survey(d, now, wake) // before the watchers, who may ask for it
	s.publish(d, &out, now)
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

// Identity returns the identity of the device, of which only the name can change. Any
// goroutine may call it.
func (d *Device) Identity() Identity {
	id := d.saved.Identity
	if name := d.name.Load(); name != nil {
		id.Name = *name
	}
	return id
}

// Rename gives the device another name, which Identity returns once watchers know
// it. The configuration keeps it, not the device.
func (d *Device) Rename(ctx context.Context, name string) error {
	return perform(ctx, d, func(s *state, _ time.Time) {
		d.name.Store(&name)
		s.identity.Name, s.changed = name, true
	})
}

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

// Status returns what the device does. It never waits: what a call changed is in the
// status as soon as the call has returned.
func (d *Device) Status() Status { return *d.status.Load() }

// SetNotice sets what the device itself wants people to know, beside the notices of
// its apps; "" is nothing.
func (d *Device) SetNotice(ctx context.Context, text string) error {
	return perform(ctx, d, func(s *state, _ time.Time) { s.notice = text })
}

// Watch returns a channel of the newest status: the current one at once, then each new
// one. A slow reader misses those in between. The channel is closed when ctx or the
// device ends.
func (d *Device) Watch(ctx context.Context) <-chan Status {
	box := latest.New[Status]()
	err := perform(ctx, d, func(s *state, _ time.Time) {
		s.watchers[box] = true
		box.Put(d.Status())
	})
	if err != nil {
		close(box)
		return box
	}
	context.AfterFunc(ctx, func() {
		// fails when Run has ended, which closes all channels
		_ = perform(context.Background(), d, func(s *state, _ time.Time) {
			delete(s.watchers, box)
			close(box)
		})
	})
	return box
}

// Wake applies the rules now, because the wall clock was set.
func (d *Device) Wake(ctx context.Context) error {
	return perform(ctx, d, func(*state, time.Time) {})
}

// Post is a Post: with it pollers give their app what they fetched.
func (d *Device) Post(ctx context.Context, f func(now time.Time)) error {
	return perform(ctx, d, func(_ *state, now time.Time) { f(now) })
}

// order is something that a call wants Run to do.
type order struct {
	do   func(*state)
	done chan struct{} // closed when the rules have been applied after it
}

// call runs f on the device's goroutine, after the rules were applied, and returns
// its result once they have been applied again: the changes of f have then taken
// effect, and are in Status.
func call[T any](ctx context.Context, d *Device, f func(*state) (T, error)) (v T, err error) {
	if ctx.Err() != nil { // else the choice below is by chance
		return v, ctx.Err()
	}
	o := order{do: func(s *state) { v, err = f(s) }, done: make(chan struct{})}
	select {
	case d.calls <- o:
		// Not given up when ctx ends: f writes v and err. Neither f nor the rules ever wait.
		<-o.done
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

// perform is do for functions that cannot fail.
func perform(ctx context.Context, d *Device, f func(s *state, now time.Time)) error {
	return do(ctx, d, func(s *state, now time.Time) error { f(s, now); return nil })
}
