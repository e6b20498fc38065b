// SPDX-License-Identifier: Apache-2.0

package main

import "time"

// A board is how fast its pins take words.
type board struct {
	name string
	// writes a second to GPIO registers (published measurements of the buses),
	// and writes a pixel at the slowdown that the driver takes for the board.
	writes float64
	pixel  float64
	// words a second of the Pi 5's PIO, 0 for others.
	words float64
	cpus  int
}

func boards() []board {
	return []board{
		{"Pi Zero, 1", 29e6, 3, 0, 1},
		{"Pi 2, Zero 2 W", 83e6, 5, 0, 4},
		{"Pi 3", 132e6, 5, 0, 4},
		{"Pi 4", 262e6, 7, 0, 4},
		{"Pi 5, kernel from August 2025 on", 0, 0, 6.75e6, 4},
		{"Pi 5, older kernel", 0, 0, 2.67e6, 4},
	}
}

// model prints the refresh of a panel of 64×32 that follows from the bus.
func model(r *report) error {
	r.title("modelled refresh of 64×32 in Hz and share of the time lit; no board was at hand")
	r.note("%-34s %18s %18s %18s", "", "11 planes, 130 ns", "9 planes, 520 ns", "8 planes, 1.04 µs")
	for _, b := range boards() {
		ways := []bool{false}
		if b.words == 0 {
			ways = []bool{true, false}
		}
		for _, pwm := range ways {
			name := b.name
			switch {
			case pwm:
				name += ", pwm"
			case b.words == 0:
				name += ", timed"
			}
			var cells [3][2]float64
			for i, c := range []struct {
				planes int
				lsb    time.Duration
			}{{11, 130}, {9, 520}, {8, 1040}} {
				cells[i][0], cells[i][1] = b.refresh(pwm, c.planes, c.lsb)
			}
			r.note("%-34s %8.0f Hz, %3.0f %% %8.0f Hz, %3.0f %% %8.0f Hz, %3.0f %%", name,
				cells[0][0], cells[0][1], cells[1][0], cells[1][1], cells[2][0], cells[2][1])
		}
	}
	return nil
}

// refresh models 16 addresses of 64 columns.
func (b board) refresh(pwm bool, planes int, lsb time.Duration) (hz, lit float64) {
	const (
		latch  = 0.3e-6 // latching and addressing, by some ten writes
		engine = 0.5e-6 // starting the PWM block and seeing its end
	)
	shift := 64 * b.pixel / b.writes
	if b.words > 0 {
		shift = (64 + 4) / b.words
	}
	var total, shining, idle float64
	for plane := range planes {
		pulse := (lsb << plane).Seconds()
		shining += pulse
		if pulse > 80e-6 {
			idle += pulse - 40e-6 // the thread sleeps
		}
		switch {
		case b.words == 0 && pwm:
			total += max(shift, pulse) + latch + engine
		case b.words == 0 && pulse >= 1.5*shift:
			total += max(shift, pulse) + latch
		default:
			total += shift + pulse + latch
		}
	}
	share := 1. / 15
	if b.cpus == 1 {
		share = 1. / 3
	}
	if b.words == 0 {
		total += max(total*share-idle, 0) // the rest that is left to others
	}
	return 1 / (16 * total), 100 * shining / total
}
