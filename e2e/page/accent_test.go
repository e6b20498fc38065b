// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// own is the accent, the colour of what one presses, whatever the panel shows.
const own = "#b93e0c"

// luminance is that of WCAG 2.2.
func luminance(c [3]float64) float64 {
	linear := func(v float64) float64 {
		if v /= 255; v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c[0]) + 0.7152*linear(c[1]) + 0.0722*linear(c[2])
}

// contrast is that of two colours.
func contrast(a, b [3]float64) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// coloured is a page of a device at full brightness.
func coloured(t *testing.T) (*browser.Page, *rig.Device) {
	t.Helper()
	p, r := browser.NewPage(t, 1100, 900, browser.Light), rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	p.SignIn(r)
	return p, r
}

// TestPageAccent: the accent of every hue has a contrast of 4.5 with what it stands on and
// what is written on it, in both schemes; the page's light follows the panel, what one presses
// does not, and a dark or white panel gives no light.
func TestPageAccent(t *testing.T) {
	p, r := coloured(t)
	for scheme, around := range map[string][][3]float64{
		"light": {{244, 245, 247}, {255, 255, 255}}, "dark": {{24, 27, 33}, {51, 34, 27}, {20, 16, 13}},
	} {
		hues := make([][]any, 360)
		for hue := range hues {
			hues[hue] = []any{hue, scheme}
		}
		for hue, accent := range browser.CallEach[[3]float64](p, "/accent.js", "accentOf", hues...) {
			for _, c := range around {
				if got := contrast(accent, c); got < 4.5 {
					t.Errorf("%s: the accent of hue %d has a contrast of %.2f with %v", scheme, hue, got, c)
				}
			}
		}
	}
	is := func(what string, ok func(accent string) bool) {
		t.Helper()
		eventually.True(t, what, func() bool { return ok(p.CSS("html").Style("--tone")) })
	}
	is("no light of a white panel", func(accent string) bool { return accent == "" })
	fillPanel(r, "#0060FF")
	is("a blue accent", func(accent string) bool {
		var red, green, blue int
		n, _ := fmt.Sscanf(accent, "rgb(%d,%d,%d)", &red, &green, &blue)
		return n == 3 && blue > 150 && blue > 2*red && blue > green
	})
	if accent := p.CSS("html").Style("--accent"); accent != own {
		t.Errorf("what one presses is %s beside a blue panel", accent)
	}
	p.Shoot("accent.png")
	r.Call("DELETE", "/api/v2/device/notifications", "", nil)
	is("no light of it again", func(accent string) bool { return accent == "" })
}

// TestPageAccentStandsStill: whoever wants less motion has no light of the panel whatever
// colours the panel shows, also when the wish comes while the page is open.
func TestPageAccentStandsStill(t *testing.T) {
	p, r := coloured(t)
	accent := func() string { return p.CSS("html").Style("--tone") }
	fillPanel(r, "#0060FF")
	eventually.True(t, "the light follows the panel", func() bool { return accent() != "" })
	p.LessMotion(browser.Light)
	eventually.True(t, "the light is gone", func() bool { return accent() == "" })
	for _, c := range []color.RGBA{{0, 255, 48, 255}, {255, 0, 0, 255}, {0, 96, 255, 255}} {
		r.Call("DELETE", "/api/v2/device/notifications", "", nil)
		fillPanel(r, fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B))
		eventually.True(t, fmt.Sprintf("the page's panel is %v", c), func() bool {
			return near(led(p.CSS("#panel").Picture(), 18.5, 4.5), c)
		})
		p.Beats(2) // the accent looks at the panel once a second
		if got := accent(); got != "" {
			t.Errorf("the accent behind %v is %q", c, got)
		}
	}
}

// led is the colour of the page's panel at a place in LEDs: it has 37×8, and one and a half around.
func led(m image.Image, x, y float64) color.RGBA {
	pitch := float64(m.Bounds().Dx()) / 40
	return color.RGBAModel.Convert(m.At(int((x+1.5)*pitch), int((y+1.5)*pitch))).(color.RGBA)
}

// near is whether a LED lights in a colour; its body and the glow of its neighbours add to it.
func near(led, c color.RGBA) bool {
	ok := true
	for i, is := range []uint8{led.R, led.G, led.B} {
		want := int([]uint8{c.R, c.G, c.B}[i])
		more := int(is) - want
		ok = ok && more >= -2 && more <= 2+100*(255-want)/255
	}
	return ok
}

// fillPanel sends a message that fills the panel with a colour and stays.
func fillPanel(r *rig.Device, colour string) {
	r.Call("POST", "/api/v2/device/notifications",
		`{"model":{"cycles":0,"frames":[{"text":" ","draw":[{"fill":[0,0,37,8,"`+colour+`"]}]}]}}`, nil)
}
