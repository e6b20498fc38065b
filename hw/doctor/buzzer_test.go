// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// TestBuzzer: its line needs the kernel's driver, and must be free.
func TestBuzzer(t *testing.T) {
	const missing = "fault sound GPIO E3 GPIO"
	for _, row := range []struct {
		why, line string
		root      fstest.MapFS
		owner     string
		want, not string
	}{
		{"all well", "GPIO13", with(four(), "dev/gpiochip0"), "", "ok sound GPIO", "pins"},
		{"a kernel without lines", "13", without(four(), "dev/gpiochip0"), "", missing, "pins"},
		{"a driver has the line", "GPIO13", with(four(), "dev/gpiochip0"), "fan", "fault sound pins E12 PIN", missing},
		{"the device runs", "GPIO13", with(four(), "dev/gpiochip0"), "ledpost", "ok sound GPIO", "pins"},
		{"none", "", without(four(), "dev/gpiochip0"), "", "", "sound"},
	} {
		m := service(row.root)
		if row.owner != "" {
			m.Lines = held(gpiomem.Line{Pin: 13, Owner: row.owner})
		}
		cfg := config(t, noPanel)
		cfg.Buzzer = row.line
		got := brief(Check(t.Context(), cfg, m))
		if !strings.Contains(got, row.want) || strings.Contains(got, row.not) {
			t.Errorf("%s: got\n%s\nwant %q without %q", row.why, got, row.want, row.not)
		}
	}
}
