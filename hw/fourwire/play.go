// SPDX-License-Identifier: Apache-2.0

package fourwire

import (
	"time"

	"github.com/ledpost/ledpost/hw/vcd"
)

// Play decodes a capture: it calls take with each byte, and frame whenever the display
// is no longer selected after a byte of data.
func Play(d *vcd.Reader, lines vcd.Wiring, take func(data bool, b byte), frame func(at time.Duration) error) error {
	var word byte
	bits, before, data := 0, true, false
	return d.Levels(lines, func(at time.Duration, high []bool) error {
		clock, bit, resting, dc := high[0], high[1], high[2], high[3]
		rose := clock && !before
		before = clock
		switch {
		case resting:
			bits = 0
			if data {
				data = false
				return frame(at)
			}
		case rose:
			word = word << 1
			if bit {
				word |= 1
			}
			if bits++; bits == 8 {
				bits, data = 0, data || dc
				take(dc, word)
			}
		}
		return nil
	}, vcd.Clock, vcd.Data, vcd.Select, vcd.Command)
}
