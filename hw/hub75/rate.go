// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// Rate is how often a second the picture is refreshed, such as "200Hz"; 0 is not
// chosen.
type Rate int

// UnmarshalText reads a whole number and its unit.
func (r *Rate) UnmarshalText(text []byte) error {
	digits, ok := strings.CutSuffix(strings.TrimSpace(string(text)), "Hz")
	n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 16)
	// Below 50 Hz everybody sees it flicker; no chain of panels is as quick as 1000.
	if !ok || err != nil || n < 50 || n > 1000 {
		return fmt.Errorf("%q is not a rate such as 200Hz, 50 to 1000", text)
	}
	*r = Rate(n)
	return nil
}

// MarshalText writes it as UnmarshalText reads it.
func (r Rate) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%dHz", int(r)), nil }

// fewestPlanes is how many planes a chosen rate leaves at least: with fewer, shades of
// the night are missing.
const fewestPlanes = 6

// spare is the share of the most light that more planes may cost: 11 planes at 65 ns
// instead of 9 at 260 have 5 % less light and four times the shades.
const spare = 0.1

// checkRefresh says whether the rate is chosen together with what follows from it. To
// be called before the defaults are set.
func (c *Config) checkRefresh() error {
	for _, other := range []struct {
		key string
		set bool
	}{{"planes", c.Planes != 0}, {"lsb", c.LSB != 0}} {
		if c.Refresh != 0 && other.set {
			const says = "hub75: refresh chooses planes and lsb, and %s is set too: write one of them"
			return keyerr.New("refresh", says, other.key)
		}
	}
	return nil
}

// choose sets planes and the shortest pulse for the rate, if one is chosen: the most
// planes with which the panel is almost as bright as it can be at that rate. Where none
// reaches it, few planes and all of the light come nearest. pace is how long the board takes
// for shifts, in times of the table.
func (c *Config) choose(g *geometry, pins Pins, b gpiomem.Board, pace float64) {
	if c.Refresh == 0 {
		return
	}
	period := time.Second / time.Duration(c.Refresh)
	best, lit := 0.0, [maxPlanes + 1]time.Duration{}
	share := func(planes int) float64 { return float64(lit[planes]) * float64(int(1)<<planes-1) }
	for planes := fewestPlanes; planes <= maxPlanes; planes++ {
		lit[planes] = c.longest(g, pins, b, pace, planes, period)
		best = max(best, share(planes))
	}
	c.Planes, c.LSB = fewestPlanes, Duration(ofAll(usualLSB, fewestPlanes))
	for planes := maxPlanes; planes >= fewestPlanes && best > 0; planes-- { // the most planes first
		if share(planes) >= (1-spare)*best {
			c.Planes, c.LSB = planes, Duration(lit[planes])
			return
		}
	}
}

// longest is the longest shortest pulse with which a refresh of so many planes takes no
// longer than period; 0 if none does.
func (c *Config) longest(
	g *geometry, pins Pins, b gpiomem.Board, pace float64, planes int, period time.Duration,
) time.Duration {
	with := *c
	with.Planes = planes
	takes := func(lsb time.Duration) time.Duration {
		with.LSB = Duration(lsb)
		w := newWire(&with, g, pins, b)
		w.Pace = pace
		return w.takes()
	}
	least, most := minLSB, min(ofAll(maxLSB, planes), maxUnit)
	if takes(least) > period {
		return 0
	}
	for most-least > time.Nanosecond {
		if middle := (least + most) / 2; takes(middle) <= period {
			least = middle
		} else {
			most = middle
		}
	}
	return least
}

// rate is about how often a second a panel is refreshed on a board with that chip, and
// which share of the time it is lit.
func (c Config) rate(g *geometry, pins Pins, chip string) (hz, lit float64) {
	b := gpiomem.Board{Chip: gpiomem.Chip(chip)}
	c.choose(g, pins, b, 1)
	w := newWire(&c, g, pins, b)
	var light time.Duration
	for _, p := range w.pulses() {
		light += p
	}
	d := w.takes()
	return float64(time.Second) / float64(d), float64(light*time.Duration(w.Addresses)) / float64(d)
}

// withoutRIO is rate where the columns go by PIO after all, with the planes that were chosen.
func (c Config) withoutRIO(g *geometry, pins Pins, b gpiomem.Board) (hz, lit float64) {
	c.choose(g, pins, b, 1)
	c.Backend, c.Refresh = "pio", 0
	return c.rate(g, pins, string(b.Chip))
}

// The slowest and the fastest board that is believed, by the table's times: a Zero on
// the table of a 4 is 2.5 times as slow.
const (
	fastest = 1.0 / 4
	slowest = 8.0
)

// openings is how often a panel is opened at most until its rate is the chosen one: by the
// table, by the time of a shift that this one shows, and by its correction.
const openings = 3

// A trial opens a panel with the planes and pulses of w, dark, and measures how long its
// refresh takes, 0 if that cannot be told.
type trial func(w wire) (p *Panel, period time.Duration, err error)

// atRate opens the panel with the planes and pulses that the board refreshes at the chosen
// rate. It begins with the table's planes; the time of a refresh tells how fast the board
// shifts, and the next planes follow from that.
func (c *Config) atRate(g *geometry, pins Pins, b gpiomem.Board, open trial) (*Panel, error) {
	c.choose(g, pins, b, 1)
	for n := 1; ; n++ {
		w := newWire(c, g, pins, b)
		p, period, err := open(w)
		if err != nil || n == openings || c.keeps(period) {
			return p, err
		}
		next := *c
		next.choose(g, pins, b, w.paceOf(period))
		if next.Planes == c.Planes && next.LSB == c.LSB { // other planes are no faster
			return p, nil
		}
		_ = p.Close() // a refresher that had to be killed is no reason against the next one
		*c = next
	}
}

// keeps reports whether a refresh takes as long as the chosen rate says: a hundredth more
// at most, and a thirtieth less. A period that nobody has measured has to do.
func (c *Config) keeps(period time.Duration) bool {
	want := time.Second / time.Duration(c.Refresh)
	return period == 0 || period <= want+want/100 && period >= want-want/30
}

// measured shows a dark picture and returns how long a refresh takes, as the refresher
// measures it first; 0 if it does not within limit.
func (p *Panel) measured(limit time.Duration) time.Duration {
	if p.Draw(p.Bounds(), image.Black, image.Point{}) != nil {
		return 0
	}
	for end := time.Now().Add(limit); time.Now().Before(end) && p.process.Err() == nil; time.Sleep(10 * time.Millisecond) {
		if s, _ := p.Stats(); s.Hz > 0 {
			return time.Duration(float64(time.Second) / s.Hz)
		}
	}
	return 0
}

// paceOf is how long the board takes for shifts, in times of the table, if a refresh
// takes period: the longest where several do, since the light hides a fast shift.
func (w *wire) paceOf(period time.Duration) float64 {
	at := *w
	least, most := fastest, slowest
	for range 20 { // to the millionth
		at.Pace = (least + most) / 2
		if at.takes() <= period {
			least = at.Pace
		} else {
			most = at.Pace
		}
	}
	return least
}

// paced is a time of the table at the pace of this board.
func (w *wire) paced(d time.Duration) time.Duration {
	if w.Pace == 0 {
		return d
	}
	return time.Duration(w.Pace * float64(d))
}
