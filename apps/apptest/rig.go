// SPDX-License-Identifier: Apache-2.0

// Package apptest has what the tests of several apps use: panels, pictures and an
// environment without a network.
package apptest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"math"
	"net/http"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
	"github.com/ledpost/ledpost/render"
)

// AppSizes are the panels on which every app is looked at.
var AppSizes = []image.Point{{37, 8}, {16, 16}, {32, 8}, {64, 32}, {8, 8}}

// SizedEnv is what apps are made with on a panel of that size, with the built-in
// icons.
func SizedEnv(t testing.TB, size image.Point) kit.Env {
	t.Helper()
	set := must.Get(fonts.Open(fonts.Options{Rows: size.Y}))(t)
	store := icons.New(icons.Config{Size: 8 * paint.IconScale(size.X, size.Y)}, slog.New(slog.DiscardHandler))
	return kit.Env{
		Size: size, Fonts: set, Icons: store,
		Clock: device.NewWallClock(time.Time{}, time.Time{}), Zone: device.NewZone(time.UTC),
		Shared: new(kit.Shared),
	}
}

// Web returns a client whose requests are all answered by h, over a network in memory.
func Web(t testing.TB, h http.HandlerFunc) *webfetch.Client {
	t.Helper()
	return must.Get(webfetch.New(webfetch.Config{Dial: webtest.Serve(t, h)}))(t)
}

// LitAt is the picture of root at a time, as lit pixels.
func LitAt(t testing.TB, root render.Widget, size image.Point, at time.Duration) string {
	t.Helper()
	m := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(m)
	root.Draw(m, image.Point{}, at)
	return pixtest.Lit(m)
}

// DrawAll draws one pass of root on a panel with a margin: what would be cut off
// would be seen there. Something has to be seen in each pass.
func DrawAll(t testing.TB, name string, root render.Widget, size image.Point) {
	t.Helper()
	if root == nil || root.Size() != size {
		t.Fatalf("%s on %v: %v", name, size, root)
	}
	const margin = 3
	panel, lit := image.Rectangle{Max: size}.Add(image.Pt(margin, margin)), false
	for at := time.Duration(0); at <= root.Period(); at += 500 * time.Millisecond {
		m := image.NewRGBA(image.Rectangle{Max: size.Add(image.Pt(2*margin, 2*margin))})
		render.Clear(m)
		root.Draw(m, panel.Min, at)
		for i := 0; i < len(m.Pix); i += 4 {
			if m.Pix[i]|m.Pix[i+1]|m.Pix[i+2] == 0 {
				continue
			}
			lit = true
			if p := image.Pt(i/4%m.Rect.Dx(), i/4/m.Rect.Dx()); !p.In(panel) {
				t.Fatalf("%s on %v at %v: %v is lit, beyond the panel", name, size, at, p.Sub(panel.Min))
			}
		}
	}
	if !lit {
		t.Errorf("%s on %v shows nothing", name, size)
	}
}

// Drawn returns the picture of a view at now, on a panel of that size; a view without a
// root is dark.
func Drawn(v device.View, size image.Point, now time.Time) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(m)
	if v.Root != nil {
		v.Root.Draw(m, image.Point{}, now.Sub(v.Start))
	}
	return m
}

// Noon is a moment at which all digits of a clock differ.
var Noon = time.Date(2026, 11, 20, 12, 34, 56, 250_000_000, time.UTC)

// Sizes that people have, from one module of 8×8 to panels of HUB75.
var Sizes = []image.Point{{8, 8}, {16, 8}, {16, 16}, {24, 8}, {32, 8}, {37, 8}, {32, 16}, {32, 32}, {64, 32}, {8, 16}}

// MoreSizes are panels that people have, and some between.
var MoreSizes = append([]image.Point{{64, 16}, {128, 64}}, Sizes...)

// Midday is a plausible time on the hour.
var Midday = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// BlankIcons has one icon for every reference.
type BlankIcons struct{}

// Icon returns a transparent picture of 8×8 pixels.
func (BlankIcons) Icon(icons.Ref) *icons.Icon {
	return &icons.Icon{Frames: []icons.Frame{{Image: image.NewRGBA(image.Rect(0, 0, 8, 8))}}}
}

// SmallFonts returns the fonts of a panel with 8 rows.
func SmallFonts(t testing.TB) *fonts.Set {
	t.Helper()
	return must.Get(fonts.Open(fonts.Options{Rows: 8}))(t)
}

// Moment is more than the least that the device waits before it steps an app again.
const Moment = 20 * time.Millisecond

// CoverPNG encodes a square picture as music has on its cover: a sun over hills.
func CoverPNG(t testing.TB, side int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			u, v := float64(x)/float64(side), float64(y)/float64(side)
			c := color.RGBA{uint8(40 + 150*v), uint8(20 + 60*v), uint8(110 - 50*v), 255}
			if du, dv := u-0.62, v-0.38; du*du+dv*dv < 0.05 {
				c = color.RGBA{255, 190, 60, 255}
			}
			if v > 0.72+0.08*math.Sin(7*u) {
				c = color.RGBA{20, uint8(90 + 60*u), 80, 255}
			}
			m.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, m))
	return b.Bytes()
}

// PlainPNG is a picture of one colour.
func PlainPNG(t testing.TB, w, h int, c color.Color) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		m.Set(i%w, i/w, c)
	}
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, m))
	return b.Bytes()
}
