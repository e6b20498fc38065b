// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// TestPageLateWelcome: the welcome comes after who has begun it went to Device and chose a language.
// It moves neither the place nor the focus, and stands in Now.
func TestPageLateWelcome(t *testing.T) {
	p, r := browser.NewPage(t, 1100, 900, browser.Light), rig.Launch(t, nil)
	p.Visit(browser.Home(t, r) + "/")
	for _, begun := range []struct{ by, late string }{
		{"Claim it and set it up", `/later\.js`},
		{"First steps…", `/live/apps/catalogue$`},
	} {
		release := p.Hold(begun.late)
		p.Press(begun.by)
		p.CSS("#login").Gone()
		p.CSS(".room[data-place=now]").Shows()
		p.Open("Device")
		p.Field("Language").Focus()
		release()
		p.Idle()
		p.CSS("#places [aria-current=page]").Reads("Device")
		p.Field("Language").Is(":focus")
	}
	p.Open("Now")
	greets(p, "Name and place")
}

// TestPageLateDialogs: what was asked for by a press comes after the person has gone to another place,
// and opens there no more.
func TestPageLateDialogs(t *testing.T) {
	for _, late := range []struct{ place, button, what, dialog string }{
		{"Device", "Backup…", `/later\.js`, "#backup"},
		{"Device", "Sign in a phone…", `/live/code$`, "#code"},
		{"Device", "Set up…", `/live/config/trial$`, "#setup"},
		{"Apps", "Settings of Clock", `/later\.js`, "#app"},
		{"Send", "Copy as…", `/later\.js`, "#copy"},
	} {
		p, r := browser.NewPage(t, 1100, 900, browser.Light), rig.Launch(t, nil) // a browser keeps the modules of one device
		release := p.Hold(late.what)
		p.SignIn(r)
		p.Open(late.place)
		p.Press(late.button)
		p.Open("Now")
		release()
		p.Idle()
		p.CSS(late.dialog).Gone()
		p.CSS("#places [aria-current=page]").Reads("Now")
	}
}

// TestPageLateAlarms: a press on the next alarm opens the clock's settings also when the apps come later.
func TestPageLateAlarms(t *testing.T) {
	p, _ := browser.SignedIn(t, 1100, 900)
	release := p.Hold(`/live/apps$`)
	p.Reload()
	p.Live()
	p.CSS("#alarm-at").Reads("…")
	p.Press("Next alarm")
	p.CSS("#places [aria-current=page]").Reads("Apps")
	p.Beats(1)
	p.CSS("#app").Gone()
	release()
	p.Within("Clock").Sees("No alarm is on")
}

// TestPageLateSave: the settings of one app are saved while those of another are open already; these
// stay, and are those of the other.
func TestPageLateSave(t *testing.T) {
	p, _ := browser.SignedIn(t, 1100, 900)
	p.Open("Apps")
	p.Press("Settings of Clock")
	release := p.Hold(`/live/apps$`)
	p.Press("Save")
	p.Press("Cancel")
	p.Press("Settings of Date")
	p.CSS("#app-title").Reads("Date")
	release()
	p.Toast("Saved")
	p.CSS("#app-title").Reads("Date")
	p.Press("Save")
	p.CSS("#app").Gone()
}

// TestPageKeepsWhatIsKept: a configuration that one page has kept already is kept for another one, whose
// card comes to know it later.
func TestPageKeepsWhatIsKept(t *testing.T) {
	p, r := restarting(t, 1100, 900)
	other := browser.NewPage(t, 390, 844, browser.Light)
	other.Expect(browser.IsAway)
	other.Expect(`status of 409 .*/live/config/confirm`)
	other.SignIn(r)
	r.Call("PUT", "/live/config", "name = \"Attic\"\n", nil)
	for _, page := range []*browser.Page{p, other} {
		page.CSS("#trial").Shows()
	}
	release := other.Hold(`/live/config/trial$`)
	p.Press("Keep it")
	p.CSS("#trial").Gone()
	other.Press("Keep it")
	release()
	other.Toast("The configuration is kept.")
	r.Stop()
}
