// SPDX-License-Identifier: Apache-2.0

package main

import (
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/internal/must"
)

// docs is where the pictures are kept.
const docs = "../../docs"

// opened returns what draws for all panels.
func opened(t *testing.T) panels {
	t.Helper()
	return must.Get(openPanels())(t)
}

// TestMovingPicturesOfTheDocs: docs/moving has a picture of each effect, transition, face
// and situation, and no other but those of apps; each begins as the device draws it today, and a
// page shows it. An app or a face may do without. The test says how many bytes a page with all of them
// loads, and the README.
func TestMovingPicturesOfTheDocs(t *testing.T) {
	p := opened(t)
	pages := read(t, "README.md") + read(t, "effects.md") + read(t, "apps.md") + read(t, "situations.md") +
		read(t, "wifi.md")
	bytes, kept := map[bool]int{}, map[string]bool{}
	for _, g := range groups() {
		for _, m := range g.films {
			path := "moving/" + g.name + "/" + m.name + ".gif"
			if _, err := os.Stat(filepath.Join(docs, path)); err != nil && g.name == "faces" {
				continue
			}
			data := read(t, path)
			bytes[g.name == "front"] += len(data)
			kept[path] = true
			moves, err := gif.DecodeAll(strings.NewReader(data))
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			if len(moves.Image) < 2 && g.name != "faces" && g.name != "situations" { // these may stand still for seconds
				t.Errorf("%s does not move", path)
			}
			if far(moves.Image[0], m.first(t.Context(), p)) {
				t.Errorf("%s begins with another picture: draw it by go -C tools run ./pictures %s, and look at it", path, g.name)
			}
			if !strings.Contains(pages, "("+path+")") {
				t.Errorf("no page shows %s", path)
			}
		}
	}
	t.Logf("the pictures have %d bytes, the README's %d", bytes[false], bytes[true])
	files, _ := filepath.Glob(docs + "/moving/*/*")
	for _, f := range files {
		if name, _ := filepath.Rel(docs, f); !kept[filepath.ToSlash(name)] {
			t.Errorf("%s is a picture of nothing", name)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(docs, filepath.FromSlash(name)))
	if err != nil {
		t.Error(err)
	}
	return string(data)
}

// far reports whether pictures differ by more than processors round differently, which
// may give single pixels another colour of the few.
func far(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return true
	}
	differ, size := 0, a.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			r, g, b1, _ := a.At(x, y).RGBA()
			u, v, w, _ := b.At(x, y).RGBA()
			for _, d := range []int{int(r) - int(u), int(g) - int(v), int(b1) - int(w)} {
				if max(d, -d) > 40<<8 {
					differ++
					break
				}
			}
		}
	}
	return differ > size.X*size.Y/50
}

// TestPictureOfTheREADME: the picture is as wide as a README on a telephone and in a window
// wants it, runs long enough to be read, and stands at the top of both pages.
func TestPictureOfTheREADME(t *testing.T) {
	moves := must.Get(gif.DecodeAll(strings.NewReader(read(t, "moving/front/panel.gif"))))(t)
	length := 0
	for _, d := range moves.Delay {
		length += d
	}
	if moves.Config.Width != 512 || moves.Config.Height != 256 || length < 1000 || moves.LoopCount != 0 {
		t.Errorf("%d×%d, %d hundredths of a second, loops %d", moves.Config.Width, moves.Config.Height, length,
			moves.LoopCount)
	}
	for page, link := range map[string]string{"../README.md": "(docs/moving/front/panel.gif)",
		"README.md": "(moving/front/panel.gif)"} {
		if top, _, _ := strings.Cut(read(t, page), "\n## "); !strings.Contains(top, link) {
			t.Errorf("%s does not begin with %s", page, link)
		}
	}
}

// TestPictureOfTheCommunity: six panels, each with an app of the community's catalogue, and most of them move. README and
// guide name the apps with their authors and their licence.
func TestPictureOfTheCommunity(t *testing.T) {
	data := read(t, communityFile)
	moves := must.Get(gif.DecodeAll(strings.NewReader(data)))(t)
	last := tile(len(community) - 1).Max.Add(image.Pt(communityGap, communityGap))
	if size := image.Pt(moves.Config.Width, moves.Config.Height); len(data) > 500_000 || size != last || moves.LoopCount != 0 {
		t.Errorf("%d bytes, %v, loops %d", len(data), size, moves.LoopCount)
	}
	moving := 0
	for i, id := range community {
		lit := map[color.Color]bool{}
		for y := tile(i).Min.Y; y < tile(i).Max.Y; y++ {
			for x := tile(i).Min.X; x < tile(i).Max.X; x++ {
				lit[moves.Image[0].At(x, y)] = true
			}
		}
		if len(lit) < 8 {
			t.Errorf("%s is dark", id)
		}
		if slices.ContainsFunc(moves.Image[1:], func(m *image.Paletted) bool { return changes(m, tile(i)) }) {
			moving++
		}
	}
	if moving < 4 {
		t.Errorf("%d of them move", moving)
	}
	all := must.Get(catalogue(t.Context(), docs))(t)
	for _, page := range []string{"../README.md", "own-apps.md"} {
		text := strings.Join(strings.Fields(read(t, page)), " ")
		_, text, there := strings.Cut(text, communityFile+")")
		if !there {
			t.Errorf("%s does not show %s", page, communityFile)
		}
		for _, id := range community {
			at := slices.IndexFunc(all.Apps, func(a gallery.App) bool { return a.ID == id })
			if at < 0 || all.Apps[at].License != "" {
				t.Errorf("%s is not in the catalogue under its licence", id)
			} else if a := all.Apps[at]; !strings.Contains(text, a.Name+" by "+a.Author) {
				t.Errorf("%s does not say %q below the picture", page, a.Name+" by "+a.Author)
			}
		}
		if !strings.Contains(text, all.License) {
			t.Errorf("%s does not name their licence, %s", page, all.License)
		}
	}
}

// changes reports whether a frame changes a pixel within r.
func changes(m *image.Paletted, r image.Rectangle) bool {
	r = r.Intersect(m.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if _, _, _, a := m.At(x, y).RGBA(); a > 0 {
				return true
			}
		}
	}
	return false
}

// TestSheetsOfTheDocs: the contact sheets show what the device draws today, but for a few pixels
// that differ between processors.
func TestSheetsOfTheDocs(t *testing.T) {
	p := opened(t)
	for _, s := range sheets() {
		kept, err := png.Decode(strings.NewReader(read(t, s.file)))
		if err != nil {
			t.Errorf("docs/%s: %v", s.file, err)
			continue
		}
		now, was := s.draw(p), image.NewRGBA(kept.Bounds())
		draw.Draw(was, was.Rect, kept, image.Point{}, draw.Src)
		differ, allowed := 0, len(now.Pix)/4/200
		if s.file == "apps.png" { // a page that looks different is a small part of it
			allowed /= 20
		}
		for i := 0; i < min(len(now.Pix), len(was.Pix)); i += 4 {
			if [4]byte(now.Pix[i:]) != [4]byte(was.Pix[i:]) {
				differ++
			}
		}
		if now.Rect != was.Rect || differ > allowed {
			t.Errorf("docs/%s is %v, and %d pixels differ from the sheet, %v: draw it by go -C tools run ./pictures %s, and "+
				"look at it",
				s.file, was.Rect, differ, now.Rect, s.file)
		}
	}
}

// TestRowsShowSomething: no row of a sheet is dark, and none of an app that has been set up
// looks like another of these.
func TestRowsShowSomething(t *testing.T) {
	p, seen := opened(t)[small], map[string]string{}
	dark := string(image.NewRGBA(image.Rectangle{Max: p.Size}).Pix)
	for _, s := range sheets() {
		for _, r := range s.rows {
			m := r.draw(p)
			for i := 3; i < len(m.Pix); i += 4 {
				m.Pix[i] = 0 // colours alone count
			}
			if string(m.Pix) == dark {
				t.Errorf("%s is dark", r.name)
			}
			if !slices.ContainsFunc(busy, func(b scenario) bool { return b.name == r.name }) {
				continue
			}
			if other := seen[string(m.Pix)]; other != "" {
				t.Errorf("%s looks as %s does", r.name, other)
			}
			seen[string(m.Pix)] = r.name
		}
	}
}
