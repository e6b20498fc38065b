// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// greets waits for a step of the welcome, by the beginning of its title.
func greets(title string) step {
	return until(`document.getElementById('welcome').checkVisibility() && document.getElementById('welcome-title').textContent.startsWith('` + title + `') && !document.getElementById('welcome-next').disabled`)
}

// TestPageWelcomes: on a device that nobody has set up the page invites to four steps.
// Name, place, face and wake-up time are kept, the panel says hello, and the last button
// leads to the composer; then nobody is invited again.
func TestPageWelcomes(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	expect(ctx, isAway) // it restarts with its name
	expect(ctx, `status of 502 .*/live/places`)
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t))
	signIn(t, ctx, r)
	do(t, ctx, chromedp.WaitVisible("#invite"))
	shoot(t, ctx, "welcome-invite.png")
	do(t, ctx, click("#invite-begin"), greets("Name and place"),
		js(`document.querySelector('[name=welcome-name]').value = 'Kitchen'`),
		js(`{const i = document.querySelector('#welcome .aid input'); i.value = 'berlin'; i.dispatchEvent(new Event('input', {bubbles: true}));}`),
		click("#welcome .found button"), until(`document.getElementById('welcome-body').innerText.includes('Berlin, Germany it is.')`), click("#welcome-next"), greets("Which panel"))
	eventually.True(t, "the panel says hello", func() bool {
		for _, n := range r.Queue() {
			if n.Model.Frames[0]["text"] == "Hello, I am Kitchen" {
				return true
			}
		}
		return false
	})
	for _, script := range []string{faint, astray, nameless} {
		accept(t, ctx, "the welcome", script)
	}
	do(t, ctx, click("#welcome-skip"), greets("How should"), until(`document.querySelectorAll('.picks img[src]').length > 3`),
		click(`.picks [value=weekday]`), until(`document.querySelector('.picks [aria-pressed=true]').value === 'weekday'`), click("#welcome-next"), greets("When do you"))
	shoot(t, ctx, "welcome-wake.png")
	do(t, ctx, js(`document.querySelector('[name=welcome-time]').value = '06:30'`), click("#welcome-next"), greets("All set"), click("#welcome-next"), until(focus("#text")),
		place("now"), until(`document.getElementById('alarm-at').textContent === '6:30 AM'`))

	var all []listed
	r.Call("GET", "/live/apps", "", &all)
	clock, weather := string(all[0].Settings), string(all[3].Settings)
	if !strings.Contains(clock, `"face":"weekday"`) || !strings.Contains(clock, `"days":["mon","tue","wed","thu","fri"]`) || !strings.Contains(clock, `"06:30"`) {
		t.Errorf("the clock has %s", clock)
	}
	if !strings.Contains(weather, `"place":"Berlin, Germany"`) || !all[3].Visible {
		t.Errorf("the weather has %s", weather)
	}
	var d struct{ Name string }
	if r.Call("GET", "/api/v2/device", "", &d); d.Name != "Kitchen" {
		t.Errorf("it is called %q", d.Name)
	}
	do(t, ctx, js(`localStorage.removeItem('ledpost.welcome')`), chromedp.Reload(), until(live), until(`document.getElementById('alarm-at').textContent === '6:30 AM'`),
		until(`localStorage.getItem('ledpost.welcome') === 'done' && !document.getElementById('invite').checkVisibility({visibilityProperty: true})`))
	r.Stop()
}
