// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// canvas is what the page's panel shows.
func canvas(t *testing.T, ctx context.Context) string {
	t.Helper()
	return value[string](t, ctx, `document.getElementById('panel').toDataURL()`)
}

// TestPage is a person at the page: a wrong key, the right key by keyboard, a
// notification sent from elsewhere and seen, one sent from the page, settings
// changed, the queue dismissed.
func TestPage(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, keyIsRefused)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	do(t, ctx,
		chromedp.Navigate(home(t, r)+"/"),
		chromedp.WaitVisible("#key"),
		chromedp.SendKeys("#key", "wrong\r"),
		until(`document.getElementById('key-note').textContent !== ''`),
		js(`document.getElementById('key').value = ''`),
		chromedp.SendKeys("#key", r.Key+"\r"),
		chromedp.WaitVisible("#panel"),
		until(live),
	)
	before := canvas(t, ctx)
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"icon":2867,"text":"from elsewhere"}]}}`, nil)
	eventually.True(t, "the live picture changes after a POST", func() bool { return canvas(t, ctx) != before })
	do(t, ctx,
		place("send"),
		chromedp.WaitVisible(`//ul[@id="queue"]/li//p[contains(., "from elsewhere")]`),
		chromedp.SendKeys("#text", "from the page\r"),
		chromedp.WaitVisible(`//ul[@id="queue"]/li//p[contains(., "from the page")]`),
	)
	if q := r.Queue(); len(q) != 2 || q[1].Model.Frames[0]["text"] != "from the page" {
		t.Errorf("the queue is %+v", q)
	}
	shoot(t, ctx, "page.png")
	do(t, ctx, click(`#queue li:first-child button`))
	eventually.True(t, "the first is dismissed", func() bool {
		q := r.Queue()
		return len(q) == 0 || q[0].Model.Frames[0]["text"] != "from elsewhere"
	})
	do(t, ctx, click(`#clear`), chromedp.WaitNotPresent(`#queue li`))
	settings(t, ctx, r)
}

// settings changes one of each kind.
func settings(t *testing.T, ctx context.Context, r *rig.Device) {
	t.Helper()
	var d struct {
		Mode    string
		Audio   struct{ Volume int }
		Display struct {
			Brightness  int
			Screensaver struct {
				Enabled bool
				Modes   struct {
					Time struct {
						Enabled bool
						Start   string `json:"local_start_time"`
					} `json:"time_based"`
				}
			}
		}
	}
	var look struct {
		Color      string  `json:"text_color"`
		Speed      float64 `json:"scroll_speed"`
		Smooth     bool
		Transition string
		Effect     string `json:"text_effect"`
		Background string
		Overlay    string
	}
	set := func(name, value, event string) step {
		return js(`{const e = document.getElementById('settings').elements['` + name + `']; e.value = '` + value + `'; e.dispatchEvent(new Event('` + event + `'));}`)
	}
	steps := []struct {
		what   string
		action step
		ok     func() bool
	}{
		{"brightness", set("brightness", "33", "input"), func() bool { return d.Display.Brightness == 33 }},
		{"volume", set("volume", "44", "input"), func() bool { return d.Audio.Volume == 44 }},
		{"mode", set("mode", "manual", "change"), func() bool { return d.Mode == "manual" }},
		{"screensaver", click(`#settings [name=saver]`), func() bool { return d.Display.Screensaver.Enabled }},
		{"by the clock", click(`#settings [value=time_based]`), func() bool { return d.Display.Screensaver.Modes.Time.Enabled }},
		{"text colour", set("text_color", "#ffb000", "input"), func() bool { return look.Color == "#FFB000" }},
		{"scroll speed", set("scroll_speed", "35", "input"), func() bool { return look.Speed == 35 }},
		{"transition", set("transition", "fade", "change"), func() bool { return look.Transition == "fade" }},
		{"effect of text", set("text_effect", "rainbow", "change"), func() bool { return look.Effect == "rainbow" }},
		{"background", set("background", "plasma", "change"), func() bool { return look.Background == "plasma" }},
		{"overlay", set("overlay", "snow", "change"), func() bool { return look.Overlay == "snow" }},
		{"smooth", click(`#settings [name=smooth]`), func() bool { return !look.Smooth }},
		{"its start", set("start", "21:15", "change"), func() bool { return d.Display.Screensaver.Modes.Time.Start == "21:15:00" }},
	}
	shown := func(pattern string) step {
		return until(`/^` + pattern + `$/.test(document.getElementById('settings').elements['brightness-now'].textContent)`)
	}
	do(t, ctx, shown("100%"), click(`#settings [name=auto]`), shown(`100%, now \d\d%`)) // as light as the test's sensor says
	defer do(t, ctx, shown(`33%(, now \d+%)?`))                                         // at night the screensaver has its own
	for _, s := range steps {
		do(t, ctx, s.action)
		eventually.True(t, s.what+" is changed", func() bool {
			r.Call("GET", "/api/v2/device", "", &d)
			r.Call("GET", "/live/look", "", &look)
			return s.ok()
		})
	}
}

// TestPageOnAPhone: nothing sticks out, and the icon picker finds an icon.
func TestPageOnAPhone(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	do(t, ctx, chromedp.EmulateViewport(390, 844))
	signIn(t, ctx, r)
	if over := value[int](t, ctx, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("the page is %d px wider than the phone", over)
	}
	shoot(t, ctx, "phone.png")
	do(t, ctx,
		click("#icon"), chromedp.WaitVisible("#search"),
		until(`document.querySelectorAll('#icons .pick').length > 100`), // or the list may change under the finger
		chromedp.SendKeys("#search", "weather-rain"),
		until(`document.querySelectorAll('#icons .pick').length < 20`),
		click(`//div[@id="icons"]//button[span[text()="weather-rain"]]`),
		until(`document.getElementById('icon').getAttribute('aria-label') === 'Icon: weather-rain'`),
		js(`document.querySelector('[name=stays]').click(); document.querySelector('#send').requestSubmit()`),
	)
	eventually.True(t, "the notification with the icon is there", func() bool {
		q := r.Queue()
		return len(q) == 1 && strings.Contains(q[0].Model.Frames[0]["icon"].(string), "weather-rain")
	})
}
