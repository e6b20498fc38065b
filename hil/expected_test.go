// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/ws2812"
	"github.com/ledpost/ledpost/internal/must"
)

// kept is a test that keeps files.
type kept struct {
	plain
	dir string
}

func (k *kept) ArtifactDir() string { return k.dir }
func (k *kept) Failed() bool        { return k.said != "" }

// said runs a test, and returns what it says.
func (k *kept) run(test func(hil.T)) string {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer k.end()
		test(k)
	}()
	<-done
	return k.said
}

// rising is a film of another firmware: a column of light that moves to the right ten times a
// second, without any correction of its values.
var rising = hil.Film{Length: 800 * time.Millisecond, Picture: func(at time.Duration) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for y := range 8 {
		m.SetRGBA(int(at/(100*time.Millisecond)), y, color.RGBA{128, 64, 0, 255})
	}
	return m
}}

// plainStrip is a strip whose firmware sends the values of its pictures as they are.
var plainStrip = hil.Panel("ws2812", "width = 8", "height = 8", "gamma = 1", "power_limit = -1")

// shotsOf are the shots of a film on that strip.
func shotsOf(t *testing.T, f hil.Film) (shots []hil.Shot) {
	t.Helper()
	keys := ws2812.Config{Layout: pixel.Layout{Width: 8, Height: 8}}
	keys.Gamma, keys.Limit = 1, -1
	panel := hw.NewPanelConfig("ws2812", &keys)
	for at := time.Duration(0); at < f.Length+200*time.Millisecond; at += 20 * time.Millisecond {
		m := f.Picture(min(at, f.Length-1)).(*image.RGBA)
		shots = append(shots, hil.Shot{At: time.Second + at, Picture: must.Get(hw.Light(panel, m, 1))(t)})
	}
	return shots
}

// TestExpectedPictures: displays of any firmware against a picture and a function of time.
func TestExpectedPictures(t *testing.T) {
	shots := shotsOf(t, rising)
	wrong := hil.Film{Length: rising.Length, Picture: func(at time.Duration) image.Image {
		m := rising.Picture(at).(*image.RGBA)
		if at >= 400*time.Millisecond {
			m.SetRGBA(7, 7, color.RGBA{0, 0, 255, 255})
		}
		return m
	}}
	small := image.NewRGBA(image.Rect(0, 0, 4, 8))
	for _, c := range []struct {
		why  string
		test func(t hil.T)
		want string // "" = passes
	}{
		{"the film", func(t hil.T) { hil.FollowsFilm(t, plainStrip, rising, shots) }, ""},
		{"another end", func(t hil.T) { hil.FollowsFilm(t, plainStrip, wrong, shots) }, "the shots follow for 3"},
		{"without the rest", func(t hil.T) { hil.FollowsFilm(t, plainStrip, rising, shots[:20]) }, "the shots follow for"},
		{"a still picture", func(t hil.T) { hil.FollowsFilm(t, plainStrip, hil.Still(rising.Picture(0)), shots[:1]) }, ""},
		{"corrected by the panel", func(t hil.T) {
			hil.FollowsFilm(t, hil.Panel("ws2812", "width = 8", "height = 8"), rising, shots)
		}, "pixel (0, 0) shows #80"},
		{"no length", func(t hil.T) { hil.FollowsFilm(t, plainStrip, hil.Film{}, shots) }, "a film of 0s"},
		{"another size", func(t hil.T) { hil.FollowsFilm(t, plainStrip, hil.Still(small), shots) },
			"the expected picture has 4×8 pixels, the panel 8×8"},
		{"the values", func(t hil.T) { hil.Same(t, shots[0], rising.Picture(0)) }, ""},
		{"other values", func(t hil.T) { hil.Same(t, shots[0], rising.Picture(150*time.Millisecond)) },
			"pixel (0, 0) shows #804000, expected #000000; 16 pixels differ"},
		{"values of another size", func(t hil.T) { hil.Same(t, shots[0], small) }, "4×8 pixels, the panel 8×8"},
		{"no picture", func(t hil.T) { hil.Same(t, shots[0], nil) }, "is nil"},
		{"no shot", func(t hil.T) { hil.Same(t, hil.Shot{}, small) }, "no picture"},
	} {
		said := run(c.test)
		if c.want == "" && said != "passed" || !strings.Contains(said, c.want) {
			t.Errorf("%s: %s, want %q", c.why, said, c.want)
		}
	}
}

// TestKeptFiles: a failure leaves what is needed to look at it, and success nothing.
func TestKeptFiles(t *testing.T) {
	good := &kept{dir: filepath.Join(t.TempDir(), "good")}
	const letter = `{"model":{"cycles":0,"frames":[{"text":"F"}]}}`
	picture := hil.Picture(t, hil.Panel("max7219", "modules = 1"), letter, 0)
	shows := func(want image.Image, within time.Duration) func(hil.T) {
		return func(t hil.T) {
			d := hil.Start(t, hil.Panel("max7219", "modules = 1"))
			d.Notify(letter)
			d.ShowsPicture(t, want, within)
		}
	}
	if said := good.run(shows(picture, 20*time.Second)); said != "" {
		t.Errorf("a picture that is shown: %s", said)
	}
	if files, err := os.ReadDir(good.dir); err == nil {
		t.Errorf("a test that passes keeps %v", files)
	}
	bad := &kept{dir: t.TempDir()}
	other := image.NewRGBA(picture.Rect) // all lit: a panel that is still dark does not show it
	draw.Draw(other, other.Rect, image.White, image.Point{}, draw.Src)
	if said := bad.run(shows(other, 50*time.Millisecond)); !strings.Contains(said, "difference.png in "+bad.dir) {
		t.Errorf("another picture: %s", said)
	}
	for _, name := range []string{"shown.png", "expected.png", "difference.png"} {
		must.Get(png.DecodeConfig(bytes.NewReader(must.Get(os.ReadFile(filepath.Join(bad.dir, name)))(t))))(t)
	}
	dump := must.Get(os.Open(filepath.Join(bad.dir, "wires-1.vcd")))(t)
	defer dump.Close()
	if shots := hil.Shots(t, hil.Panel("max7219", "modules = 1"), dump); len(shots) == 0 {
		t.Error("the recording that was kept shows nothing")
	}
}
