package device

import (
	"context"
	"image"

	"github.com/ledpost/ledpost/render"
)

// Poser is an App that can show what a value of one of its settings looks like, for
// people to choose by.
type Poser interface {
	// Pose returns the picture of a value, at a time of day and with data that are
	// always the same; nil if there is none.
	Pose(setting, value string) render.Widget
}

// Pose returns the picture of a value of a setting of an app, and the panel's size;
// any goroutine may draw it. Errors: ErrNoApp, ErrNoPose.
func (d *Device) Pose(ctx context.Context, pkg, setting, value string) (w render.Widget, size image.Point, err error) {
	w, err = call(ctx, d, func(s *state) (render.Widget, error) {
		r := s.app(pkg)
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
	return w, image.Pt(d.cfg.Width, d.cfg.Height), err
}
