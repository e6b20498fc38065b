// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/refresh"
)

// paced are panels on boards of each kind of drive.
var paced = []struct {
	name   string
	config Config
	chip   gpiomem.Chip
}{
	{"by registers on a 4", Config{Rows: 64, Refresh: 200}, gpiomem.BCM2711},
	{"by registers on a Zero", Config{Rows: 32, Refresh: 150}, gpiomem.BCM2835},
	{"by PIO", Config{Rows: 64, Parallel: 2, Refresh: 150, Backend: "pio"}, gpiomem.BCM2712},
	{"by RIO", Config{Rows: 64, Parallel: 2, Refresh: 150}, gpiomem.BCM2712},
}

// TestPaceIsFound: from the time of a refresh with the shortest pulses follows how fast the
// board shifts.
func TestPaceIsFound(t *testing.T) {
	for _, c := range paced {
		g, pins, err := resolve(&c.config)
		if err != nil {
			t.Fatal(err)
		}
		probe := c.config
		probe.Planes, probe.LSB = maxPlanes, Duration(minLSB)
		w := newWire(&probe, g, pins, gpiomem.Board{Chip: c.chip})
		for _, pace := range []float64{0.9, 1, 1.4, 3} {
			w.Pace = pace
			if got := w.paceOf(w.takes()); math.Abs(got-pace) > 0.02*pace {
				t.Errorf("%s: at pace %v the period tells %v", c.name, pace, got)
			}
		}
		if got := w.paceOf(0); got != 1 {
			t.Errorf("%s: without a measurement the pace is %v, want that of the table", c.name, got)
		}
		if got := w.paceOf(time.Nanosecond); got > 1.01*fastest {
			t.Errorf("%s: an impossible period tells %v, want the fastest board", c.name, got)
		}
		if got := w.paceOf(time.Minute); got < 0.99*slowest {
			t.Errorf("%s: a minute tells %v, want the slowest board", c.name, got)
		}
	}
}

// TestSlowBoardKeepsTheRate: what is chosen at a pace takes no longer than the rate allows
// there, and a board that is slower than the table has less light.
func TestSlowBoardKeepsTheRate(t *testing.T) {
	for _, c := range paced {
		g, pins, err := resolve(&c.config)
		if err != nil {
			t.Fatal(err)
		}
		board, light := gpiomem.Board{Chip: c.chip}, math.Inf(1)
		for _, pace := range []float64{0.7, 1, 1.5} {
			with := c.config
			with.choose(g, pins, board, pace)
			w := newWire(&with, g, pins, board)
			w.Pace = pace
			if got, limit := w.takes(), time.Second/time.Duration(c.config.Refresh); got > limit || got < limit*9/10 {
				t.Errorf("%s, pace %v: a refresh takes %v of %v", c.name, pace, got, limit)
			}
			lit := float64(with.LSB) * float64(int(1)<<with.Planes-1)
			if lit > 1.1*light { // more planes may cost a tenth
				t.Errorf("%s, pace %v: more light than on a faster board", c.name, pace)
			}
			light = lit
		}
	}
}

// TestPaceIsMeasured by a refresher that is gone afterwards. Its tape takes writes at once:
// it is faster than any board.
func TestPaceIsMeasured(t *testing.T) {
	c := small()
	g, pins, err := resolve(&c)
	if err != nil {
		t.Fatal(err)
	}
	w := newWire(&c, g, pins, gpiomem.Board{})
	w.Tape, w.TapeSize = filepath.Join(t.TempDir(), "tape"), tapeSize
	before := len(children(t))
	pace, err := c.measure(g, w, refresh.Patient())
	if err != nil || pace < fastest || pace > slowest || pace == 1 {
		t.Errorf("the pace is %v, %v", pace, err)
	}
	if n := len(children(t)); n != before {
		t.Errorf("%d processes, before it was measured %d", n, before)
	}
	dark(t, emulate(t, w.Tape))
}
