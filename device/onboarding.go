// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"time"

	"github.com/ledpost/ledpost/render"
)

// Guide shows pages, one after another, in place of the apps until EndGuide, another
// Guide, or a press of a button, which closes the channel that it returns. Notifications,
// streams, the mood light and urgent views of apps are shown as ever; a
// display that is off shows the guide, because it is there only for a person in front of
// it. If no page fits the panel, the apps are shown.
func (d *Device) Guide(ctx context.Context, pages []GuidePage) (pressed <-chan struct{}, err error) {
	return call(ctx, d, func(s *state) (<-chan struct{}, error) {
		over := make(chan struct{})
		s.guide = nil
		if steps := guideSteps(s.plainPainter(), pages); len(steps) > 0 {
			passes := render.NewSequence(render.Step{}, 0, s.look().Transition.Render(), steps...)
			s.guide = &guide{root: passes, start: time.Now(), over: over}
		}
		return over, nil
	})
}

// EndGuide takes the guide from the panel.
func (d *Device) EndGuide(ctx context.Context) error {
	return do(ctx, d, func(s *state, _ time.Time) error {
		s.guide = nil
		return nil
	})
}

// New reports whether nobody has used the device yet.
func (d *Device) New(ctx context.Context) (bool, error) {
	return call(ctx, d, func(s *state) (bool, error) { return s.set.New, nil })
}

// Used keeps for good that somebody uses the device.
func (d *Device) Used(ctx context.Context) error {
	return do(ctx, d, func(s *state, _ time.Time) error {
		s.mark(s.set.New)
		s.set.New = false
		return nil
	})
}
