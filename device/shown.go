// SPDX-License-Identifier: Apache-2.0

package device

import (
	"time"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// showing is the visible notification.
type showing struct {
	entry   *entry
	id      uint64        // of the scene
	painter paint.Painter // of root
	root    *render.Sequence
	start   time.Time
	end     time.Time // zero = until dismissed
	track   sounds.Track
}

// A GuidePage is one of the pictures with which the device says what to do.
type GuidePage struct {
	Text string // what it says; beside the code, if there is room
	Code string // a QR code of this text; "" = none. The page is left out if the panel is too small for it
}

// guide is what the panel says to whoever sets the device up.
type guide struct {
	root  *render.Sequence
	start time.Time
	over  chan struct{} // closed when a button was pressed
}

// codeStands is how long the page of a code is shown: time to take out a phone.
const codeStands = 15 * time.Second

// guideStands is the shortest time for which a page of text is shown.
const guideStands = 4 * time.Second

// guideSteps draws those pages that the panel has room for.
func guideSteps(painter paint.Painter, pages []GuidePage) (steps []render.Step) {
	for _, p := range pages {
		if p.Code == "" {
			w, stands := painter.Frame(plainText(p.Text))
			steps = append(steps, render.Step{Widget: w, For: max(stands, guideStands)})
			continue
		}
		if w := painter.Code(paint.Code{Text: p.Code, Caption: p.Text}); w != nil {
			steps = append(steps, render.Step{Widget: w, For: codeStands})
		}
	}
	return steps
}

// MaxTest is the longest time that a test pattern shows.
const MaxTest = 5 * time.Minute

// test is a test pattern on the panel.
type test struct {
	id    uint64 // of the scene
	root  render.Widget
	start time.Time
	until time.Time
	below bool // it gives way to critical notifications
}

// at returns the test pattern that shows at now: t until its time is over. t may be nil.
func (t *test) at(now time.Time) *test {
	if t != nil && !t.until.After(now) {
		return nil
	}
	return t
}

// sounds reports whether t is the sound of v.
func (v *showing) sounds(t sounds.Track) bool { return !v.track.Silent() && t.Key == v.track.Key }
