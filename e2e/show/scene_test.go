// SPDX-License-Identifier: Apache-2.0

package show

import (
	"bytes"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/internal/eventually"
)

// other is a scene that differs from that of a new device.
const other = `{"scene":1,"look":{"text_color":"#FF8000","background":"plasma"},"apps":[
	{"package":"com.ledpost.date","title":"Today"},
	{"package":"com.lametric.clock","title":"Clock","settings":{"face":"big"}},
	{"package":"com.lametric.weather","title":"Weather","visible":false}]}`

// TestPageScenes: a scene is saved as a file, previewed with what it changes, left, and taken.
func TestPageScenes(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	p.Expect(browser.ValueIsBad + `.*/live/scene`)
	p.Open("Apps")
	name, same := p.Saves("Save scene")
	if !strings.HasSuffix(name, ".scene.json") {
		t.Errorf("saved as %s", name)
	}
	use, picture := p.Control("Use it"), p.CSS("#scene-picture")
	p.Give("Open scene…", "bad.json", []byte(`{"apps":[]}`))
	p.Toast("not a scene")
	p.Give("Open scene…", "same.json", same)
	use.Is(":disabled")
	p.Sees("already")
	p.Press("Cancel")
	p.Give("Open scene…", "other.json", []byte(other))
	picture.Drawn(1)
	p.Sees("Today", "Clock gets other settings", "order", "another look")
	first := picture.Attribute("src")
	eventually.True(t, "the picture lives", func() bool { return picture.Attribute("src") != first })
	p.Shoot("scene.png")
	p.Press("Cancel")
	if w := apps(r)[0]; w.Package != "com.lametric.clock" {
		t.Errorf("the preview changed the list: %s is first", w.Package)
	}
	p.Give("Open scene…", "other.json", []byte(other))
	p.Press("Use it")
	p.CSS("#scene").Gone()
	eventually.True(t, "the scene is taken", func() bool {
		l := apps(r)
		return l[0].Package == "com.ledpost.date" && l[0].Visible && strings.Contains(string(l[1].Settings), `"big"`)
	})
	p.CSS("#apps > li").Nth(1).Sees("Today")
	p.Shoot("scene-taken.png")
}

// TestPageFilms: a film of what the panel shows is a WebM with frames, also of a picture
// that stands still.
func TestPageFilms(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	if !p.Records() {
		p.Press("Share")
		if p.CSS("#film").Count() > 0 {
			t.Error("it offers what the browser cannot do")
		}
		t.Skip("this browser records no films")
	}
	r.Call("POST", "/api/v2/device/notifications",
		`{"model":{"cycles":0,"frames":[{"icon":"weather-rain","text":"still"}]}}`, nil)
	p.Sees("still")
	p.Press("Share")
	p.Press("Record a film (WebM)")
	p.CSS("#share[data-records]").Matches(`^[1-8]$`)
	name, film := p.Saves("Stop recording, *")
	wide, lit := p.Film(film)
	webm := bytes.HasPrefix(film, []byte("\x1a\x45\xdf\xa3"))
	if !strings.HasSuffix(name, ".webm") || !webm || wide < 300 || lit < 500 {
		t.Errorf("%s begins with %x, is %d px wide, %d bright values", name, film[:4], wide, lit)
	}
}

// TestPageSimulatesLight: the slider of a simulated room says what it is, and the
// brightness follows.
func TestPageSimulatesLight(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	r.Call("PUT", "/api/v2/device/display", `{"brightness_mode":"auto"}`, nil)
	p.Open("Device")
	p.Press("Brightness and light")
	room := p.CSS("#room-light")
	room.Holds("73")
	p.Sees("Simulated light")
	room.Put("0")
	eventually.True(t, "it is dark in the room", func() bool {
		var l struct{ Lux, Brightness float64 }
		r.Call("GET", "/live/light", "", &l)
		return l.Lux == 0 && l.Brightness < 40
	})
	room.Holds("0")
	room.Focused().Shows()
	for _, at := range strings.Fields("1 2 3 4 5") { // of which the first four are 0 lx, too
		p.Key(kb.ArrowRight)
		p.Idle()
		room.Holds(at)
	}
	p.Shoot("room-light.png")
}
