// SPDX-License-Identifier: Apache-2.0

package header

import (
	"strings"
	"testing"
)

// TestParts: the list has each part once, with its count, the level shifters that its lines
// want, and a supply with a quarter in reserve.
func TestParts(t *testing.T) {
	lines := func(from, n int, shifted bool) (all []Terminal) {
		for i := range n {
			all = append(all, Terminal{Name: "X", Source: Source(from + i), Shifted: shifted})
		}
		return all
	}
	const pi = "Raspberry Pi with a 40-pin header|microSD card, 4 GB or more|"
	for _, row := range []struct {
		name    string
		devices []Device
		want    string
	}{
		{"nothing", nil, pi + "power supply 5 V, 3 A"},
		{"a device that is its own part", []Device{{Name: "buzzer", Terminals: lines(13, 1, false)}},
			pi + "buzzer|power supply 5 V, 3 A|jumper wires"},
		{"the same part twice", []Device{{Parts: []Part{{"button", 1}}}, {Parts: []Part{{"button", 1}}}},
			pi + "2 × button|power supply 5 V, 3 A|jumper wires"},
		{"four lines", []Device{{Name: "p", Terminals: lines(5, 4, true)}},
			pi + "p|74AHCT125, a level shifter of 4 lines|power supply 5 V, 3 A|jumper wires"},
		{"five lines", []Device{{Name: "p", Terminals: lines(5, 5, true)}},
			pi + "p|74HCT245, a level shifter of 8 lines|power supply 5 V, 3 A|jumper wires"},
		{"nine lines", []Device{{Name: "p", Terminals: lines(5, 9, true)}},
			pi + "p|2 × 74HCT245, a level shifter of 8 lines|power supply 5 V, 3 A|jumper wires"},
		{"a board has its own shifters", []Device{{Name: "p", Board: true, Terminals: lines(5, 9, true)}},
			pi + "p|power supply 5 V, 3 A"},
		{"just enough", []Device{{Name: "p", Board: true, Amperes: 2.5}}, pi + "p|power supply 5 V, 5 A"},
		{"a little more", []Device{{Name: "p", Board: true, Amperes: 2.51}}, pi + "p|power supply 5 V, 6 A"},
		{"a wall", []Device{{Name: "p", Board: true, Amperes: 96}}, pi + "p|3 × power supply 5 V, 60 A"},
		{"a Compute Module", []Device{{Name: "p", Board: true, Terminals: lines(28, 1, false)}},
			"Compute Module on a board|microSD card, 4 GB or more|p|power supply 5 V, 3 A"},
	} {
		var got []string
		for _, p := range Parts(row.devices) {
			got = append(got, p.String())
		}
		if list := strings.Join(got, "|"); list != row.want {
			t.Errorf("%s: got %s, want %s", row.name, list, row.want)
		}
	}
}
