// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestPins follows a line that a bus with resistors pulls up: its level is high while it
// is an input, whatever it was set to.
func TestPins(t *testing.T) {
	const trace = `memory_region_ops_write cpu 0 mr 0x7f addr 0x3f200028 value 0x20 size 4 name 'bcm2835_gpio'
memory_region_ops_write cpu 0 mr 0x7f addr 0x3f200000 value 0x8000 size 4 name 'bcm2835_gpio'
memory_region_ops_write cpu 0 mr 0x7f addr 0x3f201000 value 0x0 size 4 name 'pl011'
memory_region_ops_write cpu 0 mr 0x7f addr 0x3f20001c value 0x20 size 4 name 'bcm2835_gpio'
memory_region_ops_write cpu 0 mr 0x7f addr 0x3f200028 value 0x20 size 4 name 'bcm2835_gpio'
memory_region_ops_write cpu 0 mr 0x7f addr 0x3f200000 value 0x0 size 4 name 'bcm2835_gpio'
memory_region_ops_write cpu 0 mr 0x7f addr 0x3f200004 value 0x40 size 4 name 'bcm2835_gpio'
`
	var p pins
	var got []string
	for offset, v := range stores(strings.NewReader(trace), 0x3f200000) {
		p.store(offset, v)
		got = append(got, fmt.Sprintf("%d%d", p.levels()>>5&1, p.levels()>>12&1))
	}
	if want := "11 01 11 01 11 10"; strings.Join(got, " ") != want {
		t.Errorf("GPIO 5 and 12 are %v, want %s", got, want)
	}
}
