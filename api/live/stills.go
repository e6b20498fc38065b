// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/enlarge"
)

// maxStills is how many pictures of one pass may be asked for.
const maxStills = 8

// between is the line between two stills, on which no panel has a pixel.
var between = color.RGBA{0x40, 0x40, 0x40, 0xff}

// writeStills answers with one PNG of count moments of a notification's pass, which are equally
// far apart, one below the other.
func (l *Live) writeStills(w http.ResponseWriter, r *http.Request, n note.Notification, count int) error {
	size := l.cfg.Device.Size()
	size.Y = count*(size.Y+1) - 1
	scale, err := scaleOf(r, size)
	if err != nil {
		return err
	}
	file, err := l.strip(r, n, count, scale)
	if err != nil {
		return err
	}
	if l.lacks(n) {
		w.Header().Set("Retry-After", comesIn)
	}
	return rest.WriteFile(w, "image/png", file)
}

// strip draws the stills when their turn has come.
func (l *Live) strip(r *http.Request, n note.Notification, count, scale int) ([]byte, error) {
	release, err := l.turn(r)
	if err != nil {
		return nil, err
	}
	defer release()
	const each = 2*4 + 1 // bytes of a pixel: in the picture, enlarged, and in the file
	size, share := l.cfg.Device.Size(), budget.Of(r.Context())
	if err := share.Take(int64(painted + each*size.X*count*(size.Y+1)*scale*scale)); err != nil {
		return nil, err
	}
	ctx, done := rest.Patience(r)
	defer done()
	seq, _, err := l.cfg.Device.Preview(ctx, n, sketchLength)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	strip := enlarge.Squares(stills(ctx, seq, size, count), scale)
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, strip); err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	share.Keep(int64(out.Cap()))
	return out.Bytes(), nil
}

// stills draws count moments of the first pass of seq. Those that ctx leaves no time for stay dark.
func stills(ctx context.Context, seq *render.Sequence, size image.Point, count int) *image.RGBA {
	length := min(seq.Length(1), sketchLength)
	strip := image.NewRGBA(image.Rect(0, 0, size.X, count*(size.Y+1)-1))
	draw.Draw(strip, strip.Rect, image.NewUniform(between), image.Point{}, draw.Src)
	for i := range count {
		one := strip.SubImage(image.Rectangle{Max: size}.Add(image.Pt(0, i*(size.Y+1)))).(*image.RGBA)
		draw.Draw(one, one.Rect, image.Black, image.Point{}, draw.Src)
		if ctx.Err() == nil {
			seq.Draw(one, one.Rect.Min, length*time.Duration(2*i+1)/time.Duration(2*count))
		}
	}
	return strip
}
