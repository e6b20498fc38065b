// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"context"
	"fmt"
	"image/gif"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/record"
)

// Bounds of a GIF that is drawn for one request.
const (
	sketchTime   = 1500 * time.Millisecond // for drawing it, or it ends earlier
	sketchPixels = 8 << 20                 // of all frames together, a byte each

	palette = 6 << 10 // bytes of the palette of a frame of the GIF, in memory
	painted = 2 << 20 // bytes of what is painted and not drawn yet: of few texts at a time
)

// film is what becomes a GIF.
type film struct {
	root    render.Widget
	options record.Options
}

// bytes returns how many a GIF takes at most while it is made: its frames, and the file.
func (f *film) bytes() int64 {
	o := f.options
	frames := int(o.Length.Seconds()*float64(o.FPS)) + 1
	return int64(2*min(o.Pixels, frames*o.Size.X*o.Size.Y) + frames*palette)
}

// recorded returns the GIF of what paint returns. Nothing is painted before its turn has
// come and there is memory for it: those that wait hold no pictures. The file counts until the
// request has been answered.
func (l *Live) recorded(r *http.Request, paint func(context.Context) (film, error)) ([]byte, error) {
	release, err := l.turn(r)
	if err != nil {
		return nil, err
	}
	defer release()
	share := budget.Of(r.Context())
	if err := share.Take(painted); err != nil {
		return nil, err
	}
	patient, done := rest.Patience(r)
	defer done()
	f, err := paint(patient)
	if err != nil {
		return nil, err
	}
	if err := share.Take(f.bytes()); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), sketchTime)
	defer cancel()
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, record.GIF(ctx, f.root, f.options)); err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	share.Keep(int64(out.Cap()))
	return out.Bytes(), nil
}
