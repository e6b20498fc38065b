// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"flag"
	"image"
	"image/color"
	"image/draw"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render/enlarge"
)

var sheetDir = flag.String("sheets", "", "draw the pages of TestLooks into this folder, a picture for each kind")

// TestLooksSheets draws what TestLooks judges, for eyes.
func TestLooksSheets(t *testing.T) {
	if *sheetDir == "" {
		t.Skip("asked for by -sheets")
	}
	kinds := map[string][][]*image.RGBA{} // rows by size
	for _, size := range []image.Point{{64, 32}, {64, 64}, {128, 64}, {32, 16}, {16, 16}, {37, 8}} {
		for _, of := range subjects(t) {
			for kind, all := range newStage(t, size).pages(of) {
				var row []*image.RGBA
				for _, l := range all {
					for _, page := range pagesOf(l.root) {
						row = append(row, drawn(page, size))
					}
				}
				kinds[kind] = append(kinds[kind], row)
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		pixtest.Golden(t, filepath.Join(*sheetDir, strings.ReplaceAll(kind, " ", "-")+".png"), sheetOf(kinds[kind]), true)
	}
}

// sheetOf arranges pictures in rows as wide as eight of the largest.
func sheetOf(rows [][]*image.RGBA) *image.RGBA {
	const scale, gap, wide, most = 4, 6, 1620, 18
	m := image.NewRGBA(image.Rect(0, 0, wide, 4000))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{60, 60, 66, 255}), image.Point{}, draw.Src)
	at := image.Pt(gap, gap)
	for _, row := range rows {
		high := 0
		for i, p := range row[:min(len(row), most)] {
			large := enlarge.LEDs(p, scale)
			if i > 0 && at.X+large.Rect.Dx() > wide {
				at = image.Pt(gap, at.Y+high+gap)
			}
			draw.Draw(m, large.Rect.Add(at), large, image.Point{}, draw.Src)
			at.X, high = at.X+large.Rect.Dx()+gap, large.Rect.Dy()
		}
		at = image.Pt(gap, at.Y+high+2*gap)
	}
	return m.SubImage(image.Rect(0, 0, wide, at.Y)).(*image.RGBA)
}
