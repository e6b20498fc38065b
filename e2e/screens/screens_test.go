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

// TestPageInOtherLanguages: longer words, and a script without spaces, stick out
// nowhere on a phone.
func TestPageInOtherLanguages(t *testing.T) {
	for _, language := range []string{"de", "es", "fr", "nl", "zh"} {
		t.Run(language, func(t *testing.T) { // a test each, so that no page of before goes on drawing
			ctx, r := browser.Open(t, 390, 900, browser.Light), browser.Visited(t)
			speak(t, ctx, r, language)
			browser.Tour(t, ctx, r, 390, func(where string) {
				browser.Accept(t, ctx, language+", "+where, browser.Astray)
				picture(t, ctx, fmt.Sprintf("%s-390-%s.png", language, where))
			})
		})
	}
}

// TestPageScreens makes a picture of all that there is on the page, in both colour
// schemes and four widths, to be looked at:
//
//	LEDPOST_SHOTS=/tmp/shots go test ./e2e/screens -run Screens -timeout 1h
func TestPageScreens(t *testing.T) {
	if os.Getenv("LEDPOST_SHOTS") == "" {
		t.Skip("LEDPOST_SHOTS names no folder for the pictures")
	}
	for name, scheme := range map[string]string{"light": browser.Light, "dark": browser.Dark} {
		for _, width := range []int64{390, 768, 1280, 1920} {
			ctx := browser.Open(t, 1280, 900, scheme)
			browser.Tour(t, ctx, browser.Visited(t), width, func(where string) {
				picture(t, ctx, fmt.Sprintf("%s-%d-%s.png", name, width, where))
			})
		}
	}
}

// speak makes the page use a language from now on.
func speak(t *testing.T, ctx context.Context, r *rig.Device, language string) {
	t.Helper()
	browser.Do(t, ctx, chromedp.Navigate(browser.Home(t, r)+"/"), browser.JS(`document.cookie = 'ledpost.language=`+language+`'`))
}

// picture is shoot of what is in the window, while a dialog is open or the panel fills it.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv("LEDPOST_SHOTS")
	if dir == "" {
		return
	}
	if !browser.Value[bool](t, ctx, `document.querySelector('dialog:modal, .stage.full') !== null`) {
		browser.Shoot(t, ctx, name)
		return
	}
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(dir+"/"+name, png, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
