// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
	"github.com/ledpost/ledpost/render/window"
)

// weathers are those of which each lightens or hides the sky in another way.
var weathers = []window.Air{
	{}, {Cover: 0.5, Wind: 8, From: 250}, {Cover: 1}, {Cover: 1, Rain: 8, Wind: 12, Thunder: true}, {Cover: 0.6, Rain: 1},
	{Cover: 1, Snow: 3, Lies: true}, {Cover: 0.1, Lies: true}, {Cover: 1, Fog: true},
}

// outdoors returns what the face window shows in a place and weather.
func outdoors(env kit.Env, at time.Time, air window.Air) *Reading {
	m := readingAt(0)
	m.Local, m.Panel, m.Weather.Air = at, env, air
	return m
}

// TestWindowIsLegible: on every panel, in every landscape, weather and light, the digits have 4.5:1 against each pixel
// next to them, in every frame.
func TestWindowIsLegible(t *testing.T) {
	day := time.Date(2026, 12, 21, 0, 0, 0, 0, time.UTC)
	for i, size := range []image.Point{{64, 32}, {64, 64}, {128, 64}, {128, 32}, {32, 16}, {64, 16}, {16, 16}} {
		env := apptest.SizedEnv(t, size)
		for n, air := range weathers {
			land := window.Lands()[(n+i)%len(window.Lands())]
			f := New(env, Options{Name: "window", Landscape: land})
			for hour := range 24 {
				m := outdoors(env, day.AddDate(0, n, 0).Add(time.Duration(hour)*time.Hour+17*time.Minute), air)
				least, at := 21.0, time.Duration(0)
				for k := range 4 {
					into := time.Duration(k*7919+n*331) * time.Millisecond
					if c := contrastOf(f, m, into); c < least {
						least, at = c, into
					}
				}
				if least < 4.5 {
					t.Errorf("%v %s, %+v, %v + %v: a contrast of %.2f", size, land, air, m.Local, at, least)
				}
			}
		}
	}
}

// contrastOf returns the least contrast of the digits with the pixels next to them.
func contrastOf(f *Face, m *Reading, into time.Duration) float64 {
	w := f.Picture(m).(*render.Backed)
	all, front := image.NewRGBA(image.Rectangle{Max: w.Size()}), image.NewRGBA(image.Rectangle{Max: w.Size()})
	w.Draw(all, image.Point{}, into)
	w.Front.Draw(front, image.Point{}, into)
	least := math.Inf(1)
	for y := range w.Size().Y {
		for x := range w.Size().X {
			if front.RGBAAt(x, y).A == 0 {
				continue
			}
			ink := kit.Contrast(opaque(all.RGBAAt(x, y)))
			for k := range 9 {
				at := image.Pt(x+k%3-1, y+k/3-1)
				if at.In(all.Rect) && front.RGBAAt(at.X, at.Y).A == 0 {
					least = min(least, ink/kit.Contrast(opaque(all.RGBAAt(at.X, at.Y))))
				}
			}
		}
	}
	return least
}

func opaque(c color.RGBA) color.RGBA { c.A = 255; return c }

// TestWindowKeepsTheContract: the window in front of which every face stands.
func TestWindowKeepsTheContract(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(64, 32))
	for _, name := range names() {
		f := New(env, Options{Name: name, Background: Window})
		rendertest.Check(t, f.Picture(outdoors(env, posed, weathers[3])))
	}
}

// TestSnowSettles: on digits that have stood for long, not on those that have just changed, and it stays there for a
// while when no more falls.
func TestSnowSettles(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(64, 32))
	for _, row := range []struct {
		why  string
		at   string
		air  window.Air
		want []bool // on each figure and the colon
	}{
		{"it has just begun to be ten", "10:00", window.Air{Snow: 2, Lies: true}, []bool{false, false, false, false, false}},
		{"half an hour", "10:38", window.Air{Snow: 2, Lies: true}, []bool{true, true, false, true, false}},
		{"it lies still", "10:38", window.Air{Lies: true}, []bool{true, true, false, true, false}},
		{"it is gone", "10:38", window.Air{}, []bool{false, false, false, false, false}},
	} {
		at, _ := time.Parse("15:04", row.at)
		m := outdoors(env, at.AddDate(2026, 0, 0), row.air)
		f := New(env, Options{Name: "window"}).drawer.(*windowFace)
		p := f.pages(m)[0].RGBA
		for i, part := range columnsOf(p) {
			seen := false
			for c := range pixtest.Colors(p.SubImage(image.Rect(part[0], 0, part[1], p.Rect.Max.Y)).(*image.RGBA)) {
				seen = seen || c == lying
			}
			if seen != row.want[i] {
				t.Errorf("%s: snow on figure %d is %v", row.why, i, seen)
			}
		}
	}
}

// TestStill: nothing moves but the time.
func TestStill(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(64, 32))
	for _, background := range Backgrounds() {
		f := New(env, Options{Name: "window", Background: background, Still: true})
		w := f.Picture(outdoors(env, posed, weathers[3]))
		var seen []string
		for _, at := range []time.Duration{0, 9 * time.Second, 31 * time.Second} {
			seen = append(seen, pixtest.String(drawn(w, at)))
		}
		if seen[0] != seen[1] || seen[0] != seen[2] || render.Next(w, 0) != render.Forever {
			t.Errorf("%s moves, and changes at %v", background, render.Next(w, 0))
		}
	}
}
