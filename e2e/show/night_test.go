// SPDX-License-Identifier: Apache-2.0

package show

import (
	"bytes"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"

	"github.com/chromedp/chromedp/kb"
)

// A plan is what GET /live/night says.
type plan struct {
	When, From, To, Color string
	Brightness            int
}

// night is the device's.
func night(r *rig.Device) (n plan) {
	r.Call("GET", "/live/night", "", &n)
	return n
}

// TestPageNight: the ends of the night are moved by arrow keys, by the mouse and by a
// finger; its rule, brightness and colour are chosen; the sun of the weather's place and
// the alarms are drawn on it, and the screensaver's form says that night governs it. No word of
// the ring lies over another in any font.
func TestPageNight(t *testing.T) {
	r := rig.Launch(t, nil)
	var widgets []string
	for _, w := range apps(r) {
		settings := map[string]string{
			"com.lametric.clock":   `,"settings":{"alarms":[{"time":"06:45"},{"time":"09:00","enabled":false}]}`,
			"com.lametric.weather": `,"settings":{"place":"Berlin","latitude":52.5,"longitude":13.4}`,
		}[w.Package]
		widgets = append(widgets, `{"widget":"`+w.Widget+`"`+settings+`}`)
	}
	r.Call("PUT", "/live/apps", "["+strings.Join(widgets, ",")+"]", nil)
	p := browser.NewPage(t, 390, 844, browser.Dark)
	p.SignIn(r)
	is := func(what, when, from, to string) {
		t.Helper()
		eventually.True(t, what, func() bool {
			n := night(r)
			return n.When == when && n.From == from+":00" && n.To == to+":00"
		})
	}
	p.Open("Look")
	ring, governed := p.CSS("#night svg"), p.CSS("#saver-governed, #quiet-governed")
	p.CSS("#night .bell").Counts(1)
	p.CSS("#night .course").Shows()
	p.Sees("The sun is up from ", "Alarms: 6:45 AM.")
	if hours := p.CSS("#night .hour").Texts(); !slices.Equal(hours, []string{"12 AM", "6 AM", "12 PM", "6 PM"}) {
		t.Errorf("the hours of the ring are %q", hours)
	}
	p.CSS("#night .end").Nth(1).Focus()
	p.Key(kb.ArrowRight + kb.ArrowRight)
	is("two presses of an arrow move the beginning by half an hour", "time", "22:30", "06:00")
	p.Hidden("#night .lit").Counts(30)
	p.Hidden("#saver-governed:not([hidden]), #quiet-governed:not([hidden])").Counts(2)
	p.Shoot("night.png")
	for _, font := range browser.Fonts {
		other := browser.NewPageIn(t, font, 390, 844, browser.Dark)
		other.SignIn(r)
		other.Open("Look")
		other.CSS("#night .bell").Counts(1)
		other.Looks("the night in " + string(font))
	}

	end := p.CSS("#night .end").Nth(-1)
	drag := func(by func(end browser.Part, x, y float64)) {
		b, e := ring.Place(), end.Place()
		radius, angle := 112.0/300*b.Width, 7.0/24*2*math.Pi+math.Pi // of 7 o'clock
		x, y := b.X+b.Width/2+math.Sin(angle)*radius, b.Y+b.Height/2-math.Cos(angle)*radius
		by(end, x-e.X-e.Width/2, y-e.Y-e.Height/2)
	}
	drag(browser.Part.DragBy)
	is("the mouse drags the end to 7", "time", "22:30", "07:00")
	r.Call("PUT", "/live/night", `{"to":"05:00"}`, nil)
	end.Is(`[aria-valuetext="5:00 AM"]`)
	drag(browser.Part.SwipeBy)
	is("a finger drags it there", "time", "22:30", "07:00")

	p.Press("If dark")
	p.CSS("#night .end").Gone()
	p.CSS("#night-keys").Gone()
	p.Fits("the night by the dark")
	p.CSS("#night-colors button").Nth(2).Click()
	eventually.True(t, "the rule and the colour are kept", func() bool {
		n := night(r)
		return n.When == "dark" && n.Color == "#FF7000"
	})
	p.Press("Never")
	governed.Gone()
}

// TestPageSeesTheNight: the panel of a night is drawn as an eye in the dark sees it, and Now and the
// panel say until when the night lasts; by day both are as they were.
func TestPageSeesTheNight(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	red := func() (most uint32) {
		p.Press("Share")
		_, saved := p.Saves("Save a picture")
		picture := must.Get(png.Decode(bytes.NewReader(saved)))(t)
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				r, _, _, _ := picture.At(x, y).RGBA()
				most = max(most, r>>8)
			}
		}
		return most
	}
	const blue = `{"model":{"cycles":0,"frames":[{"text":"sea","background":"#0060FF"}]}}`
	r.Call("POST", "/api/v2/device/notifications", blue, nil)
	tone := func() string { return p.CSS("html").Style("--tone") }
	eventually.True(t, "the page takes the panel's colour", func() bool { return tone() != "" })
	r.Call("PUT", "/live/night", `{"when":"time","from":"00:00","to":"23:59","brightness":3,"color":"#FF0000"}`, nil)
	p.CSS(`html[data-night]`).Shows()
	if got := tone(); got != "" {
		t.Errorf("as soon as it is night, the places have the colour %s", got)
	}
	r.Call("DELETE", "/api/v2/device/notifications", "", nil)
	p.CSS("#dusk").Sees("Night until 11:59 PM")
	p.CSS("#on-next").Reads("Night until 11:59 PM")
	eventually.True(t, "the panel of the night is seen", func() bool { got := red(); return got > 100 && got < 200 })
	p.CSS(`html[data-night]`).Shows()
	p.Reload()
	p.CSS(`html[data-night]`).Shows()
	p.Live()
	p.Looks("the page at night")
	p.Shoot("page-night.png")
	r.Call("PUT", "/live/night", `{"when":"off"}`, nil)
	p.CSS("#dusk").Gone()
	p.CSS(`html[data-night]`).Gone()
	p.CSS("#on-next").Lacks("Night")
	r.Call("PUT", "/api/v2/device/display", `{"brightness":3,"brightness_mode":"manual"}`, nil)
	eventually.True(t, "the dim panel of a day is dim", func() bool { return red() < 60 })
}

// TestPageNightWaits: nobody can press a rule of the night before the page knows it: from a busy
// device the words and the module of the night come late.
func TestPageNightWaits(t *testing.T) {
	p, r := browser.NewPage(t, 390, 844, browser.Light), rig.Launch(t, nil)
	refused := p.Busy(`/(later\.js|\w+\.more\.json)`)
	p.SignIn(r)
	p.Open("Look")
	rules := p.Hidden("[name=night-when]:enabled")
	early := rules.Count() > 0 && p.CSS("#night svg").Count() == 0
	rules.AtLeast(1)
	if early || len(refused()) == 0 {
		t.Errorf("a press may be lost: %v; refused: %q", early, refused())
	}
	p.Press("By sun")
	eventually.True(t, "it is night by the sun", func() bool { return night(r).When == "sun" })
}
