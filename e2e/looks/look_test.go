// SPDX-License-Identifier: Apache-2.0

// Package looks tests that the web page can be read and reached by everybody: contrast,
// places and names, on a desk and on a phone.
package looks

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// each calls test with a page in each font and colour scheme, with a name of both.
func each(t *testing.T, test func(t *testing.T, p *browser.Page, name, scheme string)) {
	for _, font := range browser.Fonts {
		for _, scheme := range []string{browser.Light, browser.Dark} {
			name, _, _ := strings.Cut(string(font), " ")
			t.Run(name+"-"+scheme, func(t *testing.T) {
				test(t, browser.NewPageIn(t, font, 1280, 900, scheme), name+"-"+scheme, scheme)
			})
		}
	}
}

// TestPageLooks checks contrast, places and names in each font and both colour schemes, at a
// desk and on a phone: the login, the page with a queue and faults, the picker.
func TestPageLooks(t *testing.T) {
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	for _, body := range []string{
		`{"priority":"critical","model":{"cycles":0,"frames":[{"icon":2867,"text":"Door open"}]}}`,
		`{"priority":"warning","lifetime":3600000,"model":{"frames":[
			{"icon":"weather-rain","text":"` + strings.Repeat("Rain", 60) + `"}]}}`,
		`{"lifetime":3600000,"model":{"frames":[{"goalData":{"start":0,"current":7,"end":10,"unit":"km"}}]}}`,
	} {
		r.Call("POST", "/api/v2/device/notifications", body, nil)
	}
	each(t, func(t *testing.T, p *browser.Page, name, scheme string) {
		p.Expect(browser.KeyIsRefused)
		p.Expect(browser.ValueIsBad + `.*/(notifications|live/preview)`)
		for _, width := range []int{1280, 390, 320} {
			lookAt(t, p, r, fmt.Sprintf("%s-%d", name, width), width, scheme)
		}
	})
}

func lookAt(t *testing.T, p *browser.Page, r *rig.Device, name string, width int, scheme string) {
	all := func(where string) {
		t.Helper()
		p.Looks(name + ", " + where)
		p.Shoot(name + "-" + where + ".png")
	}
	p.Resize(width, 900)
	p.Visit(browser.Home(t, r) + "/")
	p.Forget()
	p.Reload()
	p.Type("API key", "wrong")
	p.Key(kb.Enter)
	p.Sees("That is not the device’s key.")
	if got := p.Prefers(); got != scheme {
		t.Fatalf("the browser prefers %s, want %s", got, scheme)
	}
	all("login")
	if n := p.CSS("#login code").Lines(); n != 1 {
		t.Errorf("%s: the command of the login stands in %d lines", name, n)
	}
	p.SignIn(r)
	p.Open("Send")
	p.CSS("#queue > li").Counts(3)
	p.CSS("#queue img").Drawn(2)
	for _, place := range []string{"Now", "Apps", "Device"} {
		p.Open(place)
		all(place)
	}
	p.Open("Look")
	for _, night := range []string{"By time", "If dark", "Never"} {
		p.Press(night)
		p.CSS("#night").Box(night).Is(":checked") // whose title says when it is night
		all("night " + night)
	}
	p.Open("Send")
	kind := p.Within("Kind")
	kind.Press("Goal")
	all("goal")
	kind.Press("Chart")
	p.Type("Values", "1, two, 3")
	below := func() []float64 {
		return []float64{p.Control("Show it").Place().Y + p.Scrolled(), p.CSS("#queue").Place().Y + p.Scrolled()}
	}
	before := below()
	p.Key(kb.Enter)
	p.CSS("#chart-note.fault").Shows()
	near := func(a, b float64) bool { return math.Abs(a-b) < 1 } // a pinned row stands between pixels
	if after := below(); !slices.EqualFunc(after, before, near) {
		t.Errorf("%s: a fault moves what is below it: from %v to %v", name, before, after)
	}
	all("fault")
	p.Press("no icon")
	p.CSS("#icons .pick").AtLeast(100)
	all("picker")
	for _, w := range []int{width, 768} {
		p.Resize(w, 900)
		if cut := p.CSS("#icons .pick span").Cut(); len(cut) > 0 {
			t.Errorf("%s: at %d px the picker cuts %q", name, w, cut)
		}
	}
	p.Press("Close")
}

// TestComposerLooks checks contrast, places and names of all that the composer shows,
// in each font and both colour schemes; on a phone and at a desk, and where screenshots are kept
// also between and beyond them.
func TestComposerLooks(t *testing.T) {
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	widths := []int{390, 1280}
	if os.Getenv("LEDPOST_SHOTS") != "" {
		widths = []int{390, 768, 1280, 1920}
	}
	each(t, func(t *testing.T, p *browser.Page, name, _ string) {
		for _, width := range widths {
			all := func(where string) {
				t.Helper()
				p.Looks(fmt.Sprintf("%d px, %s", width, where))
				p.Shoot(fmt.Sprintf("composer-%s-%d-%s.png", name, width, where))
			}
			p.Resize(width, 900)
			p.Visit(browser.Home(t, r) + "/")
			p.Forget()
			p.SignIn(r)
			p.Open("Send")
			p.Type("Text", "First of them")
			p.Press("Add a frame")
			p.Type("Text", "warm and cold")
			p.Press("Effects, background, duration")
			p.Field("Text").Select(0, len("warm"))
			p.Press("#FF8000")
			p.Choose("Effect of the text", "Gradient")
			p.Choose("Background", "One colour")
			p.Type("Progress bar, 0 to 100", "40")
			p.Sketched()
			p.CSS("#frames li").Counts(2)
			p.CSS("#echo").Shows()
			all("form")
			p.Press("Keep as favourite")
			p.Press("Favourites…")
			p.CSS("#history-liked li").Shows()
			all("history")
			p.Press("Close")
			p.Press("Copy as…")
			p.Within("Copy as").Shows()
			all("copy")
			p.Press("Close")
			p.Press("no icon")
			p.CSS("#icons .pick").AtLeast(100)
			p.Press("Draw one…")
			p.Within("Draw an icon").Shows()
			all("editor")
			p.Press("Cancel")
			p.Press("Close")
		}
	})
}
