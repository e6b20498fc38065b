// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// pageSizes are the panels of the golden pages, and pageSets the sets of data.
var (
	pageSizes = []image.Point{{8, 8}, {16, 16}, {37, 8}, {32, 16}, {64, 32}, {64, 64}, {128, 64}}
	pageSets  = []int{0, 7, 20, 11, 33}
)

// TestPages: every kind of page of an app looks as in the picture in the app's folder, which
// somebody has looked at. -update draws the pictures that have changed.
func TestPages(t *testing.T) {
	for _, of := range subjects(t) {
		t.Run(of.Package, func(t *testing.T) {
			t.Parallel()
			m, pages := album(t, of)
			pixtest.Golden(t, filepath.Join(of.folder, "testdata", "pages.png"), m, *update, pages...)
		})
	}
}

// album draws the pages of a subject, panel by panel, beside and below each other.
func album(t *testing.T, of subject) (m *image.RGBA, pages []pixtest.Part) {
	const beside = 16
	var pictures []*image.RGBA
	top, wide := 0, 0
	for _, size := range pageSizes {
		all := goldenPages(t, of, size)
		for i, p := range all {
			at := image.Pt(i%beside*(size.X+1), top+i/beside*(size.Y+1))
			pages = append(pages,
				pixtest.Part{Name: fmt.Sprintf("%s on %d×%d", p.name, size.X, size.Y), At: image.Rectangle{at, at.Add(size)}})
			pictures = append(pictures, drawn(p.root, size))
			wide = max(wide, at.X+size.X)
		}
		top += (len(all) + beside - 1) / beside * (size.Y + 1)
	}
	m = image.NewRGBA(image.Rect(0, 0, wide, top-1))
	draw.Draw(m, m.Rect, image.NewUniform(color.Gray{60}), image.Point{}, draw.Src)
	for i, p := range pages {
		draw.Draw(m, p.At, pictures[i], image.Point{}, draw.Src)
	}
	return m, pages
}

// drawn returns the picture of a page at its beginning.
func drawn(page render.Widget, size image.Point) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(m)
	page.Draw(m, image.Point{}, 0)
	return m
}

// namedPage is a page and what it is of.
type namedPage struct {
	name string
	root render.Widget
}

// goldenPages returns the pages of a subject on a panel in a fixed order, and at last that of a new device.
func goldenPages(t *testing.T, of subject, size image.Point) (all []namedPage) {
	s := newStage(t, size)
	for _, i := range of.golden {
		set := s.set(of, i)
		for _, name := range slices.Sorted(maps.Keys(set)) {
			for n, page := range pagesOf(set[name].root) {
				all = append(all, namedPage{fmt.Sprintf("%s, data %d, page %d", name, i, n), page})
			}
		}
	}
	if root := s.unset(of.App, device.Region{}); root != nil {
		all = append(all, namedPage{"without settings", root})
	}
	return all
}
