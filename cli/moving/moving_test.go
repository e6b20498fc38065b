// SPDX-License-Identifier: Apache-2.0

package moving

import (
	"image"
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render/effects"
)

// The most that the pictures may take: a page with all of them loads in seconds, and the
// README's at once.
const (
	mostBytes   = 41 << 10
	mostInAll   = 2500 << 10
	mostInFront = 500_000
)

// docs is where the pictures are kept.
const docs = "../../docs"

// TestMovingPicturesOfTheDocs: docs/moving has a picture of each effect, transition, face
// and app, and no other; it begins as the device draws it today; a page shows it.
func TestMovingPicturesOfTheDocs(t *testing.T) {
	p, err := NewPainters()
	if err != nil {
		t.Fatal(err)
	}
	pages := read(t, "README.md") + read(t, "effects.md") + read(t, "apps.md") + read(t, "situations.md")
	all, kept := 0, map[string]bool{}
	for _, g := range Groups() {
		for _, m := range g.Pictures {
			path := "moving/" + g.Name + "/" + m.Name + ".gif"
			data, most := read(t, path), mostBytes
			if g.Name == "front" {
				most = mostInFront
			} else {
				all += len(data)
			}
			kept[path] = true
			moves, err := gif.DecodeAll(strings.NewReader(data))
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			if len(moves.Image) < 2 && g.Name != "faces" && g.Name != "situations" { // these may stand still for seconds
				t.Errorf("%s does not move", path)
			}
			if len(data) > most {
				t.Errorf("%s has %d bytes, and %d are allowed", path, len(data), most)
			}
			if far(moves.Image[0], m.First(t.Context(), p)) {
				t.Errorf("%s begins with another picture: draw it with ledpost render --moving -o docs/moving, and look at it", path)
			}
			if !strings.Contains(pages, "("+path+")") {
				t.Errorf("no page shows %s", path)
			}
		}
	}
	if all > mostInAll {
		t.Errorf("the pictures have %d bytes, and %d are allowed", all, mostInAll)
	}
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
	moves, err := gif.DecodeAll(strings.NewReader(read(t, "moving/front/panel.gif")))
	if err != nil {
		t.Fatal(err)
	}
	length := 0
	for _, d := range moves.Delay {
		length += d
	}
	if moves.Config.Width != 512 || moves.Config.Height != 256 || length != 1200 || moves.LoopCount != 0 {
		t.Errorf("%d×%d, %d hundredths of a second, loops %d", moves.Config.Width, moves.Config.Height, length, moves.LoopCount)
	}
	for page, link := range map[string]string{"../README.md": "(docs/moving/front/panel.gif)", "README.md": "(moving/front/panel.gif)"} {
		if top, _, _ := strings.Cut(read(t, page), "\n## "); !strings.Contains(top, link) {
			t.Errorf("%s does not begin with %s", page, link)
		}
	}
}

// TestGroupsHaveEverything: what is new in one of the tables has a picture.
func TestGroupsHaveEverything(t *testing.T) {
	for i, want := range [][]string{effects.Backgrounds(), effects.Overlays(), note.Effects()[1:], paint.Transitions()[1:]} {
		var got []string
		for _, m := range Groups()[i].Pictures {
			got = append(got, m.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", Groups()[i].Name, got, want)
		}
	}
	if n := len(Groups()[4].Pictures); n < 19 {
		t.Errorf("only %d faces", n)
	}
}

// TestAppsMove: each app has a picture, or has it elsewhere for a reason, and its section of
// the guide shows a moving picture.
func TestAppsMove(t *testing.T) {
	text, shown := read(t, "apps.md"), map[string]bool{}
	for _, m := range pages() {
		shown[m.Name] = true
	}
	for _, pkg := range apps.Packages() {
		name, other := pkg[strings.LastIndexByte(pkg, '.')+1:], elsewhere[pkg]
		if shown[name] == (other != "") {
			t.Errorf("%s has a picture: %v, and elsewhere: %q", pkg, shown[name], other)
		}
		_, section, ok := strings.Cut(text, "`"+pkg+"`\n")
		section, _, _ = strings.Cut(section, "\n## ")
		if !ok || !strings.Contains(section, "](moving/") {
			t.Errorf("the section of %s shows nothing that moves", pkg)
		}
	}
}
