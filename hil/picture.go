// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"time"
)

// Picture returns what a notification, in the form of the API, shows on the panel at
// an instant counted from its beginning: the picture that the panel's driver gets. It
// ends the test if the notification or the panel is wrong.
func Picture(t T, p PanelConfig, notification string, at time.Duration) *image.RGBA {
	t.Helper()
	cfg, size, kind := p.spec(t)
	film := newFilm(t, cfg, size, kind, notification)
	return film.picture(at)
}

// simulated is the size of the simulator.
var simulated = image.Pt(37, 8)

// sizeOf returns the size of a panel, the simulator's without a panel.
func sizeOf(size image.Point) image.Point {
	if size == (image.Point{}) {
		return simulated
	}
	return size
}

// Picture returns what the device shows now, as its page shows it.
func (d *Device) Picture() *image.RGBA {
	d.t.Helper()
	m, err := decode(d.call("GET", "/live/frame.png", ""))
	if err != nil {
		d.t.Fatalf("hil: the picture of the device: %v", err)
	}
	out := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// decode reads a PNG of at most maxSide pixels to each side.
func decode(file []byte) (image.Image, error) {
	head, err := png.DecodeConfig(bytes.NewReader(file))
	if err == nil && (head.Width > maxSide || head.Height > maxSide) {
		err = fmt.Errorf("it has %d×%d pixels, want at most %d to each side", head.Width, head.Height, maxSide)
	}
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(file))
}

// asText draws a picture with one character for each pixel: '.' dark, '+' dim, '#'
// bright.
func asText(m image.Image) string {
	var s strings.Builder
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBA64Model.Convert(m.At(x, y)).(color.NRGBA64)
			s.WriteByte(".+#"[(int(max(c.R, c.G, c.B)>>8)+127)/128])
		}
		s.WriteByte('\n')
	}
	return s.String()
}
