// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"context"
	"fmt"
	"image/gif"
	"net/http"
	"slices"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
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

// Bounds of a preview.
const (
	sketchLength = 20 * time.Second // of the GIF
	sketchFPS    = 25
)

// postPreview answers with a GIF of one pass of a notification, as the panel
// would show it. Nothing is queued.
func (l *Live) postPreview(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	n, err := wire.ParseNotification(body)
	if err != nil {
		return err
	}
	if err := l.sketch(w, r); err != nil {
		return err
	}
	file, err := l.drawn(r, n)
	if err != nil {
		return err
	}
	if l.lacks(n) {
		w.Header().Set("Retry-After", comesIn)
	}
	w.Header().Set("Content-Type", "image/gif")
	w.Header().Set("Cache-Control", "no-store")
	_, err = w.Write(file)
	return err
}

// drawn returns n as a GIF.
func (l *Live) drawn(r *http.Request, n note.Notification) ([]byte, error) {
	return l.recorded(r, func(ctx context.Context) (film, error) {
		seq, size, err := l.cfg.Device.Preview(ctx, n, sketchLength)
		if err != nil {
			return film{}, err
		}
		return film{seq, record.Options{
			Size: size, Length: min(seq.Length(1), sketchLength), FPS: sketchFPS, Colors: 256, Pixels: sketchPixels,
		}}, nil
	})
}

// lacks reports whether an icon of n is not here yet.
func (l *Live) lacks(n note.Notification) bool {
	return slices.ContainsFunc(n.Frames, func(f note.Frame) bool { return l.cfg.Coming(f.Icon) })
}
