// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageTestsTheDevice: on a telephone and on a desk somebody answers each step, goes back, comes
// too late once, and gets a report that names what is wrong; then the panel shows its picture again.
func TestPageTestsTheDevice(t *testing.T) {
	for _, width := range []int{390, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			p := browser.NewPage(t, width, 844, browser.Dark)
			p.Expect(`status of 409 .*/live/selftest`) // the answer that comes too late
			admin := rig.Configured(t, "[[input.gpio]]\nline = \"GPIO5\"\nbutton = \"left\"\n")
			r := rig.LaunchIn(t, t.TempDir(), nil, append(admin, "--http", ":"+rig.FreePort(t))...)
			p.SignIn(r)
			p.Open("Device")
			p.Press("Set up…")
			pick(p, "selftest")
			step := func(n int, asks, answer string) {
				t.Helper()
				p.CSS("#setup-title").Sees(fmt.Sprintf("Step %d of 9", n))
				p.CSS("#setup-lead").Sees(asks)
				p.CSS("#setup .ends button").Counts(1) // one end, which is not doubled by Cancel
				p.Shoot(fmt.Sprintf("selftest-%d-%d.png", width, n))
				pick(p, answer)
			}
			step(1, "whole panel dark", "yes")
			step(2, "each corner", "back")
			step(1, "whole panel dark", "yes")
			step(2, "each corner", "yes")
			step(3, "three bands", "no")
			p.CSS("#setup-lead").Sees("white row")
			p.Shoot(fmt.Sprintf("selftest-%d-4.png", width))
			r.Call("POST", "/live/selftest", `{"step":"rows","answer":"yes"}`, nil) // somebody else is faster
			pick(p, "no")
			p.CSS("#setup-fault").Sees("another step")
			step(5, "brighter", "again")
			p.Idle() // the step looks the same when it is shown again
			step(5, "brighter", "yes")
			step(6, "white column", "skip")
			step(7, "left button", "no")
			p.CSS("#setup-lead").Sees("no hardware was tested")
			p.CSS("#setup-body li").Nth(0).Sees("Colours are exchanged")
			p.CSS("#setup-body pre").Sees("Simulator: no hardware was tested.")
			p.Shoot(fmt.Sprintf("selftest-%d-report.png", width))
			pick(p, "stop")
			p.CSS(".kind-of").AtLeast(1)
			p.CSS("#setup-close").Shows()
			eventually.True(t, "the panel shows its picture", func() bool {
				_, status := r.Ask("GET", "/live/status", "")
				return !strings.Contains(string(status), `"test"`)
			})
		})
	}
}
