// SPDX-License-Identifier: Apache-2.0

package applet

import "math"

// Memory is how much of a machine's memory apps by others may take, bytes.
type Memory struct {
	Drawing int64 // of the process that draws, with the pages of its file: never more than a quarter of the machine
	Films   int   // of the pictures of all widgets on the device
}

// memories is what machines of at most so many bytes give.
var memories = []struct {
	machine int64
	Memory
}{
	// Zero, Zero 2 W, Pi 1: the device, the service and one drawing stay within 200 MiB, so that the rest has room.
	{512 << 20, Memory{80 << 20, 16 << 20}},
	{math.MaxInt64, Memory{256 << 20, 48 << 20}},
}

// MemoryOf returns what a machine of so many bytes gives; 0 = unknown, as one with much.
func MemoryOf(machine int64) Memory {
	if machine <= 0 {
		machine = math.MaxInt64
	}
	row := 0
	for machine > memories[row].machine {
		row++
	}
	m := memories[row].Memory
	m.Drawing = min(m.Drawing, machine/4)
	return m
}

// MemoryHere returns what this machine gives.
func MemoryHere() Memory { return MemoryOf(machine()) }
