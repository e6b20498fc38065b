// SPDX-License-Identifier: Apache-2.0

// Package webp stands in for the package of pixlet that decodes WebP with a library in C: it
// has what pixlet's pictures need of it, over our own decoder, so that ledpost-apps is built
// without a C compiler for every board.
package webp

import (
	"image"
	"slices"

	"github.com/ledpost/ledpost/icons/webp"
)

// AnimationDecoder decodes a picture, still or moving.
type AnimationDecoder struct{ data []byte }

// Animation is what it decodes.
type Animation struct {
	Image     []*image.RGBA
	Timestamp []int // milliseconds from the beginning to the end of each
}

// NewAnimationDecoder returns the decoder of data.
func NewAnimationDecoder(data []byte) (*AnimationDecoder, error) {
	return &AnimationDecoder{data}, nil
}

// Decode returns all pictures.
func (d *AnimationDecoder) Decode() (*Animation, error) {
	a, end := &Animation{}, 0
	_, err := webp.Walk(d.data, func(f webp.Frame) error {
		end += int(f.Delay.Milliseconds())
		a.Image = append(a.Image, &image.RGBA{Pix: slices.Clone(f.Image.Pix), Stride: f.Image.Stride, Rect: f.Image.Rect})
		a.Timestamp = append(a.Timestamp, end)
		return nil
	})
	return a, err
}

// Close frees nothing.
func (*AnimationDecoder) Close() {}
