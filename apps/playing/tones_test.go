// SPDX-License-Identifier: Apache-2.0

package playing

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/internal/srgb"
	"github.com/ledpost/ledpost/render"
)

var update = flag.Bool("update", false, "draw the golden pictures that have changed: look at them")

// grey is a colour without one.
func grey(v uint8) color.RGBA { return color.RGBA{v, v, v, 255} }

// random is a number of a pixel that always has the same, 0 to 255.
var random = func() (table [96 * 96 * 3]uint8) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range table {
		table[i] = uint8(r.UintN(256))
	}
	return table
}()

// covers are pictures as albums have them, by the place in them, from 0 to 1.
var covers = []struct {
	name string
	at   func(u, v float64) color.RGBA
}{
	{"black", func(_, _ float64) color.RGBA { return grey(0) }},
	{"white", func(_, _ float64) color.RGBA { return grey(255) }},
	{"grey", func(_, _ float64) color.RGBA { return grey(128) }},
	{"noise", func(u, v float64) color.RGBA {
		at := (int(96*u) + 96*int(96*v)) * 3
		return color.RGBA{random[at], random[at+1], random[at+2], 255}
	}},
	{"black and white", func(u, v float64) color.RGBA { return grey(uint8(128 + 120*math.Sin(9*u+4*v)*math.Cos(7*v))) }},
	{"blue with white letters", func(u, v float64) color.RGBA {
		if v > 0.7 && math.Mod(8*u, 1) < 0.6 && math.Mod(8*v, 1) < 0.6 {
			return grey(240)
		}
		return color.RGBA{20, uint8(60 + 30*v), uint8(150 + 60*u), 255}
	}},
	{"black with a spectrum", func(u, v float64) color.RGBA {
		if at := 12 * (v - 0.45 - 0.25*(u-0.5)); u > 0.5 && at > 0 && at < 2 {
			return color.RGBA{uint8(255 * max(0, 1-at)), uint8(255 * (1 - math.Abs(1-at))), uint8(255 * max(0, at-1)), 255}
		}
		return grey(4)
	}},
	{"white with a red heart", func(u, v float64) color.RGBA {
		if math.Hypot(u-0.5, v-0.5) < 0.2 {
			return color.RGBA{220, 20, 40, 255}
		}
		return grey(250)
	}},
	{"yellow with a dark banana", func(u, v float64) color.RGBA {
		if math.Abs(math.Hypot(u-0.2, v-0.2)-0.5) < 0.08 {
			return color.RGBA{60, 40, 10, 255}
		}
		return color.RGBA{250, 210, 30, 255}
	}},
	{"pastel", func(u, v float64) color.RGBA {
		return color.RGBA{uint8(200 + 50*u), uint8(180 + 40*v), uint8(230 - 50*u), 255}
	}},
	{"red and teal", func(u, v float64) color.RGBA {
		if u+0.3*math.Sin(6*v) > 0.6 {
			return color.RGBA{0, 150, 140, 255}
		}
		return color.RGBA{190, 30, 20, 255}
	}},
}

// drawnCover is a picture of covers.
func drawnCover(at func(u, v float64) color.RGBA) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 96, 96))
	for y := range 96 {
		for x := range 96 {
			m.SetRGBA(x, y, at(float64(x)/96, float64(y)/96))
		}
	}
	return m
}

// against is the contrast of two colours by WCAG.
func against(a, b color.RGBA) float64 {
	light := func(c color.RGBA) float64 {
		return srgb.Luminance(srgb.Light(float64(c.R)/255), srgb.Light(float64(c.G)/255), srgb.Light(float64(c.B)/255)) + 0.05
	}
	return max(light(a), light(b)) / min(light(a), light(b))
}

// TestPagesOfCovers: the page of each cover looks as in testdata/covers.png, which somebody has looked at, and no
// text on it has less contrast with its ground than small text needs.
func TestPagesOfCovers(t *testing.T) {
	sizes := []image.Point{{37, 8}, {64, 32}, {64, 64}, {128, 64}}
	wide := 0
	for _, size := range sizes {
		wide += size.X + 1
	}
	sheet := image.NewRGBA(image.Rect(0, 0, wide-1, 65*(len(covers)+1)-1))
	draw.Draw(sheet, sheet.Rect, image.NewUniform(grey(60)), image.Point{}, draw.Src)
	var parts []pixtest.Part
	for i, c := range covers {
		var file bytes.Buffer
		must.Do(t, png.Encode(&file, drawnCover(c.at)))
		left := 0
		for _, size := range sizes {
			for _, paused := range []bool{false, true} {
				p, sound := started(t, apptest.SizedEnv(t, size)), song
				sound.Paused = paused
				p.SetPlaying(sound)
				p.cover = must.Get(p.draw(t.Context(), file.Bytes()))(t)
				kept := p.inks(kit.NewSheet(p.Env, p.Look), Settings{}, p.sound(apptest.Noon))
				for name, ink := range map[string]color.RGBA{"title": kept.title, "artist": kept.artist} {
					if got := against(ink, kept.ground); got < 4.5 {
						t.Errorf("%s, paused %v: the %s %v has %.2f:1 on %v", c.name, paused, name, ink, got, kept.ground)
					}
				}
				if paused && c.name != "red and teal" {
					continue
				}
				at := image.Pt(left, 65*i)
				if paused { // once, at the end
					at.Y = 65 * len(covers)
				}
				page := image.NewRGBA(image.Rectangle{Max: size})
				render.Clear(page)
				p.Step(apptest.Noon).Views["a"].Root.Draw(page, image.Point{}, 0)
				draw.Draw(sheet, page.Rect.Add(at), page, image.Point{}, draw.Src)
				name := fmt.Sprintf("%s on %v, paused %v", c.name, size, paused)
				parts = append(parts, pixtest.Part{Name: name, At: page.Rect.Add(at)})
			}
			left += size.X + 1
		}
	}
	pixtest.Golden(t, "testdata/covers.png", sheet, *update, parts...)
}

// TestOwnColourOfATitle stays, and the ground makes way for it; a colour that cannot be read on black has
// black behind it.
func TestOwnColourOfATitle(t *testing.T) {
	p := started(t, apptest.SizedEnv(t, board))
	p.SetPlaying(song)
	p.cover = squared(drawnCover(covers[len(covers)-1].at), 24, false)
	sheet, s := kit.NewSheet(p.Env, p.Look), p.sound(apptest.Noon)
	for own, least := range map[string]float64{"#ffffff": 4.5, "#e08030": 4.5, "#a08000": 4.5, "#400000": 1} {
		c := p.inks(sheet, Settings{Color: own}, s)
		if got := fmt.Sprintf("#%02x%02x%02x", c.title.R, c.title.G, c.title.B); got != own {
			t.Errorf("%s is drawn as %s", own, got)
		}
		if got := against(c.title, c.ground); got < least || least == 1 && c.ground != black {
			t.Errorf("%s has %.2f:1 on %v", own, got, c.ground)
		}
	}
}

// TestCoverOnPlainLEDs: LEDs that are only on or off would show the ground as bright as the text.
func TestCoverOnPlainLEDs(t *testing.T) {
	env := apptest.SizedEnv(t, board)
	env.Monochrome = true
	p := started(t, env)
	p.SetPlaying(song)
	p.cover = squared(drawnCover(covers[len(covers)-1].at), 24, true)
	c := p.inks(kit.NewSheet(p.Env, p.Look), Settings{}, p.sound(apptest.Noon))
	if c.ground != black || c.title != kit.InkOf(p.Look, "") {
		t.Errorf("the colours are %v", c)
	}
}

// TestTonesAreReadable for any two colours of a cover.
func TestTonesAreReadable(t *testing.T) {
	var all [][]float64
	for r := 0.; r <= 1; r += 0.25 {
		for g := 0.; g <= 1; g += 0.25 {
			for b := 0.; b <= 1; b += 0.25 {
				all = append(all, []float64{r, g, b})
			}
		}
	}
	for _, one := range all {
		for _, other := range all {
			c := tonesOf(append(append(append([]float64{}, one...), one...), other...))
			for _, ink := range []color.RGBA{c.title, c.artist} {
				if got := against(ink, c.ground); got < 4.5 {
					t.Fatalf("%v and %v: %v has %.2f:1 on %v", one, other, ink, got, c.ground)
				}
			}
		}
	}
}
