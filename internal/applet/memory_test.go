// SPDX-License-Identifier: Apache-2.0

package applet

import "testing"

// TestMemory: small boards give less, and no machine more than a quarter to a drawing.
func TestMemory(t *testing.T) {
	for machine, want := range map[int64]Memory{
		0:         {256 << 20, 48 << 20}, // unknown
		256 << 20: {64 << 20, 16 << 20},
		430 << 20: {80 << 20, 16 << 20}, // a Zero W, without the memory of its graphics
		512 << 20: {80 << 20, 16 << 20},
		920 << 20: {230 << 20, 48 << 20}, // a Pi 3
		8 << 30:   {256 << 20, 48 << 20},
	} {
		if got := MemoryOf(machine); got != want {
			t.Errorf("of %d MiB: %v, want %v", machine>>20, got, want)
		}
	}
}
