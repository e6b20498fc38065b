// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/image/draw"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
	"github.com/ledpost/ledpost/render/enlarge"
)

// The longest texts that the device shows.
const (
	longestPage = "HTTP://192.168.178.123:8080/"
	longestWifi = "WIFI:S:LEDPOST-7F;T:WPA;P:abcdefgh;;"
)

// TestCodeFits: how large a code is, and where it is.
func TestCodeFits(t *testing.T) {
	for _, c := range []struct {
		name       string
		size       image.Point
		text       string
		ground     image.Rectangle // what is lit; empty = no room for it
		firstBlack image.Point
	}{
		{"an address with a margin of 4", image.Pt(64, 32), "HTTP://192.168.1.2/",
			image.Rect(0, 0, 29, 29).Add(image.Pt(0, 1)), image.Pt(4, 5)},
		{"a longer one with a margin of 3", image.Pt(64, 32), longestPage, image.Rect(0, 0, 32, 32), image.Pt(3, 3)},
		{"Wi-Fi", image.Pt(64, 32), longestWifi, image.Rect(0, 0, 32, 32), image.Pt(3, 3)},
		{"in the middle if no caption has room", image.Pt(50, 32), longestWifi, image.Rect(9, 0, 41, 32), image.Pt(12, 3)},
		{"on the left if a caption just has room", image.Pt(56, 32), longestWifi, image.Rect(0, 0, 32, 32), image.Pt(3, 3)},
		{"in the middle if it lacks a column", image.Pt(55, 32), longestWifi, image.Rect(11, 0, 43, 32), image.Pt(14, 3)},
		{"none with a smaller margin", image.Pt(64, 30), longestWifi, image.Rectangle{}, image.Point{}},
		{"twice as large", image.Pt(128, 64), "HTTP://192.168.1.2/", image.Rect(0, 3, 58, 61), image.Pt(8, 11)},
		{"Wi-Fi twice as large with a margin of 3", image.Pt(64, 64), longestWifi, image.Rect(0, 0, 64, 64), image.Pt(7, 7)},
		{"none on a low panel", image.Pt(64, 16), "HTTP://192.168.1.2/", image.Rectangle{}, image.Point{}},
		{"none on the smallest", image.Pt(8, 8), "A", image.Rectangle{}, image.Point{}},
		{"none of too much", image.Pt(64, 32), strings.Repeat("x", 1<<12), image.Rectangle{}, image.Point{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := testPainter(t, c.size).Code(Code{Text: c.text, Caption: "Scan"})
			if w == nil || c.ground.Empty() {
				if (w == nil) != c.ground.Empty() {
					t.Errorf("drawn: %v", w != nil)
				}
				return
			}
			m := image.NewRGBA(image.Rectangle{Max: c.size})
			w.Draw(m, image.Point{}, 0)
			ground := bounds(m, c.ground)
			if ground != c.ground {
				t.Errorf("lit %v, want %v", ground, c.ground)
			}
			if m.RGBAAt(c.firstBlack.X, c.firstBlack.Y) != (color.RGBA{A: 255}) ||
				m.RGBAAt(c.firstBlack.X-1, c.firstBlack.Y-1).R != 255 {
				t.Errorf("the code does not begin at %v", c.firstBlack)
			}
		})
	}
}

// bounds returns the rows and columns within r and one pixel around it whose edges are lit.
func bounds(m *image.RGBA, r image.Rectangle) (lit image.Rectangle) {
	return area(r.Inset(-1).Intersect(m.Rect), func(x, y int) bool { return m.RGBAAt(x, y).R == 255 })
}

// TestCodeIsRead: a reader reads what the panel shows, as squares and as glowing LEDs.
func TestCodeIsRead(t *testing.T) {
	zbar := testtool.Find(t, "zbarimg")
	for _, text := range []string{"HTTP://192.168.1.2/", "HTTP://10.0.0.7:8080/", longestPage, longestWifi} {
		for _, size := range []image.Point{{64, 32}, {64, 64}, {128, 64}} {
			w := testPainter(t, size).Code(Code{Text: text, Caption: "Scan me"})
			m := seen(w, 0)
			for name, large := range map[string]*image.RGBA{"squares": enlarge.Squares(m, 8), "LEDs": photograph(m)} {
				if got := scan(t, zbar, large); got != text {
					t.Errorf("%s, %v, %s: read %q", text, size, name, got)
				}
			}
		}
	}
}

// photograph returns the LEDs as a camera sees them that has 2 pixels for each.
func photograph(m *image.RGBA) *image.RGBA {
	leds := enlarge.LEDs(m, 8)
	out := image.NewRGBA(image.Rectangle{Max: m.Rect.Size().Mul(2)})
	draw.BiLinear.Scale(out, out.Rect, leds, leds.Rect, draw.Src, nil)
	return out
}

// scan reads the code in m.
func scan(t *testing.T, zbar string, m image.Image) string {
	t.Helper()
	var picture bytes.Buffer
	must.Do(t, png.Encode(&picture, m))
	cmd := exec.Command(zbar, "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "-")
	cmd.Stdin = &picture
	out, _ := cmd.Output() // fails when there is no code, and says nothing then
	return strings.TrimSuffix(string(out), "\n")
}
