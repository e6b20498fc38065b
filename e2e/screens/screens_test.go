// SPDX-License-Identifier: Apache-2.0

package screens

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp"
)

// others are the page's languages beside English.
var others = []string{"de", "es", "fr", "nl", "zh"}

// TestPageInOtherLanguages: longer words, and a script without spaces, stick out
// nowhere on a phone.
func TestPageInOtherLanguages(t *testing.T) {
	for _, language := range others {
		t.Run(language, func(t *testing.T) { // a test each, so that no page of before goes on drawing
			ctx, r := browser.Open(t, 390, 900, browser.Light), browser.Visited(t)
			speak(t, ctx, r, language)
			browser.Tour(t, ctx, r, 390, func(where string) {
				browser.Accept(t, ctx, language+", "+where, browser.Astray)
				picture(t, ctx, fmt.Sprintf("%s-light-390-%s.png", language, where))
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
	for _, width := range []int64{390, 768, 1280, 1920} {
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
func draw(t *testing.T, language, scheme string, width int64) {
	set := fmt.Sprintf("%s-%s-%d", language, scheme, width)
	t.Run(set, func(t *testing.T) {
		ctx, r := browser.Open(t, 1280, 900, scheme), browser.Visited(t)
		speak(t, ctx, r, language)
		browser.Tour(t, ctx, r, width, func(where string) { picture(t, ctx, set+"-"+where+".png") })
	})
}

// speak makes the page use a language from now on.
func speak(t *testing.T, ctx context.Context, r *rig.Device, language string) {
	t.Helper()
	browser.Do(t, ctx, chromedp.Navigate(browser.Home(t, r)+"/"), browser.JS(`document.cookie = 'ledpost.language=`+language+`'`))
}

// drawn: the pictures in the window have come.
const drawn = `[...document.querySelectorAll('#apps img, #gallery-list img, #ideas-list img, .pick[data-path] img, #icons [data-icon] img')].every((i) => {
	const { top } = i.getBoundingClientRect();
	return !i.checkVisibility() || top < 0 || top > innerHeight || i.naturalWidth > 0;
})`

// picture makes a picture of the page in a window as tall as itself, so that the bar of
// the places stands at its end, or of what is in the window while a dialog is open or the
// panel fills it.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv("LEDPOST_SHOTS")
	if dir == "" {
		return
	}
	if !browser.Value[bool](t, ctx, `document.querySelector('dialog:modal, .stage.full') !== null`) {
		size := browser.Value[[]int64](t, ctx, `[innerWidth, innerHeight, document.documentElement.scrollHeight, scrollY]`)
		browser.Do(t, ctx, chromedp.EmulateViewport(size[0], size[2]), browser.JS(`scrollTo({top: 0, behavior: 'instant'})`),
			browser.Until(`scrollY === 0`), browser.Still(`document.getElementById('stage').getBoundingClientRect()`))
		defer browser.Do(t, ctx, chromedp.EmulateViewport(size[0], size[1]), browser.JS(fmt.Sprintf(`scrollTo({top: %d, behavior: 'instant'})`, size[3])))
	}
	browser.Do(t, ctx, browser.Until(drawn))
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(dir+"/"+name, png, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
