// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"bytes"
	"flag"
	"image"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/internal/testtool"
)

var update = flag.Bool("update", false, "write docs/fonts.png, docs/faces.png, docs/emoji.png and the golden pictures again")

// The committed specimens show the faces as they are.
func TestSpecimen(t *testing.T) {
	testtool.Sequential(t)
	s := openSet(t)
	for file, got := range map[string]*image.RGBA{
		"../docs/fonts.png": Specimen(s.Normal, s.Small, s.Clock),
		"../docs/faces.png": sizes(openTall(t)),
		"../docs/emoji.png": pictures(),
	} {
		if *update {
			var b bytes.Buffer
			e := png.Encoder{CompressionLevel: png.BestCompression}
			must.Do(t, e.Encode(&b, got))
			must.Do(t, os.WriteFile(file, b.Bytes(), 0o644))
		}
		want := pixtest.Read(t, file)
		if got.Bounds() != want.Bounds() || !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("%s is not what the faces look like: look at it and run go test ./fonts -update", file)
		}
	}
}

// pictures returns the pictographs of 12 rows in the order of Unicode.
func pictures() *image.RGBA {
	const side, columns = largeRows + 4, 24
	keys := slices.Sorted(maps.Keys(large()))
	m := image.NewRGBA(image.Rect(0, 0, columns*side, (len(keys)+columns-1)/columns*side))
	draw.Draw(m, m.Rect, image.Black, image.Point{}, draw.Src)
	for i, k := range keys {
		placed{glyph: large()[k], scale: 1}.draw(m, i%columns*side+2, i/columns*side+2+largeRows)
	}
	return enlarge(m, 2)
}

// pangrams are sentences with the letters of ten languages.
var pangrams = map[string]string{
	"english":    "The quick brown fox jumps over the lazy dog.",
	"german":     "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.",
	"french":     "Dès Noël où un zéphyr haï me vêt de glaçons würmiens, je dîne d’exquis rôtis.",
	"spanish":    "¿Benjamín pidió una bebida de kiwi y fresa? ¡Noé, sin vergüenza, la más exquisita champaña!",
	"polish":     "Pchnąć w tę łódź jeża lub ośm skrzyń fig. Zażółć gęślą jaźń.",
	"czech":      "Příliš žluťoučký kůň úpěl ďábelské ódy.",
	"vietnamese": "Do bạch kim rất quý nên sẽ dùng để lắp vô xương. Nguyễn Đỗ Ẩm.",
	"greek":      "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. Άραγε ΰπνος, ΐαση;",
	"russian":    "Съешь же ещё этих мягких французских булок, да выпей чаю.",
	"hebrew":     "דג סקרן שט בים מאוכזב ולפתע מצא לו חברה (14:30).",
}

// TestPangrams compares what both faces draw with the pictures in testdata.
func TestPangrams(t *testing.T) {
	s := openSet(t)
	for language, text := range pangrams {
		got := art(s.Normal, text) + "\n" + art(s.Small, text)
		file := filepath.Join("testdata", "pangrams", language+".txt")
		if *update {
			write(t, file, got)
		}
		want := must.Get(os.ReadFile(file))(t)
		if got != string(want) {
			t.Errorf("%s is\n%swant\n%s", language, got, want)
		}
	}
}

// TestSoft: a stair becomes a slope, within and without, and the corner of a stroke stays square.
func TestSoft(t *testing.T) {
	corner := &glyph{w: 3, rows: []uint32{bit(0) | bit(1) | bit(2), bit(0), bit(0)}}
	if first, second := corner.quarters(0), corner.quarters(1); first != [4]uint32{7 << 29, 7 << 29, 7 << 29, 7 << 29} ||
		second != [4]uint32{bit(0), bit(0), bit(0), bit(0)} {
		t.Errorf("the rows of a corner are %b and %b", first, second)
	}
	g := &glyph{w: 4, top: 4, rows: []uint32{bit(0) | bit(1), bit(1) | bit(2), bit(2) | bit(3), bit(3)}}
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	placed{glyph: g, scale: 2, soft: true, color: white}.draw(m, 0, 8)
	var got strings.Builder
	for y := range 8 {
		for x := range 8 {
			got.WriteByte(".#"[min(int(m.RGBAAt(x, y).A), 1)])
		}
		got.WriteByte('\n')
	}
	want := strings.Join(
		[]string{"###.....", "#####...", ".####...", "...####.", "...####.", ".....###", ".....###", "......##", ""}, "\n")
	if got.String() != want {
		t.Errorf("it is\n%swant\n%s", got.String(), want)
	}
}
