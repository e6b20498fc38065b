package apps

import "time"

// instant is a moment that survives a restart: the end of a countdown, the start
// of a stopwatch. Within a run it lies on the monotonic clock, so that setting the
// wall clock does not move it. What is kept is its wall time, updated when the
// wall clock is set, and how far from it the moment was fixed: if the wall clock cannot
// tell how long the device was off, that time does not count.
type instant struct {
	Wall time.Time     `json:"wall"`
	Span time.Duration `json:"span"`           // from the time at which it was fixed to Wall
	Sure bool          `json:"sure,omitempty"` // Wall is from a plausible clock

	at    time.Time `json:"-"` // zero = fixed in an earlier run
	waits bool      // waiting for a plausible clock, which makes Wall valid
}

// newInstant fixes the moment that is span after now.
func newInstant(now time.Time, span time.Duration, plausible bool) instant {
	at := now.Add(span)
	return instant{Wall: wall(at), Span: span, Sure: plausible, at: at}
}

// settle brings the instant in line with the wall clock at now. It must be called
// before every use of i.at.
func (i *instant) settle(now time.Time, plausible bool) {
	switch {
	case i.at.IsZero():
		i.restore(now, plausible)
	case i.waits && plausible:
		i.at, i.waits = now.Add(i.Wall.Sub(wall(now))), false
	}
	if i.waits {
		return
	}
	says := wall(now).Add(i.at.Sub(now))
	if d := says.Sub(i.Wall).Abs(); d > time.Second || i.Sure != plausible {
		i.Wall, i.Sure = says, plausible // the clock was set
	}
}

// restore finds the instant after a restart. Two readings of the wall clock can be
// compared if both are plausible, or if neither is and the clock has not gone back:
// then only the program was restarted.
func (i *instant) restore(now time.Time, plausible bool) {
	fixed := i.Wall.Add(-i.Span)
	if i.Sure == plausible && !wall(now).Before(fixed) {
		i.at = now.Add(i.Wall.Sub(wall(now)))
		return
	}
	i.at, i.waits = now.Add(i.Span), i.Sure && !plausible
}

// wall returns t without its monotonic reading.
func wall(t time.Time) time.Time { return t.Round(0).UTC() }
