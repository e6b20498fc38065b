// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// pageSizes are the panels of the golden pages, and pageSets the sets of data.
var (
	pageSizes = []image.Point{{8, 8}, {16, 16}, {37, 8}, {32, 16}, {64, 32}, {64, 64}, {128, 64}}
	pageSets  = []int{0, 7, 20, 11, 33}
)

// TestPages: every kind of page looks as in the picture of its panel, which somebody has
// looked at. -update draws the pictures. Of several pages that differ one is printed: an
// app in the middle of the table moves all that follow.
func TestPages(t *testing.T) {
	missing := map[string][]image.Point{} // panels by page
	for _, size := range pageSizes {
		pages := goldenPages(t, size)
		path := filepath.Join("testdata", "pages", fmt.Sprintf("%dx%d.png", size.X, size.Y))
		now := album(pages, size)
		if *update {
			keep(t, path, now)
			continue
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("%s is not there; -update draws it", path)
		}
		kept := pixtest.Read(t, path)
		if now.Rect != kept.Rect {
			t.Errorf("%s is %v, and the pages need %v; run the test with -update", path, kept.Rect, now.Rect)
			continue
		}
		differ := 0
		for i, p := range pages {
			is, was := now.SubImage(cell(i, size)).(*image.RGBA), kept.SubImage(cell(i, size)).(*image.RGBA)
			if undrawn(was) {
				missing[p.name] = append(missing[p.name], size)
			} else if !alike(is, was) {
				if differ++; differ == 1 {
					t.Errorf("%v: %s looks different:\n%s\nwas\n%s", size, p.name, pixtest.String(is), pixtest.String(was))
				}
			}
		}
		if differ > 1 {
			t.Errorf("%v: %d more pages look different", size, differ-1)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("testdata/pages has no picture of %s on panels of %v: draw it with go test ./apps -run Pages -update, and look at it", name, missing[name])
	}
}

// between is the colour between pages, and of places that have none.
var between = color.Gray{60}

// undrawn reports whether a place of the picture has no page.
func undrawn(m *image.RGBA) bool {
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			if m.RGBAAt(x, y) != (color.RGBA{between.Y, between.Y, between.Y, 255}) {
				return false
			}
		}
	}
	return true
}

// namedPage is a page and what it is of.
type namedPage struct {
	name string
	root render.Widget
}

// goldenPages returns the pages of a panel in a fixed order.
func goldenPages(t *testing.T, size image.Point) (all []namedPage) {
	s := newStage(t, size)
	for _, i := range pageSets {
		set := s.set(i)
		for _, name := range slices.Sorted(maps.Keys(set)) {
			if set[name].root == nil {
				continue
			}
			for n, page := range pagesOf(set[name].root) {
				all = append(all, namedPage{fmt.Sprintf("%s, data %d, page %d", name, i, n), page})
			}
		}
	}
	s.region = device.Region{} // of a new device
	for _, a := range table {
		if root := s.view(a, "", "", apptest.Noon); root != nil {
			all = append(all, namedPage{a.Package + " without settings", root})
		}
	}
	return all
}

// albumWide is how many pages are beside each other.
const albumWide = 16

// cell is where the page i is in the picture of a panel.
func cell(i int, size image.Point) image.Rectangle {
	at := image.Pt(i%albumWide*(size.X+1), i/albumWide*(size.Y+1))
	return image.Rectangle{at, at.Add(size)}
}

// album draws pages beside and below each other, a line of grey between them.
func album(pages []namedPage, size image.Point) *image.RGBA {
	rows := (len(pages) + albumWide - 1) / albumWide
	m := image.NewRGBA(image.Rect(0, 0, albumWide*(size.X+1)-1, rows*(size.Y+1)-1))
	draw.Draw(m, m.Rect, image.NewUniform(between), image.Point{}, draw.Src)
	for i, p := range pages {
		page := image.NewRGBA(image.Rectangle{Max: size})
		render.Clear(page)
		p.root.Draw(page, image.Point{}, 0)
		draw.Draw(m, cell(i, size), page, image.Point{}, draw.Src)
	}
	return m
}

// alike reports whether pictures differ in no more than what processors round differently.
func alike(a, b *image.RGBA) bool {
	const rounding = 3
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			p, q := a.RGBAAt(a.Rect.Min.X+x, a.Rect.Min.Y+y), b.RGBAAt(b.Rect.Min.X+x, b.Rect.Min.Y+y)
			for _, d := range []int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B)} {
				if max(d, -d) > rounding {
					return false
				}
			}
		}
	}
	return true
}
