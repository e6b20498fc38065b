// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/budget"
)

// Bounds of what a picture is turned into.
const (
	minSide       = 8
	maxSide       = 32
	maxPictureOut = 64 // frames
	// maxPictureIn is how many pixels that change are decoded: a Mi takes 40 ms of an x86 server.
	maxPictureIn = 2 << 20
)

// wirePicture is a picture in the form that an editor of icons reads.
type wirePicture struct {
	Size   int         `json:"size"`  // pixels each way
	Total  int         `json:"total"` // frames of the file
	Frames []wireFrame `json:"frames"`
}

// wireFrame is one frame: its time in milliseconds (0 = stands still), and the
// pixels row by row, "" for clear ones.
type wireFrame struct {
	Time   int64    `json:"ms"`
	Pixels []string `json:"pixels"`
}

// postPicture decodes the body, a picture, and answers with its frames fitted
// into a square: the first ones, as far as they are cheap. Nothing is stored.
func (l *Live) postPicture(w http.ResponseWriter, r *http.Request) error {
	side, err := rest.Number(r, "size", minSide, minSide, maxSide) // without one, that of the original's icons
	if err != nil {
		return err
	}
	data, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	if err := l.sketch(w, r); err != nil {
		return err
	}
	out, err := l.decoded(r, data, side)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, out)
}

// decoded returns data, a picture, fitted into a square.
func (l *Live) decoded(r *http.Request, data []byte, side int) (out wirePicture, err error) {
	release, err := l.turn(r)
	if err != nil {
		return out, err
	}
	defer release()
	info, err := icons.Inspect(data)
	if err != nil {
		return out, wire.Complaint("picture: " + err.Error())
	}
	const each = 2 * 16 // bytes of a pixel in the answer: as a string, and as JSON
	answer := int64(min(info.Frames, maxPictureOut) * side * side * each)
	share := budget.Of(r.Context())
	if err := share.Take(info.Bytes + answer); err != nil {
		return out, err
	}
	defer share.Keep(answer)
	picture, err := icons.Picture(r.Context(), data, image.Pt(side, side),
		icons.Most{Frames: maxPictureOut, Pixels: maxPictureIn})
	if r.Context().Err() != nil {
		return out, r.Context().Err()
	}
	if err != nil {
		return out, wire.Complaint("picture: " + strings.TrimPrefix(err.Error(), "icons: "))
	}
	out = pictureObject(picture, side)
	out.Total = info.Frames
	return out, nil
}

func pictureObject(ic *icons.Icon, side int) wirePicture {
	out := wirePicture{Size: side}
	for _, f := range ic.Frames {
		pixels := make([]string, side*side)
		for i := range pixels {
			if p := f.Image.Pix[4*i:]; p[3] != 0 {
				pixels[i] = fmt.Sprintf("#%02X%02X%02X", p[0], p[1], p[2]) // as it is seen on black
			}
		}
		out.Frames = append(out.Frames, wireFrame{f.Delay.Milliseconds(), pixels})
	}
	return out
}

const (
	maxScale  = 64
	maxPixels = 1 << 20 // of a scaled frame
)

// scaleOf returns the scale in the query for a picture of that size; 1 without it.
func scaleOf(r *http.Request, size image.Point) (int, error) {
	most := 1
	for most < maxScale && size.X*size.Y*(most+1)*(most+1) <= maxPixels {
		most++
	}
	return rest.Number(r, "scale", 1, 1, most)
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
	return rest.WriteFile(w, "image/png", picture)
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
