// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"fmt"
	"image"
	"time"

	"github.com/ledpost/ledpost/hw"
)

// lookEvery is how often what a device shows is looked at.
const lookEvery = 5 * time.Millisecond

// Shows passes as soon as the device has shown the picture with which a notification
// begins: on the wires, of a device that runs elsewhere in the frames that its page
// gets. What counts is everything since the last Notify, also what has gone again by the
// time of this call, so that a test need not be faster than its device; without a Notify
// it is what stands now and what follows. The picture is expected at the brightness that
// the device has at the call. If it is not shown within that time, Shows reports both
// pictures as text, and the first pixel that differs.
func (d *Device) Shows(t T, notification string, within time.Duration) {
	t.Helper()
	s, err := d.screen()
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	e, err := d.source.look(newFilm(t, d.cfg, s.size, s.kind, notification).picture(0), s.brightness)
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	for end := time.Now().Add(within); ; time.Sleep(lookEvery) {
		seen, err := e.watch()
		switch {
		case seen:
			return
		case err != nil:
			t.Fatalf("hil: %v", err)
		case time.Now().After(end):
			t.Errorf("%s", complaint(e, within))
			return
		}
	}
}

// complaint names the picture seen instead of the expected one.
func complaint(e eye, within time.Duration) string {
	diff, got, want := e.closest()
	if diff == nil {
		return fmt.Sprintf("hil: nothing was shown within %v%s; expected:\n%s", within, e.why(), asText(want))
	}
	return fmt.Sprintf("hil: not shown within %v: %s", within, differs(diff, got, want))
}

// differs says how two pictures of light differ, and draws both.
func differs(diff *hw.Difference, got, want image.Image) string {
	return fmt.Sprintf("%v\ngot:\n%sexpected:\n%s", diff, asText(got), asText(want))
}
