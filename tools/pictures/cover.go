// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"math"
)

// cover returns the cover of an invented album, a yellow moon and its light on waves, as a
// data URI for note.Playing.
func cover() string {
	const side = 96 // pixels: four for each pixel of an icon on 64×32
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			m.SetRGBA(x, y, coverAt(float64(x)/side, float64(y)/side))
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m) // cannot fail: the buffer takes all
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

// coverAt returns the colour of a point of the cover; both coordinates go from 0 to 1.
func coverAt(x, y float64) color.RGBA {
	const horizon, middle, radius = 0.62, 0.5, 0.27
	if y < horizon {
		if math.Hypot(x-middle, y-0.4) < radius {
			return color.RGBA{255, uint8(230 - 150*y), 60, 255}
		}
		return color.RGBA{uint8(30 + 150*y), uint8(20 + 40*y), uint8(90 + 60*y), 255}
	}
	depth := (y - horizon) / (1 - horizon)
	if math.Abs(x-middle) < (0.24-0.14*depth)*(0.6+0.4*math.Sin(40*depth)) {
		return color.RGBA{255, 150, 50, 255}
	}
	return color.RGBA{10, uint8(70 - 40*depth), uint8(150 - 80*depth), 255}
}
