// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

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
