package device

import (
	"context"
	"image"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// Preview returns what the panel, of the size returned, would show of a valid
// notification, in the look of now. Nothing is queued, and any goroutine may draw
// it. n must not be changed afterwards.
func (d *Device) Preview(ctx context.Context, n note.Notification) (*render.Sequence, image.Point, error) {
	painter, err := call(ctx, d, func(s *state) (paint.Painter, error) { return s.cfg.painter(s.look()), nil })
	if err != nil {
		return nil, image.Point{}, err
	}
	return painter.Picture(&n), painter.Size, nil
}
