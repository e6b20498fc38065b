// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestPageInOtherEngines: what one does most works in the engines that are not Chromium's, on a telephone and at a
// desk: every place opens with the panel, nothing is wider than the window, a message reaches the device, an app is
// switched, and Escape closes a dialog.
func TestPageInOtherEngines(t *testing.T) {
	testtool.Night(t, "two more browsers take long to install and to start")
	for _, e := range []struct {
		name, why string
		open      func(t *testing.T, width, height int, scheme string) *browser.Page
	}{
		{"Firefox", "the only engine beside those of Google and Apple", browser.NewFirefox},
		{"WebKit", "that of Safari, and of every browser of an iPhone", browser.NewWebKit},
	} {
		t.Run(e.name, func(t *testing.T) {
			t.Log(e.why)
			r := rig.Launch(t, nil)
			fillPanel(r, "#FF0000")
			r.Call("PUT", "/api/v2/device/display", `{"brightness":96,"brightness_mode":"manual"}`, nil)
			p := e.open(t, 390, 844, browser.Light)
			p.SignIn(r)
			endsRound(t, p)
			for _, width := range []int{390, 1280} {
				p.Resize(width, 844)
				for _, place := range places {
					p.Open(place)
					at(p, place)
					eventually.True(t, place+" shows the panel", func() bool {
						b := p.CSS("#panel").Place() // of 40×11 LEDs with its edge
						red, _, _, _ := p.Screenshot().At(int(b.X+b.Width/2), int(b.Y+b.Height*6/11)).RGBA()
						return red > 0x8000
					})
					p.Shoot(fmt.Sprintf("engine-%s-%s-%d.png", e.name, place, width))
					if wide := p.Width(); wide > float64(width) {
						t.Errorf("%s is %v px wide in a window of %d", place, wide, width)
					}
				}
				uses(t, p, r, fmt.Sprintf("from %d px", width))
			}
		})
	}
}

// endsRound: the light of a slider ends at its round thumb, at its end, too.
func endsRound(t *testing.T, p *browser.Page) {
	t.Helper()
	slider := p.CSS("#brightness")
	slider.Holds("96")
	least, most := must.Get(strconv.ParseFloat(slider.Attribute("min"), 64))(t), must.Get(strconv.ParseFloat(slider.Attribute("max"), 64))(t)
	const thumb, edge = 20, 12 // pixels: its width, and what is above the bar
	b := slider.Place()
	middle := b.X + thumb/2 + (96-least)/(most-least)*(b.Width-thumb)
	red, _, _, _ := p.Screenshot().At(int(middle+8), int(b.Y+edge+1)).RGBA()
	if red > 0x8000 {
		t.Errorf("the slider is lit beside its thumb: %#x red", red)
	}
}

// uses sends a text, switches an app there and back, and leaves a dialog.
func uses(t *testing.T, p *browser.Page, r *rig.Device, text string) {
	t.Helper()
	p.Open("Send")
	p.Type("Text", text)
	p.Sketched() // which moves the button
	p.Press("Show it")
	p.Within("Queue").Row(text).Shows()
	if q := r.Queue(); q[len(q)-1].Model.Frames[0]["text"] != text {
		t.Errorf("the queue ends with %v", q[len(q)-1])
	}
	p.Open("Apps")
	for _, on := range []bool{true, false} {
		p.Row("Date").Switch(on)
		eventually.True(t, fmt.Sprintf("the device has the date: %v", on), func() bool {
			return browser.Find(apps(r), "com.ledpost.date").Visible == on
		})
	}
	p.Press("Settings of Clock")
	p.Within("Clock").Shows()
	p.Key(kb.Escape)
	p.Within("Clock").Gone()
}
