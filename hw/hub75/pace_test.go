// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
)

// paced are panels on boards of each kind of drive.
var paced = []struct {
	name   string
	config Config
	chip   gpiomem.Chip
}{

	{"by registers on a 4", Config{Rows: 64, Refresh: 200}, gpiomem.BCM2711},
	{"with rows that settle", Config{Rows: 64, Refresh: 200, Settle: Duration(20 * time.Microsecond)}, gpiomem.BCM2711},
	{"by registers on a Zero", Config{Rows: 32, Refresh: 150}, gpiomem.BCM2835},
	{"by PIO", Config{Rows: 64, Parallel: 2, Refresh: 150, Backend: "pio"}, gpiomem.BCM2712},
	{"by RIO", Config{Rows: 64, Parallel: 2, Refresh: 150}, gpiomem.BCM2712},
}

// TestPaceIsFound: from the time of a refresh with the shortest pulses follows how fast the
// board shifts.
func TestPaceIsFound(t *testing.T) {
	for _, c := range paced {
		g, pins, err := resolve(&c.config)
		must.Do(t, err)
		c.config.Planes, c.config.LSB = maxPlanes, Duration(minLSB)
		w := newWire(&c.config, g, pins, gpiomem.Board{Chip: c.chip})
		for _, pace := range []float64{0.9, 1, 1.4, 3} {
			w.Pace = pace
			if got := w.paceOf(w.takes()); math.Abs(got-pace) > 0.02*pace {
				t.Errorf("%s: at pace %v the period tells %v", c.name, pace, got)
			}
		}
		if got := w.paceOf(time.Nanosecond); got > 1.01*fastest {
			t.Errorf("%s: an impossible period tells %v, want the fastest board", c.name, got)
		}
		if got := w.paceOf(time.Minute); got < 0.99*slowest {
			t.Errorf("%s: a minute tells %v, want the slowest board", c.name, got)
		}
	}
}

// A board has times that the table does not know.
type board struct {
	why           string
	config        Config
	chip          gpiomem.Chip
	column, latch time.Duration
	apart         bool // a line is shifted after a short pulse, not in its light
	opened        int  // at most
}

// period is how long a refresh takes there, worked out from scan.go and pulse.go.
func (b board) period(w wire) time.Duration {
	shift, row, asleep := time.Duration(w.Width)*b.column, w.Settle, time.Duration(0)
	for plane := range w.Planes {
		lit := w.LSB << plane
		if b.apart && lit < shift*3/2 {
			row += shift + lit + b.latch
		} else {
			row += max(lit, shift) + b.latch
		}
		if lit > 80*time.Microsecond {
			asleep += lit - 40*time.Microsecond
		}
	}
	rest := row / 15
	if b.chip == gpiomem.BCM2835 {
		rest = row / 3
	}
	return (row + max(0, rest-asleep)) * time.Duration(w.Addresses)
}

// open opens the panel on this board with each wire that atRate openings.
func (b board) open(t *testing.T) (p *Panel, tried []wire) {
	g, pins, err := resolve(&b.config)
	must.Do(t, err)
	p, err = b.config.atRate(g, pins, gpiomem.Board{Chip: b.chip}, func(w wire) (*Panel, time.Duration, error) {
		if p != nil && p.sink.Back() != nil {
			t.Errorf("%s: two panels are open", b.why)
		}
		p = newPanel(newEncoder(&b.config, g, &w.Pins, pixel.Dither{}), make(discard, 4))
		tried = append(tried, w)
		return p, b.period(w), nil
	})
	if err != nil || p.sink.Back() == nil {
		t.Fatalf("%s: no panel, %v", b.why, err)
	}
	return p, tried
}

// TestBoardKeepsTheRate: a panel is opened again until the board refreshes it as often as
// was chosen, and is not opened again where that would not help.
func TestBoardKeepsTheRate(t *testing.T) {
	const us, ns = time.Microsecond, time.Nanosecond
	for _, b := range []board{
		{"as in the table", Config{Rows: 64, Refresh: 200}, gpiomem.BCM2711, 40 * ns, us, false, 1},
		{"half as fast", Config{Rows: 64, Refresh: 200}, gpiomem.BCM2711, 80 * ns, us, false, 2},
		{"faster: more light", Config{Rows: 64, Refresh: 200}, gpiomem.BCM2711, 25 * ns, us, false, 2},
		{"rows that settle", Config{Rows: 64, Refresh: 200, Settle: Duration(20 * us)}, gpiomem.BCM2711, 40 * ns,
			us, false, 1},
		{"timed pulses on long chains", Config{Rows: 64, Chain: 4, Refresh: 150, Wiring: "adafruit-hat"}, gpiomem.BCM2711,
			40 * ns, us, true, openings},
		{"timed pulses on a Zero", Config{Rows: 64, Refresh: 200, Wiring: "adafruit-hat"}, gpiomem.BCM2835, 100 * ns, us,
			true, openings},
		{"a slow latch", Config{Rows: 64, Refresh: 200}, gpiomem.BCM2711, 40 * ns, 3 * us, false, openings},
		{"a slower latch on a Zero", Config{Rows: 64, Refresh: 150}, gpiomem.BCM2835, 100 * ns, 5 * us, false, openings},
	} {
		_, tried := b.open(t)
		last := tried[len(tried)-1]
		hz, want := float64(time.Second)/float64(b.period(last)), float64(b.config.Refresh)
		t.Logf("%s: opened %d times, %d planes of %v, %.1f Hz", b.why, len(tried), last.Planes, last.LSB, hz)
		if hz < 0.985*want || hz > 1.04*want {
			t.Errorf("%s: %.1f Hz, want %v", b.why, hz, want)
		}
		if len(tried) > b.opened {
			t.Errorf("%s: opened %d times, want at most %d", b.why, len(tried), b.opened)
		}
	}
	far := board{"a rate that no planes reach", Config{Rows: 64, Chain: 8, Refresh: 400}, gpiomem.BCM2835, 100 * ns,
		us, false, 1}
	if _, tried := far.open(t); len(tried) != 1 || tried[0].Planes != fewestPlanes {
		t.Errorf("%s: opened %d times, with %d planes", far.why, len(tried), tried[0].Planes)
	}
}

// TestFaultOfATrial is told, and a period that nobody has measured has to do.
func TestFaultOfATrial(t *testing.T) {
	c := Config{Rows: 64, Refresh: 200}
	g, pins, err := resolve(&c)
	must.Do(t, err)
	fault, times := errors.New("no panel"), 0
	for _, want := range []error{fault, nil} {
		times = 0
		_, err := c.atRate(g, pins, gpiomem.Board{Chip: gpiomem.BCM2711}, func(wire) (*Panel, time.Duration, error) {
			times++
			return nil, 0, want
		})
		if !errors.Is(err, want) || times != 1 {
			t.Errorf("%v after %d trials, want %v", err, times, want)
		}
	}
}

// A slow is a pulser whose pulses each take a time of a clock that stands still
// otherwise.
type slow struct {
	instant
	clock *time.Duration
	takes time.Duration
}

func (p slow) pulse(plane int) {
	*p.clock += p.takes
	p.instant.pulse(plane)
}

// TestRefreshRests: after each refresh the thread sleeps until a time that lies ahead
// by the share that other programs need, and not at all where the pulses have let it
// sleep for long enough.
func TestRefreshRests(t *testing.T) {
	const (
		us    = time.Microsecond
		began = time.Hour
	)
	for _, row := range []struct {
		name       string
		processors int
		idle       time.Duration
		want       time.Duration // after the end of a refresh of 960 µs; 0 for no rest
	}{
		{"a board of four processors", 4, 0, 64 * us},
		{"a board of one", 1, 0, 320 * us},
		{"pulses that let it sleep a little", 1, 120 * us, 200 * us},
		{"pulses that let it sleep for long", 1, 320 * us, 0},
	} {
		r := newRig(t, Config{Rows: 16, Cols: 16, Planes: 4})
		s, tape := r.scan()
		clock, until := began, []time.Duration(nil)
		s.pulser = slow{s.pulser.(instant), &clock, 960 * us / time.Duration(s.Addresses*s.Planes)}
		s.now, s.sleepUntil = func() time.Duration { return clock }, func(t time.Duration) { until = append(until, t) }
		s.processors, s.sleeps = row.processors, row.idle
		frame := make([]byte, 4*(s.turns.size+1)) // one dark picture, and how many there are
		words(frame)[s.turns.size] = 1
		var want []time.Duration
		for range 2 {
			tape.Rewind()
			must.Do(t, s.Refresh(frame))
			if row.want > 0 {
				want = append(want, clock+row.want)
			}
			clock += row.want
		}
		if !slices.Equal(until, want) {
			t.Errorf("%s: sleeps until %v, want %v", row.name, until, want)
		}
	}
}
