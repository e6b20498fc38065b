// SPDX-License-Identifier: Apache-2.0

// Package moving draws the moving pictures of the documentation, as the device draws them:
// a large one for the README, and a small one of each effect, transition, face, app and situation.
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

// style is how a picture is drawn. The panel is enlarged by a whole number.
type style struct {
	wide   int // pixels of a file at most
	colors int // of a frame at most
	draw   func(m *image.RGBA, n int) *image.RGBA
}

// The styles: squares for the many pictures of the guide, which have at most 40 kB each,
// and glowing LEDs for the picture at the top of the README.
var (
	flat    = style{148, 20, enlarge.Squares}
	glowing = style{512, 96, enlarge.LEDs}
)

// The panels of the pictures.
var (
	large = image.Pt(64, 32)
	small = image.Pt(37, 8)
)

// Picture is a moving picture.
type Picture struct {
	Name  string // of the effect, the transition, the face, the app or the situation
	make  func(p *paint.Painter) render.Widget
	from  time.Duration // of the part that is shown
	until time.Duration
	fps   int
	size  image.Point // of the panel; zero = large
	style style
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
		{"front", front()}, {"apps", pages()},
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
	scale := m.style.wide / size.X
	return record.GIF(ctx, later{m.make(p[size]), m.from}, record.Options{
		Size: size, Length: length, FPS: m.fps, Colors: m.style.colors,
		Enlarge: func(p *image.RGBA) *image.RGBA { return m.style.draw(p, scale) },
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
