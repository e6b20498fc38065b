// SPDX-License-Identifier: Apache-2.0

package jobs

import (
	"fmt"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// TestStripLeavesTheButtons: while a timer runs, the strip that stops it lies over none of the
// buttons of a dialog, and they not over it: in the clock's form with an alarm, in the picker, and
// below the panel that fills the screen.
func TestStripLeavesTheButtons(t *testing.T) {
	p := browser.NewPage(t, 390, 844, browser.Dark)
	r := rig.Launch(t, nil)
	p.SignIn(r)
	act(r, app(r, countdown), `{"id":"countdown.configure","params":{"duration":1800,"start_now":true}}`)
	p.Open("Apps")
	p.Press("Settings of Clock")
	p.Press("Add to Alarms")
	p.Press("Save")
	p.Within("Clock").Gone()
	for _, width := range []int{390, 1280} {
		p.Resize(width, 844)
		free := func(where string, buttons ...browser.Part) {
			t.Helper()
			for _, b := range append(buttons, p.Within("Sound").Control("Stop")) {
				if over := b.Over(); len(over) > 0 {
					t.Errorf("%s at %d px: over %s is %q", where, width, b, over)
				}
			}
			p.Shoot(fmt.Sprintf("strip-%s-%d.png", where, width))
		}
		p.Open("Apps")
		p.Press("Settings of Clock")
		form := p.Within("Clock")
		form.Within("Sound").Shows()
		for _, open := range []string{"", "7:* *", "Name and turn"} { // the form grows to the window's height
			if open != "" {
				form.Press(open)
			}
			for _, end := range []browser.Part{form.CSS("h2"), form.Control("Save")} {
				end.Bring()
				free("the clock's form, "+open, form.Control("Save"), form.Control("Cancel"))
			}
		}
		form.Press("Cancel")
		p.Open("Send")
		p.Press("no icon")
		p.Within("Choose an icon").Within("Sound").Shows()
		p.CSS("#icons .pick").AtLeast(1)
		free("the picker", p.Control("Close"))
		p.Press("Close")
		p.Open("Now")
		p.Press("Full screen")
		p.CSS(".stage.full").Within("Sound").Shows()
		free("the panel that fills the window", p.Control("Full screen"))
		p.Press("Full screen")
		p.CSS("body > #sounding").Shows()
	}
}
