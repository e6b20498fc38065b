// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"errors"
	"image"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/refresh"
)

// The slowest and the fastest board that pace believes, by the table's times: a Zero on
// the table of a 4 is 2.5 times as slow.
const (
	fastest = 1.0 / 4
	slowest = 8.0
)

// pace is how long this board takes for its shifts, in times of the table, if a rate is
// chosen; else 1. It measures: for a quarter of a second the refresher shows a dark
// picture with pulses so short that a refresh is almost nothing but shifts.
func (c *Config) pace(g *geometry, pins Pins, b gpiomem.Board, l refresh.Limits) (float64, error) {
	if c.Refresh == 0 {
		return 1, nil
	}
	probe := *c
	probe.Planes, probe.LSB = maxPlanes, Duration(minLSB)
	return probe.measure(g, newWire(&probe, g, pins, b), l)
}

// measure returns the pace at which a refresher with w shows a dark picture.
func (c *Config) measure(g *geometry, w wire, l refresh.Limits) (float64, error) {
	p, err := open(c, g, w, l)
	if err != nil {
		return 0, err
	}
	err = p.Draw(p.Bounds(), image.Black, image.Point{})
	period := p.period(l.Ready)
	return w.paceOf(period), errors.Join(err, p.Close())
}

// period is how long a refresh takes, as the refresher measures it first; 0 if it does
// not within limit.
func (p *Panel) period(limit time.Duration) time.Duration {
	for end := time.Now().Add(limit); time.Now().Before(end) && p.process.Err() == nil; time.Sleep(10 * time.Millisecond) {
		if s, _ := p.Stats(); s.Hz > 0 {
			return time.Duration(float64(time.Second) / s.Hz)
		}
	}
	return 0
}

// paceOf is the pace at which a refresh takes that long, the slowest of them where several
// do: the light hides a fast shift. It is 1 for a period that nobody has measured.
func (w *wire) paceOf(period time.Duration) float64 {
	if period == 0 {
		return 1
	}
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
