// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
)

func TestConfigErrors(t *testing.T) {
	for _, tt := range []struct {
		c    Config
		says string
	}{
		{Config{Rows: 6}, "rows is 6"},
		{Config{Rows: 10, Multiplexing: "stripe"}, "10 rows do not go"},
		{Config{Cols: 300}, "cols is 300"},
		{Config{Chain: 16, Cols: 256}, "at most 1024"},
		{Config{Parallel: 4}, "parallel is 4"},
		{Config{Parallel: 2, Wiring: "adafruit-hat"}, "has 1"},
		{Config{Chain: 3, Fold: 2}, "folded"},
		{Config{Planes: 12}, "planes is 12"},
		{Config{Planes: 3}, "planes is 3"},
		{Config{LSB: Duration(time.Millisecond)}, "lsb"},
		{Config{LSB: Duration(4 * time.Microsecond)}, "want 50ns to 3µs with 11 planes"},
		{Config{LSB: Duration(13 * time.Microsecond), Planes: 9}, "want 50ns to 12µs with 9 planes"},
		{Config{LSB: Duration(21 * time.Microsecond), Planes: 4}, "want 50ns to 20µs with 4 planes"},
		{Config{Wiring: "matrix"}, "matrix"},
		{Config{Multiplexing: "zigzag"}, "zigzag"},
		{Config{Multiplexing: "zstripe", Cols: 20, Rows: 16}, "does not fit"},
		{Config{Multiplexing: "kaler2scan", Rows: 8}, "8 rows do not go"},
		{Config{Order: "RRG"}, "order"},
		{Config{Init: "FM9999"}, "init"},
		{Config{Init: "0111111111111111:011"}, "init"}, // the emulated chip reads 11 alone
		{Config{Init: "0111111111111111:+5"}, "init"},
		{Config{Backend: "usb"}, "backend"},
		{Config{Pulses: "maybe"}, "pulses"},
		{Config{Pulses: "pwm", Wiring: "adafruit-hat"}, "bridge GPIO 4 and 18"},
		{Config{Pulses: "pwm", Backend: "pio"}, "times the light itself"},
		{Config{GPIO: "vcd:"}, "gpio"},
		{Config{GPIO: "/dev/gpio"}, "gpio"},
		{Config{Gamma: 9}, "gamma"},
		{Config{Slowdown: new(9)}, "slowdown"},
		{Config{Rotate: 45}, "rotate"},
		{Config{Size: pixel.Size{X: 999, Y: 1}}, "larger"},
	} {
		_, err := NewEmulator(tt.c)
		must.Fail(t, err, tt.says, tt.c)
	}
}

// TestFewerPlanesKeepTheLight: what is left out are the shortest pulses, and the
// panel is lit for as long as with all of them, but for those.
func TestFewerPlanesKeepTheLight(t *testing.T) {
	all := newRig(t, Config{}).wire.pulses()
	for planes := 4; planes <= maxPlanes; planes++ {
		w := newRig(t, Config{Planes: planes}).wire
		if got, want := w.pulses(), all[maxPlanes-planes:]; !slices.Equal(got, want) {
			t.Errorf("%d planes: pulses %v, want the longest ones, %v", planes, got, want)
		}
	}
	given := newRig(t, Config{Planes: 8, LSB: Duration(200 * time.Nanosecond)}).wire
	must.Equal(t, given.pulses()[0], 200*time.Nanosecond, "lsb = \"200ns\" with 8 planes lights the lowest one for")
}

// TestPulsesThatThePWMBlockTakes: the shortest pulse is what its clock is set to.
func TestPulsesThatThePWMBlockTakes(t *testing.T) {
	for planes := 4; planes <= maxPlanes; planes++ {
		if lsb := ofAll(usualLSB, planes); lsb > maxUnit {
			t.Errorf("%d planes: %v, more than the block takes", planes, lsb)
		}
	}
}
