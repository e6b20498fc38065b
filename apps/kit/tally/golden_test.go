// SPDX-License-Identifier: Apache-2.0

package tally

import (
	"flag"
	"image"
	"image/color"
	"image/draw"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

var update = flag.Bool("update", false, "draw the golden picture of durations: look at it if it has changed")

// TestDurationsLook compares durations on all panels with a golden picture, a row a panel: without a
// bar from tenths of a second to the longest, then with a bar, its end, a pause and a title.
func TestDurationsLook(t *testing.T) {
	all := []struct {
		title string
		at    time.Duration
		tally Tally
	}{
		{"", 0, Tally{Rate: 1}},
		{"", 0, Tally{Rate: 1, Base: 59987 * time.Millisecond}},
		{"", 0, Tally{Rate: 1, Base: 754321 * time.Millisecond}},
		{"", 0, Tally{Rate: 1, Base: 3723 * time.Second}},
		{"", 0, Tally{Rate: 1, Base: Longest}},
		{"", 0, Tally{Rate: -1, Base: 599 * time.Second, Total: 600 * time.Second}},
		{"", 0, Tally{Rate: -1, Base: 30 * time.Second, Total: time.Minute}},
		{"", 0, Tally{Rate: -1, Base: 7 * time.Second, Total: time.Minute}},
		{"", 0, Tally{Rate: -1, Base: 2 * time.Hour, Total: 3 * time.Hour}},
		{"", 0, Tally{Rate: -1, Base: 11 * time.Hour, Total: 99 * time.Hour}},
		{"", 1500 * time.Millisecond, Tally{Base: 754 * time.Second, Total: 1000 * time.Second, Blink: time.Second}},
		{"Eggs", 0, Tally{Rate: -1, Base: 42 * time.Second, Total: 50 * time.Second}},
		{"Dishwasher", 0, Tally{Rate: 1, Base: 5025 * time.Second}},
	}
	panels := append([]image.Point{{64, 64}}, apptest.MoreSizes...)
	high := 0
	for _, size := range panels {
		high += size.Y + 1
	}
	m := image.NewRGBA(image.Rect(0, 0, len(all)*(128+1), high))
	draw.Draw(m, m.Rect, image.NewUniform(color.Gray{60}), image.Point{}, draw.Src)
	ink, y := color.RGBA{255, 255, 255, 255}, 0
	for _, size := range panels {
		env := apptest.SizedEnv(t, size)
		for i, one := range all {
			one.tally.Face = NewFace(env, ink).Titled(env, ink, one.title)
			p := image.NewRGBA(image.Rectangle{Max: size})
			render.Clear(p)
			one.tally.Draw(p, image.Point{}, one.at)
			draw.Draw(m, p.Rect.Add(image.Pt(i*(size.X+1), y)), p, image.Point{}, draw.Src)
		}
		y += size.Y + 1
	}
	pixtest.Golden(t, filepath.Join("testdata", "durations.png"), m, *update)
}
