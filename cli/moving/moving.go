// SPDX-License-Identifier: Apache-2.0

// Package moving draws the small moving pictures of the documentation: one of each effect,
// transition and face, as the device draws it.
package moving

import (
	"bytes"
	"context"
	"image"
	"image/gif"
	"log/slog"
	"time"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/enlarge"
	"github.com/ledpost/ledpost/render/record"
)

// How the pictures are drawn: so that each has at most 40 kB.
const (
	wide   = 148 // pixels of a file at most: the panel is enlarged by a whole number
	colors = 20  // of a frame
)

// The panels of the pictures.
var (
	large = image.Pt(64, 32)
	small = image.Pt(37, 8)
)

// Picture is a small moving picture.
type Picture struct {
	Name  string // of the effect, the transition or the face
	make  func(p *paint.Painter) render.Widget
	from  time.Duration // of the part that is shown
	until time.Duration
	fps   int
	size  image.Point // of the panel; zero = large
}

// panel returns the panel of the picture.
func (m Picture) panel() image.Point {
	if m.size == (image.Point{}) {
		return large
	}
	return m.size
}

// Group is pictures of one kind.
type Group struct {
	Name     string // also of the folder
	Pictures []Picture
}

// Groups returns all pictures.
func Groups() []Group {
	return []Group{
		{"backgrounds", backgrounds()}, {"overlays", overlays()}, {"text", texts()},
		{"transitions", transitions()}, {"faces", faces()}, {"situations", situations()},
	}
}

// Painters draw for the panels of the pictures, with the built-in icons. New ones come
// from NewPainters.
type Painters map[image.Point]*paint.Painter

// NewPainters opens the fonts and icons of the panels.
func NewPainters() (Painters, error) {
	all := Painters{}
	for _, size := range []image.Point{large, small} {
		set, err := fonts.Open(fonts.Options{Rows: size.Y})
		if err != nil {
			return nil, err
		}
		store := icons.New(icons.Config{Size: 8 * paint.IconScale(size.X, size.Y)}, slog.New(slog.DiscardHandler))
		all[size] = &paint.Painter{Size: size, Fonts: set, Icons: store, Look: paint.Look{}.WithDefaults()}
	}
	return all, nil
}

// File returns the picture as a GIF.
func (m Picture) File(ctx context.Context, p Painters) []byte {
	var b bytes.Buffer
	_ = gif.EncodeAll(&b, m.record(ctx, p, m.until-m.from)) // a buffer takes everything
	return b.Bytes()
}

// First returns the first frame.
func (m Picture) First(ctx context.Context, p Painters) image.Image {
	return m.record(ctx, p, time.Millisecond).Image[0]
}

// record returns so much of the picture.
func (m Picture) record(ctx context.Context, p Painters, length time.Duration) *gif.GIF {
	size := m.panel()
	scale := wide / size.X
	return record.GIF(ctx, later{m.make(p[size]), m.from}, record.Options{
		Size: size, Length: length, FPS: m.fps, Colors: colors,
		Enlarge: func(m *image.RGBA) *image.RGBA { return enlarge.Squares(m, scale) },
	})
}

// later is a widget from some time on.
type later struct {
	render.Widget
	by time.Duration
}

// Draw implements [render.Widget].
func (l later) Draw(dst *image.RGBA, p image.Point, t time.Duration) { l.Widget.Draw(dst, p, t+l.by) }

// Next returns when the widget changes next.
func (l later) Next(t time.Duration) time.Duration {
	next := render.Next(l.Widget, t+l.by)
	if next == render.Forever {
		return next
	}
	return next - l.by
}
