// SPDX-License-Identifier: Apache-2.0

package render

import (
	"bytes"
	"context"
	"image"
	"log/slog"
	"time"

	"github.com/ledpost/ledpost/internal/latest"
)

// FPS is how many frames a second a moving picture gets.
const FPS = 60

// Loop draws the newest scene on a panel: at FPS while it moves, not at all
// while nothing changes.
type Loop struct {
	// Immutable.
	panel  Panel
	log    *slog.Logger
	scenes latest.Box[Scene]
	woken  chan struct{} // one signal for any number of wakes
	pace   pacer
	stats  Stats
	pings  chan chan struct{}

	// Owned by Run.
	scene        Scene
	entered      time.Time // when its transition began; zero = over
	old, new     *image.RGBA
	frame, shown *image.RGBA
	level        float64     // the panel's
	dirty        bool        // shown is not what the panel shows
	under        *image.RGBA // the last drawing, without the layers in front of it
	fronted      bool        // something was
	began        time.Time   // when the last frame was begun
}

// NewLoop returns a loop for panel; Run starts it.
func NewLoop(panel Panel, log *slog.Logger) *Loop {
	b := panel.Bounds()
	return &Loop{
		panel: Dimmed(panel), log: log, scenes: latest.New[Scene](), woken: make(chan struct{}, 1), pace: newPacer(),
		frame: image.NewRGBA(b), shown: image.NewRGBA(b), old: image.NewRGBA(b), new: image.NewRGBA(b),
		under: image.NewRGBA(b), level: -1, pings: make(chan chan struct{}),
	}
}

// Show makes s the scene. It never blocks; one goroutine may call it.
func (l *Loop) Show(s Scene) { l.scenes.Put(s) }

// Wake makes the loop draw the scene again although nothing in it is due: a [Live] has a
// new picture. It never blocks; any goroutine may call it, as often as it likes.
func (l *Loop) Wake() {
	select {
	case l.woken <- struct{}{}:
	default:
	}
}

// Alive returns nil once the loop has completed a round: for a watchdog. Any
// goroutine may call it.
func (l *Loop) Alive(ctx context.Context) error {
	answer := make(chan struct{})
	select {
	case l.pings <- answer:
		<-answer
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Stats may be read by any goroutine while Run runs.
func (l *Loop) Stats() *Stats { return &l.stats }

// Run draws until ctx ends, then leaves the panel dark. It keeps its OS thread
// to itself and asks for real-time scheduling.
func (l *Loop) Run(ctx context.Context) error {
	l.pace.start(l.log)
	defer l.pace.stop()
	var due time.Time
	for ctx.Err() == nil {
		next, moving := l.step(due)
		due = l.wait(ctx, next, moving)
	}
	// No level is -1, so this is drawn also when the picture is black already.
	l.scene, l.level = Scene{}, -1
	l.draw(l.pace.now())
	return nil
}

// step draws the frame that was due (zero: a scene came while none was due), and
// returns when the next one is.
func (l *Loop) step(due time.Time) (next time.Time, moving bool) {
	// A scene that came during the sleep is drawn now and not a frame later.
	select {
	case s := <-l.scenes:
		l.enter(s)
	case ping := <-l.pings:
		close(ping)
	default:
	}
	select {
	case <-l.woken: // what it was for is drawn now
	default:
	}
	woke := l.pace.now()
	l.began = woke
	l.draw(woke)
	if !due.IsZero() {
		l.stats.frame(woke.Sub(due), l.pace.now().Sub(woke))
	}
	return l.next(woke)
}

// enter makes s the scene. A scene with another ID enters by its transition from the
// current picture, and the first step of it is visible at once.
func (l *Loop) enter(s Scene) {
	if s.ID != l.scene.ID && s.Enter.Style != Cut && s.Enter.For > 0 {
		// The current picture is frozen here, even in the middle of another
		// transition. The transition starts one frame ahead: at 0 the new
		// scene would become visible a frame late.
		seen := l.shown
		if l.fronted { // which does not take part in transitions
			seen = l.under
		}
		copy(l.old.Pix, seen.Pix)
		l.entered = l.pace.now().Add(-time.Second / FPS)
	}
	l.scene = s
}

// draw updates the panel to now.
func (l *Loop) draw(now time.Time) {
	l.compose(now)
	// Most frames of a slow text equal the one before, and comparing is cheaper
	// than sending.
	if l.scene.Level == l.level && !l.dirty && bytes.Equal(l.frame.Pix, l.shown.Pix) {
		return
	}
	err := l.panel.(Dimmer).SetBrightness(l.scene.Level)
	if err == nil {
		err = l.panel.Draw(l.frame.Bounds(), l.frame, l.frame.Bounds().Min)
	}
	if err != nil && !l.dirty {
		l.log.Error("the panel refuses the frame", "err", err)
	}
	// After an error the panel may show anything: the next frame is sent in any
	// case, and only the first of several errors in a row is logged.
	l.level, l.dirty = l.scene.Level, err != nil
	l.frame, l.shown = l.shown, l.frame
	l.stats.drawn.Add(1)
}

// compose draws the scene, or the transition to it, into frame.
func (l *Loop) compose(now time.Time) {
	if done := l.progress(now); done >= 1 {
		l.scene.draw(l.frame, now)
	} else {
		l.scene.draw(l.new, now)
		l.scene.Enter.compose(l.frame, l.old, l.new, done, l.scene.ID)
	}
	if l.fronted = l.scene.Front != nil; l.fronted {
		copy(l.under.Pix, l.frame.Pix)
		l.scene.Front.Draw(l.frame, l.frame.Rect.Min, now.Sub(l.scene.FrontStart))
	}
}

// progress returns how much of the transition is over at now.
func (l *Loop) progress(now time.Time) float64 {
	if l.entered.IsZero() {
		return 1
	}
	done := float64(now.Sub(l.entered)) / float64(l.scene.Enter.For)
	// The same scene may have come again without a transition: For is 0 then, and
	// done NaN, which compares false with 1.
	if done >= 1 || l.scene.Enter.For <= 0 {
		l.entered = time.Time{}
		return 1
	}
	return done
}

// next returns when the picture may change by itself.
func (l *Loop) next(now time.Time) (at time.Time, moving bool) {
	if !l.entered.IsZero() { // at every frame until it is over
		return now, true
	}
	return l.scene.next(now)
}

// wait sleeps until the frame for the instant next is due, and returns when that is. If
// a scene comes while none is due, it returns zero. What moves by itself has its frames
// on a grid of 1/FPS. A Wake has its frame at once, which is up to 1/FPS sooner than
// on the grid, but no sooner than 1/FPS after the last one.
func (l *Loop) wait(ctx context.Context, next time.Time, moving bool) (due time.Time) {
	if !moving {
		if l.idle(ctx, nil) != asked {
			return time.Time{}
		}
		due = l.soonest()
		l.pace.sleep(due)
		return due
	}
	due = l.pace.frame(next)
	// Sleep exactly until a frame that is due soon; before that look for scenes.
	if early := due.Sub(l.pace.now()) - time.Second/FPS; early > 0 {
		timer := time.NewTimer(early)
		defer timer.Stop()
		switch l.idle(ctx, timer.C) {
		case disturbed:
			return time.Time{}
		case asked:
			due = l.soonest()
		}
	}
	l.pace.sleep(due)
	return due
}

// soonest returns when the next frame may be.
func (l *Loop) soonest() time.Time {
	now, next := l.pace.now(), l.began.Add(time.Second/FPS)
	if next.Before(now) {
		return now
	}
	return next
}

// A waking is the reason why idle returned.
type waking uint8

const (
	disturbed waking = iota // by a scene, a ping or the end
	asked                   // to draw the scene again
	timed                   // by the clock
)

// idle blocks until something wakes the loop; c is the clock, nil for none.
func (l *Loop) idle(ctx context.Context, c <-chan time.Time) waking {
	select {
	case s := <-l.scenes:
		l.enter(s)
	case ping := <-l.pings:
		close(ping)
	case <-ctx.Done():
	case <-l.woken:
		return asked
	case <-c:
		return timed
	}
	return disturbed
}
