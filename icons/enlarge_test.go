// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"image"
	"image/color"
	"log/slog"
	"strings"
	"testing"
)

var quiet = slog.New(slog.DiscardHandler)

var white255 = color.RGBA{255, 255, 255, 255}

// drawn makes a picture of text.
func drawn(text string) *image.RGBA {
	rows := strings.Fields(text)
	m := image.NewRGBA(image.Rect(0, 0, len(rows[0]), len(rows)))
	for y, row := range rows {
		for x := range row {
			if row[x] == '#' {
				m.SetRGBA(x, y, white255)
			}
		}
	}
	return m
}

// shown makes text of a picture.
func asText(m *image.RGBA) (text string) {
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if m.RGBAAt(x, y).A != 0 {
				text += "#"
			} else {
				text += "."
			}
		}
		text += "\n"
	}
	return text
}

// Stairs become slopes; single points and straight edges stay.
func TestEnlarged(t *testing.T) {
	for _, tt := range []struct {
		why         string
		n           int
		from, wants string
	}{
		{"a stair, twice", 2, "#.. ##. ###", `
			##....
			###...
			###...
			#####.
			######
			.#####`},
		{"the ends of a bar, twice", 2, "##.. ##.. ##..", `
			.##.....
			####....
			####....
			####....
			####....
			.##.....`},
		{"a point, three times", 3, "... .#. ...", `
			.........
			.........
			.........
			...###...
			...###...
			...###...
			.........
			.........
			.........`},
		{"a diagonal, three times", 3, "#.. .#. ..#", `
			###......
			###......
			####.....
			..####...
			...###...
			...####..
			.....####
			......###
			......###`},
	} {
		want := strings.Join(strings.Fields(tt.wants), "\n") + "\n"
		if got := asText(enlarged(drawn(tt.from), tt.n)); got != want {
			t.Errorf("%s:\n%s", tt.why, got)
		}
	}
}

// A picture that fills its box keeps its corners, whatever the number.
func TestEnlargedFull(t *testing.T) {
	for n := 1; n <= 8; n++ {
		m := enlarged(drawn("### ### ###"), n)
		if m.Rect.Dx() != 3*n || strings.Contains(asText(m), ".") {
			t.Errorf("%d times:\n%s", n, asText(m))
		}
	}
}

// The icon of a client grows by the rule, or in squares where that is set.
func TestGalleryIconsGrow(t *testing.T) {
	uri := dataURI(rawGIF{size: image.Pt(8, 8), global: art, frames: []rawFrame{paint(0, 0, 0, "R....... .R...... ..R.....")}}.bytes())
	at := ref(t, uri)
	rule := New(Config{Size: 16}, quiet).Icon(at).Frames[0].Image
	squares := New(Config{Size: 16, Enlarge: Blocks}, quiet).Icon(at).Frames[0].Image
	eight := New(Config{Size: 8}, quiet).Icon(at).Frames[0].Image
	if string(squares.Pix) != string(enlarge(eight, 2).Pix) {
		t.Error("blocks are not squares")
	}
	if string(rule.Pix) != string(enlarged(eight, 2).Pix) || string(rule.Pix) == string(squares.Pix) {
		t.Errorf("the rule is not used:\n%s", asText(rule))
	}
}
