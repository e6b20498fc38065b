// SPDX-License-Identifier: Apache-2.0

package render

import (
	"log/slog"
	"time"
)

// pacer reads the time and sleeps for the loop; tests replace it.
type pacer interface {
	start(*slog.Logger)              // on the loop's goroutine, before anything else
	stop()                           // at its end
	now() time.Time                  // with a monotonic reading
	frame(after time.Time) time.Time // first instant of the frame grid that is neither before after nor in the past
	sleep(until time.Time)           // returns at until or later
}

// grid lays frames 1/FPS apart from an origin.
type grid struct{ origin time.Time }

func (g grid) frame(after, now time.Time) time.Time {
	if !after.After(now) {
		after = now.Add(1) // the frame of now has been drawn
	}
	// Frame n is n/FPS after the origin, rounded up: frames do not drift, although a 60th
	// of a second is not a whole number of nanoseconds.
	d := after.Sub(g.origin)
	n := (d*FPS + time.Second - 1) / time.Second
	return g.origin.Add((n*time.Second + FPS - 1) / FPS)
}

// timers paces with the runtime's timers: where there is no clock_nanosleep,
// and in tests with a fake clock.
type timers struct{ grid }

func (p *timers) start(*slog.Logger)              { p.origin = time.Now() }
func (p *timers) stop()                           {}
func (p *timers) now() time.Time                  { return time.Now() }
func (p *timers) frame(after time.Time) time.Time { return p.grid.frame(after, time.Now()) }
func (p *timers) sleep(until time.Time)           { time.Sleep(time.Until(until)) }
