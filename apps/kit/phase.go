// SPDX-License-Identifier: Apache-2.0

package kit

import "time"

// Phase is the phase of a countdown, a stopwatch or an alarm. The zero value is ready.
type Phase string

const (
	Ready   Phase = ""
	Running Phase = "running"
	Paused  Phase = "paused"
	Ringing Phase = "ringing"
	Over    Phase = "over" // of a countdown that rang, and nobody came
)

// moves reports whether a countdown in that phase has an end.
func (p Phase) Moves() bool { return p == Running || p == Ringing }

// RingFor is how long an alarm or a countdown rings unless it is dismissed.
const RingFor = 10 * time.Minute
