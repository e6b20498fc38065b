// Package device is the one brain: it decides what is on the screen, what is
// heard, how bright it is and what is kept. All state is owned by the goroutine
// in Run; the decision itself is the function step, of the state and the time.
package device

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// Screen shows a scene. Show never blocks; the newest scene wins.
type Screen interface{ Show(render.Scene) }

// Speaker plays the track now, and fetches ahead what waits, the next one first.
// Play never blocks; the newest call wins.
type Speaker interface {
	Play(now sounds.Track, next ...sounds.Track)
}

// Keeper saves what must outlive the process. Save never blocks; the newest
// value wins.
type Keeper interface{ Save(Saved) }

// Edges are where decisions take effect. All are called by Run only.
type Edges struct {
	Screen  Screen
	Speaker Speaker
	Keeper  Keeper
}

// Device is the brain's address: its methods may be called from any goroutine.
// They wait for Run to be started and give up when ctx ends.
type Device struct {
	calls chan func(*state)
	done  chan struct{}
	edges Edges
	cfg   Config
	saved Saved
}

// New returns a device that starts from saved, which comes from a File or is
// made by Fresh.
func New(cfg Config, saved Saved, edges Edges) *Device {
	return &Device{calls: make(chan func(*state)), done: make(chan struct{}), edges: edges, cfg: cfg, saved: saved}
}

// Run decides until ctx ends; it hands the last state to the keeper. It may be
// called once.
func (d *Device) Run(ctx context.Context) error {
	defer close(d.done)
	s := newState(d.cfg, d.saved, time.Now())
	applied := &applied{edges: d.edges}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for ctx.Err() == nil {
		now := time.Now()
		out, wake := s.step(now)
		applied.apply(out)
		if s.changed {
			s.changed = false
			d.edges.Keeper.Save(s.save(now))
		}
		timer.Stop()
		if !wake.IsZero() {
			timer.Reset(time.Until(wake))
		}
		select {
		case f := <-d.calls:
			f(s)
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	d.edges.Keeper.Save(s.save(time.Now()))
	return nil
}

// applied remembers what the edges were told, and tells them only what differs.
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

// call runs f on the device's goroutine, with the state as it is after the
// rules were applied, and returns its answer.
func call[T any](ctx context.Context, d *Device, f func(*state) (T, error)) (v T, err error) {
	answered := make(chan struct{})
	do := func(s *state) {
		v, err = f(s)
		close(answered)
	}
	select {
	case d.calls <- do:
		<-answered // f never waits
		return v, err
	case <-d.done:
		return v, ErrStopped
	case <-ctx.Done():
		return v, ctx.Err()
	}
}

// do is call for what has no answer.
func do(ctx context.Context, d *Device, f func(s *state, now time.Time) error) error {
	_, err := call(ctx, d, func(s *state) (struct{}, error) { return struct{}{}, f(s, time.Now()) })
	return err
}

// Identity returns what the device calls itself. It never changes.
func (d *Device) Identity() Identity { return d.saved.Identity }

// Stats counts since the start.
type Stats struct {
	Waiting  int
	Visible  bool
	Received uint64
	Outcomes map[Outcome]uint64
	Lux      float64 // last reading; NaN before the first
	Level    float64 // brightness now, 0 to 1
	Clock    bool    // the wall clock is plausible
}

// Stats returns counters for /metrics.
func (d *Device) Stats(ctx context.Context) (Stats, error) {
	return call(ctx, d, func(s *state) (Stats, error) {
		lux := math.NaN()
		if s.light.known {
			lux = s.light.raw
		}
		outcomes := make(map[Outcome]uint64, len(s.queue.outcomes))
		for o, n := range s.queue.outcomes {
			outcomes[o] = n
		}
		return Stats{
			Waiting: len(s.queue.waiting), Visible: s.visible != nil, Received: s.queue.received,
			Outcomes: outcomes, Lux: lux, Level: s.level(), Clock: s.cfg.Clock.Plausible(time.Now()),
		}, nil
	})
}
