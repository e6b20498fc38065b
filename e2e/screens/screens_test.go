// SPDX-License-Identifier: Apache-2.0

// Package screens walks through all views of the web page: in other languages, where
// longer words must not stick out, and to make a picture of each.
package screens

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/internal/must"
)

// others are the page's languages beside English.
var others = []string{"de", "es", "fr", "nl", "zh"}

// TestPageInOtherLanguages: longer words, and a script without spaces, stick out
// nowhere on a phone.
func TestPageInOtherLanguages(t *testing.T) {
	for _, language := range others {
		t.Run(language, func(t *testing.T) { // a test each, so that no page of before goes on drawing
			p, r := browser.NewPage(t, 390, 900, browser.Light), browser.Visited(t)
			p.Speak(language, browser.Home(t, r))
			p.Tour(r, func(where string) {
				p.Fits(language + ", " + where)
				picture(t, p, fmt.Sprintf("%s-light-390-%s.png", language, where))
			})
		})
	}
}

// TestPageScreens makes a picture of all that there is on the page, to be looked at: in
// English in both colour schemes and four widths and on a very small phone, and in the
// other languages on desks and a tablet (TestPageInOtherLanguages makes those of a phone):
//
//	LEDPOST_SHOTS=/tmp/shots go test ./e2e/screens -run Screens -timeout 3h
//	LEDPOST_SHOTS=/tmp/shots go test ./e2e/screens -run Screens/en-dark-1280
func TestPageScreens(t *testing.T) {
	if os.Getenv("LEDPOST_SHOTS") == "" {
		t.Skip("LEDPOST_SHOTS names no folder for the pictures")
	}
	for _, width := range []int{390, 768, 1280, 1920} {
		draw(t, "en", browser.Light, width)
		draw(t, "en", browser.Dark, width)
	}
	draw(t, "en", browser.Light, 320)
	for i, language := range others {
		tablet, wide := browser.Light, browser.Dark
		if i%2 == 1 {
			tablet, wide = wide, tablet
		}
		draw(t, language, browser.Dark, 1280)
		draw(t, language, tablet, 768)
		draw(t, language, wide, 1920)
	}
}

// draw makes the pictures of one language, colour scheme and width.
func draw(t *testing.T, language, scheme string, width int) {
	set := fmt.Sprintf("%s-%s-%d", language, scheme, width)
	t.Run(set, func(t *testing.T) {
		p, r := browser.NewPage(t, width, 900, scheme), browser.Visited(t)
		p.Speak(language, browser.Home(t, r))
		p.Tour(r, func(where string) { picture(t, p, set+"-"+where+".png") })
	})
}

// picture makes a picture of the page in a window as tall as itself, so that the bar of
// the places stands at its end, or of what is in the window while a dialog is open or the
// panel fills it. The pictures in the window have come by then.
func picture(t *testing.T, p *browser.Page, name string) {
	t.Helper()
	dir := os.Getenv("LEDPOST_SHOTS")
	if dir == "" {
		return
	}
	if p.CSS("dialog:modal, .stage.full").Count() == 0 {
		window, y := p.Window(), p.Scrolled()
		p.Resize(int(window.Width), int(p.CSS("html").Place().Height))
		p.Scroll(0)
		defer func() {
			p.Resize(int(window.Width), int(window.Height))
			p.Scroll(y)
		}()
	}
	p.AllDrawn()
	var out bytes.Buffer
	err := png.Encode(&out, p.Screenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name), out.Bytes(), 0o644)
	}
	must.Do(t, err)
}
