package apps

import "time"

// phase is the phase of a countdown, a stopwatch or an alarm. The zero value is ready.
type phase string

const (
	ready   phase = ""
	running phase = "running"
	paused  phase = "paused"
	ringing phase = "ringing"
)

// moves reports whether a countdown in that phase has an end.
func (p phase) moves() bool { return p == running || p == ringing }

// ringFor is how long an alarm or a countdown rings unless it is dismissed.
const ringFor = 10 * time.Minute
