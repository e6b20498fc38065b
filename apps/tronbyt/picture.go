// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"bytes"
	"fmt"
	"image"
	"time"

	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/icons/webp"
	"github.com/ledpost/ledpost/internal/srgb"
	"github.com/ledpost/ledpost/render"
)

// maxPicture is how many pixels all frames of a picture on the panel may have: 16 MiB.
const maxPicture = 4 << 20

// brought holds a server's answer: a picture, or the error.
type brought struct {
	picture render.Widget
	dwell   time.Duration // how long it is meant to show
	trouble error
}

// picture is pictureOf for the panel, within the memory for pictures.
func (l link) picture(data []byte, percent int) (render.Widget, error) {
	share := l.memory.Hold()
	defer share.Release()
	cost, err := costOf(data)
	if err != nil {
		return nil, err
	}
	if err := share.Take(cost); err != nil {
		return nil, err
	}
	return pictureOf(data, l.size, percent)
}

// costOf returns the bytes of memory that decodePicture takes.
func costOf(data []byte) (int64, error) {
	if bytes.HasPrefix(data, []byte("RIFF")) {
		return webp.Cost(data)
	}
	f, err := icons.Inspect(data)
	return f.Bytes + 4*int64(f.Size.X*f.Size.Y)*int64(f.Frames), err
}

// pictureOf makes a widget of data for a panel, dimmed to percent.
func pictureOf(data []byte, size image.Point, percent int) (render.Widget, error) {
	ic, err := decodePicture(data)
	if err != nil {
		return nil, err
	}
	if n := len(ic.Frames) * size.X * size.Y; n > maxPicture {
		return nil, fmt.Errorf("%d frames are too many for this panel", len(ic.Frames))
	}
	var frames []*image.RGBA
	var delays []time.Duration
	for _, f := range ic.Fill(size).Frames {
		dim(f.Image, percent)
		frames, delays = append(frames, f.Image), append(delays, f.Delay)
	}
	return render.NewAnimation(frames, delays, ic.Loops), nil
}

// decodePicture decodes WebP and, for other servers, PNG and GIF.
func decodePicture(data []byte) (*icons.Icon, error) {
	if bytes.HasPrefix(data, []byte("RIFF")) {
		return webp.Decode(data)
	}
	return icons.Decode(data)
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
