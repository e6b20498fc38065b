// SPDX-License-Identifier: Apache-2.0

package page

import (
	"image/color"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp/kb"
)

// far is how many presses of Tab lead through the page: the list of apps has some 60 places.
const far = 120

// tabTo presses Tab until the focus is on a part, which is seen of all that it comes to.
func tabTo(t *testing.T, p *browser.Page, part browser.Part) {
	t.Helper()
	for range far {
		p.Key(kb.Tab)
		if f := p.Focused(); !f.Ringed() {
			t.Errorf("the focus is not to be seen on %q", f.Text())
		}
		if part.Focused().Count() > 0 {
			return
		}
	}
	t.Fatalf("Tab does not reach %s", part)
}

// TestPageByKeyboard never touches the mouse: the way past the claim, the key, an icon, a priority, a
// text, dismissing, a slider.
func TestPageByKeyboard(t *testing.T) {
	p := browser.NewPage(t, 1100, 900, browser.Dark)
	r := rig.Launch(t, nil)
	p.Visit(browser.Home(t, r) + "/")
	p.Control("Claim it and set it up").Focused().Shows()
	to := func(part browser.Part, keys string) {
		t.Helper()
		tabTo(t, p, part)
		p.Key(keys)
	}
	to(p.Control("I have a key"), kb.Enter)
	p.Field("API key").Focused().Shows()
	p.Key(r.Key + kb.Enter)
	p.Live()

	toSend := func() { // Tab goes on behind the end of the page until the place shows
		t.Helper()
		to(p.CSS("#places").Control("Send"), kb.Enter)
		p.Field("Text").Shows()
	}
	queue := p.Within("Queue").CSS("#queue > li")
	toSend()
	to(p.Control("How it is shown"), kb.Enter)
	stays := p.Box("until dismissed") // or it would end by itself
	to(stays, " ")
	to(p.Field("Text"), "first"+kb.Enter)
	queue.Counts(1)
	if p.Field("Text").Focused().Count() == 0 {
		t.Error("sending takes the focus away")
	}

	p.Visit(browser.Home(t, r) + "/") // from the top; the key is known
	p.Live()
	toSend()
	tabTo(t, p, p.Within("Kind"))
	to(p.Control("How it is shown"), kb.Enter)
	to(p.Within("Priority"), kb.ArrowRight+kb.ArrowRight)
	to(stays, " ")
	icon, search, picks := p.Control("Icon: *"), p.Field("Search icons"), p.CSS("#icons .pick")
	to(icon, kb.Enter)
	search.Focused().Shows()
	p.Key(kb.Escape)
	icon.Focused().Shows()
	p.Key(kb.Enter)
	search.Focused().Shows()
	picks.AtLeast(100)
	p.Key("weather-rain")
	p.Control("food-tea").Gone()
	tabTo(t, p, picks)
	p.Key(kb.ArrowDown + kb.ArrowUp + kb.ArrowDown)
	for range 20 {
		if p.Focused().Text() == "weather-rain" {
			break
		}
		p.Key(kb.ArrowRight)
	}
	p.Key(kb.Enter)
	icon.Focused().Shows()
	to(p.Field("Text"), "second")
	to(p.Control("Show it"), kb.Enter)
	queue.Counts(2)
	q := r.Queue()
	frame := q[0].Model.Frames[0]
	if q[0].Priority != "critical" || frame["icon"] != "weather-rain" || frame["text"] != "second" {
		t.Errorf("the first of the queue is %+v", q[0])
	}

	to(p.Control("Dismiss second"), kb.Enter)
	queue.Counts(1)
	p.Control("Dismiss first").Focused().Shows()
	p.Key(kb.Enter)
	queue.Gone()
	p.CSS("#queue-title").Focused().Shows()
	if n := len(r.Queue()); n != 0 {
		t.Errorf("%d notifications are left", n)
	}
	p.Visit(browser.Home(t, r) + "/")
	p.Live()
	to(p.Field("Volume"), strings.Repeat(kb.ArrowLeft, 3))
	eventually.True(t, "the volume is 47", func() bool {
		var a struct{ Volume int }
		r.Call("GET", "/api/v2/device/audio", "", &a)
		return a.Volume == 47
	})
}

// TestPagePanel compares the page's panel with the frame that the device shows:
// each LED has its colour in the middle and is round.
func TestPagePanel(t *testing.T) {
	p, r := coloured(t)
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":[
		{"t":"A","c":"#FF0000"},{"t":"B","c":"#00FF00"},{"t":"C","c":"#2040FF"},{"t":"D","c":"#808080"}]}]}}`, nil)
	eventually.True(t, "the page shows what the panel shows", func() bool {
		picture, frame, lit, wrong := p.CSS("#panel").Picture(), r.Frame(), 0, 0
		for y := range 8 {
			for x := range 37 {
				want := color.RGBAModel.Convert(frame.At(x, y)).(color.RGBA)
				if !near(led(picture, float64(x)+0.5, float64(y)+0.5), want) {
					wrong++
				}
				if max(want.R, want.G, want.B) < 255 {
					continue
				}
				lit++
				if corner := led(picture, float64(x)+0.02, float64(y)+0.02); max(corner.R, corner.G, corner.B) > 128 {
					wrong++ // not round
				}
			}
		}
		return lit > 30 && wrong == 0
	})
}
