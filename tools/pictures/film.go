// SPDX-License-Identifier: Apache-2.0

package main

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

// style is how a panel is drawn in a GIF. It is enlarged by a whole number.
type style struct {
	wide   int // pixels of the file at most
	colors int // of a frame at most
	draw   func(m *image.RGBA, n int) *image.RGBA
}

// The styles: squares for the many pictures of the guide, most of which have at most 40 kB,
// and glowing LEDs for the picture at the top of the README.
var (
	flat    = style{148, 20, enlarge.Squares}
	shaded  = style{148, 40, enlarge.Squares} // for light of many colours
	glowing = style{512, 96, enlarge.LEDs}
)

// The panels of the GIFs.
var (
	large = image.Pt(64, 32)
	small = image.Pt(37, 8)
)

// A film is a moving picture of the panel.
type film struct {
	name  string
	make  func(p *paint.Painter) render.Widget
	from  time.Duration // of the part that the GIF shows
	until time.Duration
	fps   int
	still time.Duration // what a contact sheet shows
	size  image.Point   // of the panel in the GIF; zero = large
	style style         // zero = flat
}

// A group is pictures of one kind.
type group struct {
	name  string // of the folder
	films []film
}

// groups returns all pictures.
func groups() []group {
	return []group{
		{"backgrounds", backgrounds()}, {"overlays", overlays()}, {"text", texts()},
		{"transitions", transitions()}, {"faces", faces()}, {"situations", situations()},
		{"front", front()}, {"apps", appFilms()}, {"moments", moments()},
	}
}

// panels has what draws for each size of panels.
type panels map[image.Point]*paint.Painter

// openPanels opens the fonts and the built-in icons of all sizes.
func openPanels() (panels, error) {
	all := panels{}
	for _, size := range sheetSizes {
		set, err := fonts.Open(fonts.Options{Rows: size.Y})
		if err != nil {
			return nil, err
		}
		store := icons.New(icons.Config{Size: 8 * paint.IconScale(size.X, size.Y)}, slog.New(slog.DiscardHandler))
		all[size] = &paint.Painter{Size: size, Fonts: set, Icons: store, Look: paint.Look{}.WithDefaults()}
	}
	return all, nil
}

// file returns the picture as a GIF.
func (m film) file(ctx context.Context, p panels) []byte {
	var b bytes.Buffer
	_ = gif.EncodeAll(&b, m.record(ctx, p, m.until-m.from)) // a buffer takes everything
	return b.Bytes()
}

// first returns the first frame of the GIF.
func (m film) first(ctx context.Context, p panels) image.Image {
	return m.record(ctx, p, time.Millisecond).Image[0]
}

// record returns so much of the picture.
func (m film) record(ctx context.Context, p panels, length time.Duration) *gif.GIF {
	size, look := m.size, m.style
	if size == (image.Point{}) {
		size = large
	}
	if look.draw == nil {
		look = flat
	}
	return record.GIF(ctx, &render.Begun{Widget: m.make(p[size]), Ago: m.from}, record.Options{
		Size: size, Length: length, FPS: m.fps, Colors: look.colors,
		Enlarge: func(p *image.RGBA) *image.RGBA { return look.draw(p, look.wide/size.X) },
	})
}
