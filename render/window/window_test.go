// SPDX-License-Identifier: Apache-2.0

package window

import (
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render/rendertest"
)

var update = flag.Bool("update", false, "draw the golden sheets: look at each that has changed, enlarged")

// place is where a landscape of the sheets lies.
type place struct {
	land                string
	latitude, longitude float64
	zone                string
}

var places = []place{
	{"hills", 47.27, 11.39, "Europe/Vienna"},
	{"town", 52.37, 4.90, "Europe/Amsterdam"},
	{"sea", -33.86, 151.21, "Australia/Sydney"},
	{"desert", 33.45, -112.07, "America/Phoenix"},
}

// days are the four seasons, near new, full and half moons, each with the weather of its hours.
var days = []struct {
	month time.Month
	day   int
	air   func(hour int) Air
}{
	{time.January, 3, func(h int) Air { // snow in the morning, which lies
		a := Air{Cover: 0.3, Wind: 3, From: 250, Lies: true}
		if h >= 6 && h < 13 {
			a.Cover, a.Snow = 1, 1.5
		}
		return a
	}},
	{time.April, 22, func(h int) Air { // showers
		a := Air{Cover: 0.55, Wind: 7, From: 280}
		if h%5 == 2 {
			a.Rain, a.Cover = 1.2, 0.8
		}
		return a
	}},
	{time.July, 25, func(h int) Air { // fair, then a thunderstorm
		a := Air{Cover: 0.15, Wind: 2, From: 90}
		if h >= 16 && h < 20 {
			a = Air{Cover: 0.97, Rain: 9, Wind: 9, From: 230, Thunder: true}
		}
		return a
	}},
	{time.October, 23, func(h int) Air { // fog, then overcast, then it clears
		switch {
		case h >= 6 && h < 10:
			return Air{Cover: 1, Fog: true, Wind: 1}
		case h >= 10 && h < 15:
			return Air{Cover: 0.95, Wind: 4, From: 200}
		}
		return Air{Cover: 0.4, Wind: 4, From: 240}
	}},
}

// sceneAt returns a scene of the sheets.
func sceneAt(t testing.TB, p place, day, hour, minute int) Scene {
	zone, err := time.LoadLocation(p.zone)
	if err != nil {
		t.Fatal(err)
	}
	d := days[day]
	return Scene{At: time.Date(2026, d.month, d.day, hour, minute, 0, 0, zone),
		Latitude: p.latitude, Longitude: p.longitude, Air: d.air(hour)}
}

// drawn returns a frame.
func drawn(w *Window, at time.Duration) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: w.Size()})
	w.Draw(m, image.Point{}, at)
	return m
}

// TestSheets compares 24 hours at four places with golden pictures: a row a season, each hour at another second.
func TestSheets(t *testing.T) {
	size := image.Pt(64, 32)
	for _, p := range places {
		painter := NewPainter(size, p.land)
		sheet := image.NewRGBA(image.Rect(0, 0, 24*(size.X+1), len(days)*(size.Y+1)))
		draw.Draw(sheet, sheet.Rect, image.NewUniform(color.RGBA{70, 70, 80, 255}), image.Point{}, draw.Src)
		for day := range days {
			for hour := range 24 {
				m := drawn(painter.Paint(sceneAt(t, p, day, hour, 20)), time.Duration(hour)*2500*time.Millisecond)
				draw.Draw(sheet, m.Rect.Add(image.Pt(hour*(size.X+1), day*(size.Y+1))), m, image.Point{}, draw.Src)
			}
		}
		pixtest.Golden(t, filepath.Join("testdata", p.land+".png"), sheet, *update)
	}
}

// TestContract holds scenes to the contract of widgets.
func TestContract(t *testing.T) {
	for _, size := range []image.Point{{64, 32}, {32, 16}, {64, 64}, {8, 8}, {37, 8}, {1, 1}} {
		for i, p := range places {
			painter := NewPainter(size, p.land)
			for _, hour := range []int{3, 8, 12, 18} {
				t.Run(fmt.Sprint(size, p.land, hour), func(t *testing.T) {
					rendertest.Check(t, painter.Paint(sceneAt(t, p, i, hour, 10)))
				})
			}
		}
	}
}

// TestLightIsSteady: nothing that passes, falls or twinkles changes the light of a window by a quarter within half a
// second; only lightning may.
func TestLightIsSteady(t *testing.T) {
	hours := []int{3, 7, 12, 17, 21}
	if testing.Short() {
		hours = []int{3, 12}
	}
	for _, p := range places {
		t.Run(p.land, func(t *testing.T) {
			t.Parallel()
			painter := NewPainter(image.Pt(64, 32), p.land)
			for day := range days {
				for _, hour := range hours {
					scene := sceneAt(t, p, day, hour, 20)
					if scene.Air.Thunder {
						continue
					}
					if off, at := rendertest.Unsteady(painter.Paint(scene), 20*time.Second); off > 0.25 {
						t.Errorf("day %d, %d:20: its light leaves the mean of half a second by %.0f %%, at %v",
							day, hour, 100*off, at)
					}
				}
			}
		})
	}
}

// TestSharedPainter: whoever asks for the same window again does not wait for another one, and little is kept.
func TestSharedPainter(t *testing.T) {
	small, large := image.Pt(32, 8), image.Pt(64, 32)
	first := SharedPainter(small, Lands()[1])
	for _, row := range []struct {
		why  string
		size image.Point
		name string
		same bool
	}{
		{"the same again", small, Lands()[1], true},
		{"another landscape", small, Lands()[0], false},
		{"no landscape: the first one", small, "none", false},
		{"the one before it", small, Lands()[1], true},
		{"another size", large, Lands()[1], false},
		{"a size that was forgotten for it", small, Lands()[1], false},
	} {
		p := SharedPainter(row.size, row.name)
		if (p == first) != row.same || p.size != row.size || len(shared.all) > len(Lands()) {
			t.Errorf("%s: the same one: %v; %d are kept", row.why, p == first, len(shared.all))
		}
	}
	if SharedPainter(small, "") != SharedPainter(small, Lands()[0]) {
		t.Error("two painters of one landscape")
	}
}
