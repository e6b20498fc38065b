// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strconv"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/budget"
)

const (
	maxScale  = 64
	maxPixels = 1 << 20 // of a scaled frame
)

// scaleOf returns the scale in the query for a picture of that size; 1 without it.
func scaleOf(r *http.Request, size image.Point) (int, error) {
	text := r.URL.Query().Get("scale")
	if text == "" {
		return 1, nil
	}
	most := 1
	for most < maxScale && size.X*size.Y*(most+1)*(most+1) <= maxPixels {
		most++
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		var f wire.Faults
		f.Add("scale", fmt.Sprintf("%s, want 1 to %d", wire.Excerpt([]byte(strconv.Quote(text))), most))
		return 0, f.Err()
	}
	return n, nil
}

// writePicture answers with a PNG of the panel's size times the scale that is asked for. It is
// drawn and made when its turn has come.
func (l *Live) writePicture(w http.ResponseWriter, r *http.Request, draw func(scale int) (*image.RGBA, error)) error {
	scale, err := scaleOf(r, l.cfg.Device.Size())
	if err != nil {
		return err
	}
	picture, err := l.encodePicture(r, scale, draw)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "no-store")
	_, err = w.Write(picture)
	return err
}

func (l *Live) encodePicture(r *http.Request, scale int, draw func(scale int) (*image.RGBA, error)) ([]byte, error) {
	release, err := l.turn(r)
	if err != nil {
		return nil, err
	}
	defer release()
	const each = 4 + 1 // bytes of a pixel: in the picture, and in the file
	share, size := budget.Of(r.Context()), l.cfg.Device.Size().Mul(scale)
	if err := share.Take(int64(each * size.X * size.Y)); err != nil {
		return nil, err
	}
	m, err := draw(scale)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, m); err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	share.Keep(int64(out.Cap()))
	return out.Bytes(), nil
}
