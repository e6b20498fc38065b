// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"context"
	"image"
	"time"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/srgb"
	"github.com/ledpost/ledpost/render"
)

const (
	maxBytes = 1 << 20  // of a picture from the server
	maxFilm  = 16 << 20 // of memory that a picture takes on the panel
)

// brought holds a server's answer: a picture, or the error.
type brought struct {
	picture render.Widget
	dwell   time.Duration // how long it is meant to show
	trouble error
}

// picture makes a widget of data, a picture in one of the formats of package icons, dimmed to
// percent, within the memory for pictures. What begins after dwell, and what the memory on the
// panel has no room for, is left out; the rest goes round and round, as the server's animations
// do, whatever their files say.
func (l link) picture(ctx context.Context, data []byte, percent int, dwell time.Duration) (render.Widget, error) {
	film := icons.Film{Box: l.size, Most: icons.Most{Time: dwell, Bytes: maxFilm}}
	share := l.memory.Hold()
	defer share.Release()
	cost, err := film.Cost(data)
	if err != nil {
		return nil, err
	}
	if err := share.Take(cost); err != nil {
		return nil, err
	}
	ic, err := film.Decode(ctx, data)
	if err != nil {
		return nil, err
	}
	dimmed := map[*image.RGBA]bool{} // equal frames share their picture
	for _, f := range ic.Frames {
		if !dimmed[f.Image] {
			dim(f.Image, percent)
			dimmed[f.Image] = true
		}
	}
	ic.Loops = 0
	return paint.Icon(ic), nil
}

// dim scales the brightness of m to percent.
func dim(m *image.RGBA, percent int) {
	if percent >= fullBrightness {
		return
	}
	var table [256]uint8
	for i := range table {
		table[i] = uint8(255*srgb.Value(srgb.Light(float64(i)/255)*float64(percent)/fullBrightness) + 0.5)
	}
	for i := range m.Pix {
		if i%4 != 3 {
			m.Pix[i] = table[m.Pix[i]]
		}
	}
}
