// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
)

// checkPicture reads the header of an encoded area before any memory is
// allocated for it: the picture must have the size of the area. Raw areas pass.
func checkPicture(encoding uint8, data []byte, size image.Point) error {
	if encoding == encodingRaw {
		return nil
	}
	head, err := map[uint8]func(*bytes.Reader) (image.Config, error){
		encodingPNG:  func(r *bytes.Reader) (image.Config, error) { return png.DecodeConfig(r) },
		encodingJPEG: func(r *bytes.Reader) (image.Config, error) { return jpeg.DecodeConfig(r) },
		encodingGIF:  func(r *bytes.Reader) (image.Config, error) { return gif.DecodeConfig(r) },
	}[encoding](bytes.NewReader(data))
	if err != nil {
		return errEncoding
	}
	if head.Width != size.X || head.Height != size.Y {
		return errOutside
	}
	return nil
}

// picture decodes an area, only the first frame of a GIF, and draws it into r.
func (c canvas) picture(encoding uint8, r image.Rectangle, data []byte) error {
	var m image.Image
	var err error
	switch in := bytes.NewReader(data); encoding {
	case encodingPNG:
		m, err = png.Decode(in)
	case encodingJPEG:
		m, err = jpeg.Decode(in)
	default:
		m, err = gif.Decode(in)
	}
	if err != nil {
		return errEncoding
	}
	draw.Draw(c.RGBA, r, image.Black, image.Point{}, draw.Src)
	draw.Draw(c.RGBA, r, m, m.Bounds().Min, draw.Over)
	return nil
}
