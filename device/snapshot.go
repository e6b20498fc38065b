package device

import (
	"context"
	"image"
	"time"

	"github.com/ledpost/ledpost/render"
)

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
		w, ok := s.widget(widget)
		if !ok {
			return moment{}, ErrNoWidget
		}
		return moment{s.view(w), time.Now(), image.Pt(s.cfg.Width, s.cfg.Height)}, nil
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
