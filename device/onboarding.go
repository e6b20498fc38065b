// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"time"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

// A GuidePage is one of the pictures with which the device says what to do.
type GuidePage struct {
	Text string // what it says; beside the code, if there is room
	Link string // the address alone, beside a sign of Wi-Fi, where the text would scroll; "" = the text scrolls
	Code string // a QR code of this text; "" = none. The page is left out if the panel is too small for it
}

// guide is what the panel says to whoever sets the device up.
type guide struct {
	root  *render.Sequence
	start time.Time
	greet time.Duration // from start, a film that a press skips; 0 = no film
	over  chan struct{} // closed when a button was pressed
}

// codeStands is how long the page of a code is shown: time to take out a phone.
const codeStands = 15 * time.Second

// guideStands is the shortest time for which a page of text is shown.
const guideStands = 4 * time.Second

// guideSteps draws those pages that the panel has room for.
func guideSteps(painter paint.Painter, pages []GuidePage) (steps []render.Step) {
	for _, p := range pages {
		if p.Code == "" {
			w, stands := painter.Frame(plainText(p.Text))
			if pass, _ := render.Reading(w); pass > 0 && p.Link != "" {
				f := plainText(p.Link)
				f.Icon, _ = icons.Parse("device-wifi") // cannot fail: the name is valid
				w, stands = painter.Frame(f)
			}
			steps = append(steps, render.Step{Widget: w, For: max(stands, guideStands)})
			continue
		}
		if w := painter.Code(paint.Code{Text: p.Code, Caption: p.Text}); w != nil {
			steps = append(steps, render.Step{Widget: w, For: codeStands})
		}
	}
	return steps
}

// Guide shows pages, one after another, in place of the apps until EndGuide, another
// Guide, or a press of a button, which closes the channel that it returns. Notifications,
// streams, the mood light and urgent views of apps are shown as ever; a
// display that is off shows the guide, because it is there only for a person in front of
// it. If no page fits the panel, the apps are shown. The first guide of a new device begins with a film.
func (d *Device) Guide(ctx context.Context, pages []GuidePage) (pressed <-chan struct{}, err error) {
	return call(ctx, d, func(s *state) (<-chan struct{}, error) {
		over, was, now := make(chan struct{}), s.guide, time.Now()
		s.guide = nil
		if steps := guideSteps(s.plainPainter(), pages); len(steps) > 0 {
			g := &guide{start: now, over: over}
			lead := s.greeting(g, was)
			g.root = render.NewSequence(lead, 0, s.look().Transition.Render(), steps...)
			s.guide = g
		}
		return over, nil
	})
}

// greeting returns the film that a new device shows once in its life, before the guide g. A guide that replaces another
// one amid the film goes on with it.
func (s *state) greeting(g, was *guide) render.Step {
	switch {
	case was != nil && was.greet > g.start.Sub(was.start):
		g.start = was.start
	case !s.set.New || s.set.Greeted:
		return render.Step{}
	}
	s.mark(!s.set.Greeted)
	s.set.Greeted = true
	g.greet = effects.GreetingLasts
	return render.Step{Widget: effects.NewGreeting(s.cfg.size(), s.cfg.PanelType == Monochrome), For: g.greet}
}

// EndGuide takes the guide from the panel.
func (d *Device) EndGuide(ctx context.Context) error {
	return perform(ctx, d, func(s *state, _ time.Time) { s.guide = nil })
}

// New reports whether nobody has used the device yet.
func (d *Device) New(ctx context.Context) (bool, error) {
	return call(ctx, d, func(s *state) (bool, error) { return s.set.New, nil })
}

// Used keeps for good that somebody uses the device.
func (d *Device) Used(ctx context.Context) error {
	return perform(ctx, d, func(s *state, _ time.Time) {
		s.mark(s.set.New)
		s.set.New = false
	})
}

// Welcome returns the step of the page's welcome that comes next, "" if it has not begun.
func (d *Device) Welcome(ctx context.Context) (string, error) {
	return call(ctx, d, func(s *state) (string, error) { return s.set.Welcome, nil })
}

// SetWelcome keeps the step of the page's welcome that comes next, so that another browser goes on there.
func (d *Device) SetWelcome(ctx context.Context, step string) error {
	return perform(ctx, d, func(s *state, _ time.Time) {
		s.mark(s.set.Welcome != step)
		s.set.Welcome = step
	})
}

// guided reports whether the guide is what the panel shows, or would show if there were
// no notification and no question.
func (s *state) guided() bool {
	return s.guide != nil && s.stream.root == nil && !s.moodShows() && s.apps.front(s.widgets) == ""
}
