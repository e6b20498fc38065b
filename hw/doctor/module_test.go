// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// TestChainsOfAComputeModule: more than three chains need lines that few boards have, and
// what the system does with those.
func TestChainsOfAComputeModule(t *testing.T) {
	const six = "driver = \"hub75\"\nwiring = \"compute-module\"\nplanes = 8\nparallel = 6\n"
	const fewer = "into the [panel] table, or use a Compute Module 1, 3, 3+ or 4S, which has GPIO 0 to 45"
	const free = "end the program or remove the driver that has it: sudo gpioinfo says its name, sudo lsof /dev/gpiochip* which program it is"
	board := func(model string, m Machine) Machine {
		m.Root.(fstest.MapFS)["proc/device-tree/model"] = &fstest.MapFile{Data: []byte(model + "\x00")}
		return m
	}
	module := board("Raspberry Pi Compute Module 3 Plus Rev 1.0", well(three()))
	led := module
	led.Lines = held(gpiomem.Line{Pin: 44, Owner: "led"})
	for _, row := range []struct {
		why, config string
		m           Machine
		want        string
	}{
		{"with the lines", six, module, ""},
		{"with a line that is in use", six, led, "fault panel pins E12 PIN: " + free},
		{"with a line that no chain has", strings.Replace(six, "parallel = 6", "parallel = 5", 1), led, ""},
		{"without the lines", six, well(three()), "fault panel parallel E0 CFG: write parallel = 3 " + fewer},
		{"on the fourth module", six, board("Raspberry Pi Compute Module 4 Rev 1.1", well(four())), "fault panel parallel E0 CFG: write parallel = 3 " + fewer},
		{"with the advice taken", strings.Replace(six, "parallel = 6", "parallel = 3", 1), well(three()), ""},
		{"on own pins", "driver = \"hub75\"\nwiring = {oe=18, clk=17, lat=4, address=[22,23,24,25], chains=[[28,29,30,31,32,33]]}\n", well(three()),
			"fault panel parallel E0 CFG: correct the [panel] table, see docs/hardware.md"},
	} {
		if got := unwell(t, row.config, row.m); got != row.want {
			t.Errorf("%s\n got: %s\nwant: %s", row.why, got, row.want)
		}
	}
}
