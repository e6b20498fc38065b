// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

var update = flag.Bool("update", false, "write docs/icons.png and docs/icons-tall.png")

const sheetFile = "../docs/icons.png"

// The sheet of all built-in icons is what they look like.
func TestSheet(t *testing.T) {
	testtool.Sequential(t)
	all := must.Get(drawings(dataFiles))(t)
	checkPicture(t, sheetFile, sheet(t, all))
}

// checkPicture compares m with the picture of the docs.
func checkPicture(t *testing.T, file string, m *image.RGBA) {
	t.Helper()
	if *update {
		var b bytes.Buffer
		must.Do(t, png.Encode(&b, m))
		must.Do(t, os.WriteFile(file, b.Bytes(), 0o644))
	}
	data := must.Get(os.ReadFile(file))(t)
	old := must.Get(png.Decode(bytes.NewReader(data)))(t)
	for i := range m.Rect.Dx() * m.Rect.Dy() {
		x, y := i%m.Rect.Dx(), i/m.Rect.Dx()
		if old.Bounds() != m.Rect || color.RGBAModel.Convert(old.At(x, y)) != m.At(x, y) {
			t.Fatalf("%s is not what the icons look like; run go test -run Sheet -update ./icons", file)
		}
	}
}

// Sizes on the sheet, in pixels.
const (
	scale  = 4 // of a pixel of an icon
	cellW  = 246
	cellH  = 8*scale + 22
	across = 5
	shown  = 6 // frames of an icon
)

func sheet(t *testing.T, all []*drawing) *image.RGBA {
	rows := (len(all) + across - 1) / across
	m := image.NewRGBA(image.Rect(0, 0, across*cellW, rows*cellH+8))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{16, 16, 20, 255}), image.Point{}, draw.Src)
	for i, d := range all {
		at := image.Pt(i%across*cellW+8, i/across*cellH+8)
		ic, err := d.icon()
		if err != nil {
			t.Fatalf("%s: %v", d.names[0], err)
		}
		for n, f := range ic.Frames[:min(shown, len(ic.Frames))] {
			led(m, at.Add(image.Pt(n*(box*scale+5), 0)), f.Image)
		}
		label := d.names[0]
		for _, other := range d.names[1:] {
			if strings.Trim(other, "a0123456789") == "" {
				label += " " + other
			}
		}
		text := font.Drawer{Dst: m, Src: image.NewUniform(color.RGBA{170, 170, 180, 255}), Face: basicfont.Face7x13}
		text.Dot = fixed.P(at.X, at.Y+box*scale+12)
		text.DrawString(label)
	}
	return m
}

// led draws an icon as dots on black.
func led(m *image.RGBA, at image.Point, src *image.RGBA) {
	side := src.Rect.Dx()
	draw.Draw(m, image.Rectangle{at, at.Add(image.Pt(side*scale, side*scale))}, image.Black, image.Point{}, draw.Src)
	for i := range side * side {
		p := at.Add(image.Pt(i%side, i/side).Mul(scale))
		dot := image.Rectangle{p, p.Add(image.Pt(scale, scale))}
		draw.Draw(m, dot, image.NewUniform(src.At(i%side, i/side)), image.Point{}, draw.Over)
	}
}

// categories begin the names of icons.
var categories = strings.Fields("weather status home transport mail media money sport arrow device face food nature")

func TestBuiltIns(t *testing.T) {
	all := must.Get(drawings(dataFiles))(t)
	names, pictures := map[string]bool{}, map[string]string{}
	for _, d := range all {
		ic, err := d.icon()
		if err != nil {
			t.Errorf("%s: %v", d.names[0], err)
			continue
		}
		category, _, _ := strings.Cut(d.names[0], "-")
		if !slices.Contains(categories, category) {
			t.Errorf("%s: unknown category", d.names[0])
		}
		for _, name := range d.names {
			if names[name] {
				t.Errorf("%s is there twice", name)
			}
			names[name] = true
			number := strings.Trim(strings.TrimPrefix(name, "a"), "0123456789") == ""
			if !number && !strings.HasPrefix(name, category+"-") {
				t.Errorf("%s: not of the category %s", name, category)
			}
			if key, err := parseKey(name); err != nil || !number && key != name {
				t.Errorf("%s cannot be asked for", name)
			}
		}
		var pix []string
		for _, f := range ic.Frames {
			pix = append(pix, string(f.Image.Pix))
		}
		if other := pictures[strings.Join(pix, "")]; other != "" {
			t.Errorf("%s looks like %s", d.names[0], other)
		}
		pictures[strings.Join(pix, "")] = d.names[0]
	}
}

// The numbers that clients use by default have a drawing of ours.
func TestNumbersOfClients(t *testing.T) {
	s := newStore(t)
	for _, n := range []int{7956, 620, 9182, 9183, 9184, 9335, 3389, 2867, 120, 87, 444, 1234, 1248, 2098, 4787} {
		for _, form := range []string{"%d", "i%d", "a%d"} {
			ic := s.Icon(ref(t, fmt.Sprintf(form, n)))
			if ic == s.builtin.unknown() || ic == s.builtin.waiting() {
				t.Errorf(form+" has no drawing", n)
			}
			if form == "a%d" && len(ic.Frames) < 2 {
				t.Errorf(form+" stands still", n)
			}
		}
	}
}

// TestShortNames: the group of a built-in icon may be left out.
func TestShortNames(t *testing.T) {
	s := newStore(t)
	for short, full := range map[string]string{"battery": "device-battery", "Wifi-Off": "device-wifi-off",
		"bell": "status-bell", "phone": "device-phone"} {
		if got := s.Icon(ref(t, short)); got != s.Icon(ref(t, full)) || got == s.builtin.unknown() {
			t.Errorf("%s is not %s", short, full)
		}
	}
	if s.Icon(ref(t, "batter")) != s.builtin.unknown() {
		t.Error("a part of a name has a drawing")
	}
}

// lit is the shape that a panel of one colour shows: what is not nearly black.
func lit(m *image.RGBA) (shape string) {
	for i := 0; i < len(m.Pix); i += 4 {
		luma := 77*int(m.Pix[i]) + 150*int(m.Pix[i+1]) + 29*int(m.Pix[i+2]) // BT.601, in 256ths
		shape += map[bool]string{false: ".", true: "#"}[luma > 26<<8]
	}
	return shape
}

// On a panel of one colour an animation moves as well, and no icon is a plain
// square.
func TestBuiltInsInOneColour(t *testing.T) {
	all := must.Get(drawings(dataFiles))(t)
	for _, d := range all {
		ic := must.Get(d.icon())(t)
		shapes := map[string]bool{}
		for _, f := range ic.Frames {
			shapes[lit(f.Image)] = true
		}
		if len(ic.Frames) > 1 && len(shapes) == 1 {
			t.Errorf("%s moves in shade alone", d.names[0])
		}
		if shapes[strings.Repeat("#", 64)] {
			t.Errorf("%s is a plain square", d.names[0])
		}
	}
}
