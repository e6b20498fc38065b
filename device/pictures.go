// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"image"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/testcard"
)

// Size returns the panel's size in pixels.
func (d *Device) Size() image.Point { return image.Pt(d.cfg.Width, d.cfg.Height) }

// Preview returns what the panel, of the size returned, would show of a valid
// notification, in the look of now, for the time show at least: frames that come later
// may be missing. Nothing is queued, and any goroutine may draw it. n must not be changed
// afterwards.
func (d *Device) Preview(
	ctx context.Context, n note.Notification, show time.Duration,
) (*render.Sequence, image.Point, error) {
	painter, err := call(ctx, d, func(s *state) (paint.Painter, error) { return s.cfg.painter(s.look()), nil })
	if err != nil {
		return nil, image.Point{}, err
	}
	return painter.Beginning(&n, show), painter.Size, nil
}

// Snapshot returns what a widget would show now, undimmed, whether or not it is on the
// panel: a picture of the panel's size, dark if the widget has nothing to show.
// Error: ErrNoWidget.
func (d *Device) Snapshot(ctx context.Context, widget string) (*image.RGBA, error) {
	type moment struct {
		view View
		now  time.Time
		size image.Point
	}
	m, err := call(ctx, d, func(s *state) (moment, error) {
		w, ok := s.widgets.Get(widget)
		if !ok {
			return moment{}, ErrNoWidget
		}
		return moment{s.apps.view(w), time.Now(), s.cfg.size()}, nil
	})
	if err != nil {
		return nil, err
	}
	picture := image.NewRGBA(image.Rectangle{Max: m.size})
	render.Clear(picture)
	if m.view.Root != nil { // any goroutine may draw it
		m.view.Root.Draw(picture, image.Point{}, m.now.Sub(m.view.Start))
	}
	return picture, nil
}

// Pose returns the picture of a value of a setting of an app, and the panel's size;
// any goroutine may draw it. Errors: ErrNoApp, ErrNoPose.
func (d *Device) Pose(ctx context.Context, pkg, setting, value string) (w render.Widget, size image.Point, err error) {
	w, err = call(ctx, d, func(s *state) (render.Widget, error) {
		r := s.apps.find(pkg)
		if r == nil {
			return nil, ErrNoApp
		}
		if p, ok := r.app.(Poser); ok {
			if w := p.Pose(setting, value); w != nil {
				return w, nil
			}
		}
		return nil, ErrNoPose
	})
	return w, d.Size(), err
}

// MaxTest is the longest time that a test pattern shows.
const MaxTest = 5 * time.Minute

// test is a test pattern on the panel.
type test struct {
	id    uint64 // of the scene
	root  render.Widget
	start time.Time
	until time.Time
	below bool   // it gives way to critical notifications
	says  string // its text, of ShowDigits
}

// at returns the test pattern that shows at now: t until its time is over. t may be nil.
func (t *test) at(now time.Time) *test {
	if t != nil && !t.until.After(now) {
		return nil
	}
	return t
}

// Test shows a test pattern for the time show, at most MaxTest, over everything, also on
// a display that is off; 0 ends it. While it shows, notifications wait, but a critical alert of an app ends it.
func (d *Device) Test(ctx context.Context, p testcard.Pattern, show time.Duration) error {
	return perform(ctx, d, func(s *state, now time.Time) {
		s.test = nil
		if show = min(show, MaxTest); show > 0 {
			s.showings++
			s.test = &test{id: s.showings, root: testcard.New(p, s.cfg.size()), start: now, until: now.Add(show)}
		}
	})
}

// MaxTry is how long something can be tried at a time.
const MaxTry = 20 * time.Second

// Try shows a picture for the time show, at most MaxTry, over everything but critical
// notifications, also on a display that is off: who tries something looks at the panel. A
// newer one replaces it, and 0 ends it; a test pattern stays. Nothing is kept.
func (d *Device) Try(ctx context.Context, root render.Widget, show time.Duration) error {
	return perform(ctx, d, func(s *state, now time.Time) {
		if s.test != nil && !s.test.below {
			return
		}
		s.test = nil
		if show = min(show, MaxTry); show > 0 {
			s.showings++
			s.test = &test{id: s.showings, root: root, start: now, until: now.Add(show), below: true}
		}
	})
}

// ShowDigits shows a few digits as large as the panel has room for, for the time show, at
// most MaxTry, as Try does; the same digits go on. A question, whose button somebody may be
// looking for, stays. "" ends it.
func (d *Device) ShowDigits(ctx context.Context, digits string, show time.Duration) error {
	return perform(ctx, d, func(s *state, now time.Time) {
		until := now.Add(min(show, MaxTry))
		switch shown := s.test != nil && s.test.says != ""; {
		case digits == "" && shown:
			s.test = nil
		case digits == "", s.test != nil && !shown, s.prompt.pending(now):
		case shown && s.test.says == digits:
			s.test.until = until
		default:
			s.showings++
			painter := s.plainPainter()
			root := painter.Picture(&note.Notification{Frames: []note.Frame{*plainText(digits)}})
			s.test = &test{id: s.showings, root: root, start: now, until: until, below: true, says: digits}
		}
	})
}
