// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// asks waits until the set-up says so.
func asks(p *browser.Page, lead string) { p.CSS("#setup-lead").Sees(lead) }

// pick presses an answer of the set-up, by its value: its words are pictures.
func pick(p *browser.Page, answer string) { p.CSS(`#setup button[value="` + answer + `"]`).Click() }

// enter fills a field of the set-up.
func enter(p *browser.Page, name, text string) { p.CSS("#setup-body [name=" + name + "]").Put(text) }

// next goes on from a form of the set-up.
func next(p *browser.Page) { p.CSS("#setup-body button.wide:not(.quiet)").Click() }

// showing is the kind of what the panel shows.
func showing(r *rig.Device) string {
	var s struct{ Showing struct{ Kind string } }
	r.Call("GET", "/live/status", "", &s)
	return s.Showing.Kind
}

// isFull checks that the fields of the set-up's form fill their rows at a desk and on a phone.
func isFull(t *testing.T, p *browser.Page, form string) {
	t.Helper()
	for _, width := range []int{390, 600, 768, 1100} {
		p.Resize(width, 900)
		ends, right := map[float64]float64{}, p.CSS("#setup .pair").Place().Right()
		for _, b := range p.CSS("#setup .pair > label").Places() {
			ends[b.Bottom()] = max(ends[b.Bottom()], b.Right())
		}
		for _, end := range ends {
			if end < right-1 {
				t.Errorf("%s at %d px: a row of fields ends %v px early", form, width, right-end)
			}
		}
	}
}

// TestPageSetsUp is a person with a panel that is upside down, and whose colours are in
// another order than usual: the page corrects both from what is seen, sets the rest,
// and the configuration is kept when it is confirmed.
func TestPageSetsUp(t *testing.T) {
	p, r := restarting(t, 1100, 900)
	p.Expect(browser.FailsItsCheck) // the panel that is set up is not there
	p.HasPanel()
	p.Open("Device")
	p.Press("Set up…")
	asks(p, "Which kind")
	p.CSS(".kind-of").Shows()
	p.Shoot("page-setup.png")
	pick(p, "hub75")
	asks(p, "Its size")
	enter(p, "rows", "16")
	enter(p, "cols", "32")
	p.Shoot("page-setup-size.png")
	isFull(t, p, "the size")
	next(p)
	asks(p, "(red)?")
	if r.Width() != 32 || showing(r) != "test" {
		t.Errorf("a panel of %d columns shows %s", r.Width(), showing(r))
	}
	p.Shoot("page-setup-corners.png")
	nothing, stop := p.CSS("#setup [value=nothing]").Place(), p.CSS("#setup-close").Place()
	if apart := nothing.Y - stop.Y; apart < -1 || apart > 1 {
		t.Errorf("the buttons below the corners are %v px apart in height", apart)
	}
	for _, step := range [][2]string{ // first upside down, then as it is
		{"bottom-right", "(green)?"}, {"bottom-left", "restarts"}, {"", "(red)?"},
		{"top-left", "(green)?"}, {"top-right", "three bands"},
		{"BGR", "restarts"}, {"", "three bands"}, {"RGB", "One row"},
	} {
		if step[0] != "" {
			pick(p, step[0])
		}
		asks(p, step[1])
	}
	enter(p, "rows", "16")
	next(p)
	asks(p, "Its name, place")
	enter(p, "name", "hall")
	enter(p, "zone", "Europe/Berlin")
	enter(p, "language", "de")
	p.Shoot("page-setup-device.png")
	isFull(t, p, "the device")
	next(p)
	asks(p, "GPIO")
	enter(p, "left", "GPIO5")
	enter(p, "air", "bme280")
	p.Shoot("page-setup-rest.png")
	isFull(t, p, "the rest")
	next(p)
	asks(p, "If you do not keep it")
	if s := r.Trial(); !s.Trial {
		t.Error("it is kept before it was confirmed")
	}
	var region struct{ Language string }
	if r.Call("GET", "/live/region", "", &region); region.Language != "de" {
		t.Errorf("the device speaks %q", region.Language)
	}
	p.Shoot("page-setup-keep.png")
	pick(p, "keep")
	p.CSS("#setup").Gone()
	eventually.True(t, "it is kept", func() bool { return !r.Trial().Trial })
	r.Stop()
	text := must.Get(os.ReadFile(filepath.Join(r.Data, "config", "config.toml")))(t)
	for _, want := range []string{
		"# Written by the set-up of the page.", `name = "hall"`, `zone = "Europe/Berlin"`,
		"\n[panel]\ndriver = \"hub75\"\nrows = 16\ncols = 32\n",
		"\nrotate = 180\n", "\norder = \"BGR\"\n",
		"\n[[input.gpio]]\nbutton = \"left\"\nline = \"GPIO5\"\n", "\n[sense]\nsource = \"bme280\"\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the configuration lacks %q:\n%s", want, text)
		}
	}
}

// TestPageTellsAFailedPanel: a panel that the device cannot drive has no test patterns to judge. The set-up
// says why, as the health does, at the form of the size, which holds what was entered and leads
// back to the kinds.
func TestPageTellsAFailedPanel(t *testing.T) {
	p, r := restarting(t, 1280, 900)
	p.Expect(browser.FailsItsCheck)
	p.Speak("de", browser.Home(t, r))
	p.Reload()
	p.Live()
	p.Open("Gerät")
	p.Press("Set up…")
	pick(p, "hub75")
	asks(p, "Größe")
	entered := map[string]string{"rows": "16", "cols": "32", "chain": "3"}
	for name, text := range entered {
		enter(p, name, text)
	}
	next(p)
	p.Sees("brauchen die Pins eines Raspberry Pi")
	for name, text := range entered {
		p.CSS("#setup-body [name=" + name + "]").Holds(text)
	}
	for _, width := range []int{1280, 390} {
		p.Resize(width, 900)
		p.Looks("the failed panel")
		p.Shoot(fmt.Sprintf("page-setup-failed-%d.png", width))
	}
	p.Press("Back")
	p.CSS(".kind-of").Shows()
	p.Hidden("#setup-fault").Reads("")
	p.Control("Back").Gone()
	pick(p, "none")
	p.CSS("#setup-body [name=zone]").Shows()
	r.Stop()
}

// TestPageTrial: another one's configuration is on trial: the page says so, and the
// last one is back when somebody wants that.
func TestPageTrial(t *testing.T) {
	p, r := restarting(t, 420, 800)
	r.Call("PUT", "/live/config", "name = \"tried\"\n", nil)
	p.CSS("#trial-left").Matches(`returns in \d+`)
	p.Shoot("page-trial.png")
	p.Press("Go back now")
	p.CSS("#trial").Gone()
	eventually.True(t, "the last one is back", func() bool {
		var d struct{ Name string }
		r.Call("GET", "/api/v2/device?fields=name", "", &d)
		return d.Name == "ledpost"
	})
	p.Sees("given up")
	r.Stop()
}

// TestPageBacksUp: a file is made and restored, and one that is none is refused in the
// device's words.
func TestPageBacksUp(t *testing.T) {
	p, r := restarting(t, 1100, 900)
	p.Expect(browser.ValueIsBad + `.*/live/backup`)
	p.Open("Device")
	p.Press("Backup…")
	p.Shoot("page-backup.png")
	note := p.CSS("#backup-note")
	r.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	_, file := p.Saves("Download")
	note.Reads("The backup was made.")
	p.Tick("With keys and passwords", true)
	p.Press("Download")
	note.Sees("10 to 200 characters")
	p.Tick("With keys and passwords", false)
	p.Give("Restore…", "ledpost.zip", []byte("hello"))
	note.Reads("This file is not a backup.")
	r.Call("PUT", "/api/v2/device/audio", `{"volume":70}`, nil)
	p.Give("Restore…", "ledpost.zip", file)
	p.Press("Restore")
	p.CSS("#backup").Gone()
	eventually.True(t, "the volume is as it was", func() bool {
		return r.Width() != 0 && volume(r) == 13 // it restarts
	})
	r.Stop()
}
