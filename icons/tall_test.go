// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"image"
	"image/color"
	"image/draw"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/epx"
	"github.com/ledpost/ledpost/internal/must"
)

// tallOf returns the drawings of one side, by name.
func tallOf(t *testing.T, side int) map[string]*drawing {
	t.Helper()
	all := must.Get(drawingsOf(dataFiles, side))(t)
	found := map[string]*drawing{}
	for _, d := range all {
		if found[d.names[0]] != nil || len(d.names) != 1 {
			t.Errorf("%d: %v is there twice or has two names", side, d.names)
		}
		found[d.names[0]] = d
	}
	return found
}

// What many people see is drawn for 16 and for 24 rows, under the name that it has
// at 8.
func TestTallDrawings(t *testing.T) {
	small := tallOfEight(t)
	names := map[int][]string{}
	for _, side := range sides {
		for name, d := range tallOf(t, side) {
			names[side] = append(names[side], name)
			if !small[name] {
				t.Errorf("%d: %s has no drawing of 8 rows", side, name)
			}
			ic, err := d.icon()
			if err != nil {
				t.Errorf("%d: %s: %v", side, name, err)
				continue
			}
			shapes := map[string]bool{}
			for _, f := range ic.Frames {
				shapes[lit(f.Image)] = true
			}
			if len(ic.Frames) > 1 && len(shapes) == 1 {
				t.Errorf("%d: %s moves in shade alone", side, name)
			}
			if shapes[strings.Repeat("#", side*side)] {
				t.Errorf("%d: %s is a plain square", side, name)
			}
		}
		slices.Sort(names[side])
	}
	if !slices.Equal(names[16], names[24]) {
		t.Errorf("drawn for 16 rows: %v\nfor 24 rows: %v", names[16], names[24])
	}
	if len(names[24]) < 80 {
		t.Errorf("%d icons are drawn large, want at least 80", len(names[24]))
	}
}

func tallOfEight(t *testing.T) map[string]bool {
	all := must.Get(drawings(dataFiles))(t)
	names := map[string]bool{}
	for _, d := range all {
		names[d.names[0]] = true
	}
	return names
}

// The box takes the largest drawing that fits it a whole number of times.
func TestTallIconsAreUsed(t *testing.T) {
	for _, tt := range []struct {
		side, drawn int
		why         string
	}{
		{8, 8, "the panel of 8 rows"},
		{16, 16, "16 rows"},
		{24, 24, "64×32"},
		{32, 16, "twice 16"},
		{40, 8, "no multiple: five times 8"},
		{48, 24, "128×64, twice 24"},
	} {
		s := New(Config{Size: tt.side}, quiet)
		got := s.Icon(ref(t, "weather-sun")).Frames[0].Image
		all, _ := drawingsOf(dataFiles, tt.drawn)
		for _, d := range all {
			if d.names[0] != "weather-sun" {
				continue
			}
			ic := must.Get(d.icon())(t)
			want := ic.Frames[0].Image
			if n := tt.side / tt.drawn; n > 1 {
				want = epx.Enlarge(want, n)
			}
			if string(got.Pix) != string(want.Pix) {
				t.Errorf("%s: the sun in a box of %d is not that of %d rows", tt.why, tt.side, tt.drawn)
			}
		}
	}
	squares := New(Config{Size: 24, Enlarge: Blocks}, quiet).Icon(ref(t, "weather-sun")).Frames[0].Image
	eight := New(Config{Size: 8}, quiet).Icon(ref(t, "weather-sun")).Frames[0].Image
	if string(squares.Pix) != string(enlarge(eight, 3).Pix) {
		t.Error("with blocks, a built-in icon is not its 8 rows in squares")
	}
}

// In a smaller box stands the drawing for that box, not what is left of a larger one.
func TestIn(t *testing.T) {
	large := New(Config{Size: 24}, quiet)
	for _, name := range []string{"weather-sun", "i9183", "a9183", "food-pizza"} {
		for _, side := range []int{8, 16, 24} {
			want := New(Config{Size: side}, quiet).Icon(ref(t, name))
			got := large.Icon(ref(t, name)).In(side)
			if len(got.Frames) != len(want.Frames) || string(got.Frames[0].Image.Pix) != string(want.Frames[0].Image.Pix) {
				t.Errorf("%s in %d is not its drawing for %[2]d", name, side)
			}
		}
	}
	uri := ref(t, dataURI(rawGIF{size: image.Pt(8, 8), global: art, frames: []rawFrame{paint(1, 1, 0, "RG BW")}}.bytes()))
	got, want := large.Icon(uri).In(8), New(Config{Size: 8}, quiet).Icon(uri)
	if string(got.Frames[0].Image.Pix) != string(want.Frames[0].Image.Pix) {
		t.Error("what was enlarged three times does not come back")
	}
}

// TestGrown: in a larger box stands the drawing for that box; what the program did not draw grows by the rule for pixel art.
func TestGrown(t *testing.T) {
	store := New(Config{Size: 24}, quiet)
	uri := dataURI(rawGIF{size: image.Pt(8, 8), global: art, frames: []rawFrame{paint(1, 1, 0, "RG BW")}}.bytes())
	for name, sides := range map[string][]int{"weather-sun": {16, 24, 32, 48}, uri: {8, 24, 48}} {
		for _, side := range sides {
			want := New(Config{Size: side}, quiet).Icon(ref(t, name)).Frames[0].Image
			if got := store.Icon(ref(t, name)).Grown(side).Frames[0].Image; string(got.Pix) != string(want.Pix) {
				t.Errorf("%.20s in %d is not as a store of that box has it", name, side)
			}
		}
	}
}

// TestTallSheet: the large drawings are those of the docs, each once for 24 and once for
// 16 rows, and three that have none by the rule and in squares.
func TestTallSheet(t *testing.T) {
	large, medium := tallOf(t, 24), tallOf(t, 16)
	names := slices.Sorted(maps.Keys(large))
	const cell, cols = 46 * scale, 8
	rows := (len(names)+cols-1)/cols + 1
	m := image.NewRGBA(image.Rect(0, 0, cols*cell, rows*27*scale))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{16, 16, 20, 255}), image.Point{}, draw.Src)
	for i, name := range names {
		at := image.Pt(i%cols*cell+scale, i/cols*27*scale+scale)
		for _, d := range []*drawing{large[name], medium[name]} {
			ic, err := d.icon()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			led(m, at, ic.Frames[0].Image)
			at.X += (d.side + 2) * scale
		}
	}
	at := image.Pt(scale, (rows-1)*27*scale+scale)
	for _, name := range []string{"food-pizza", "nature-cat", "device-robot", "transport-rocket"} {
		for _, way := range []Enlarge{Smooth, Blocks} {
			led(m, at, New(Config{Size: 24, Enlarge: way}, quiet).Icon(ref(t, name)).Frames[0].Image)
			at.X += 27 * scale
		}
	}
	checkPicture(t, "../docs/icons-tall.png", m)
}

// BenchmarkTallIndex is what the first icon costs on a panel of 32 rows.
func BenchmarkTallIndex(b *testing.B) {
	for b.Loop() {
		newBuiltins(room{side: 24}).index()
	}
}

// BenchmarkTallIcon is what it costs to make one ready: never while a frame is drawn.
func BenchmarkTallIcon(b *testing.B) {
	for _, name := range []string{"weather-rain", "food-pizza"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				all := newBuiltins(room{side: 24})
				all.index()[name].fitted()
			}
		})
	}
}

// A way to enlarge that there is not is an error.
func TestEnlargeValidate(t *testing.T) {
	for way, ok := range map[Enlarge]bool{"": true, Smooth: true, Blocks: true, "Blocks": false, "epx": false} {
		if err := way.Validate(); (err == nil) != ok {
			t.Errorf("%q: %v", way, err)
		}
	}
}
