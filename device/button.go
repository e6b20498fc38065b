// SPDX-License-Identifier: Apache-2.0

package device

import (
	"time"

	"github.com/ledpost/ledpost/internal/enum"
)

// Button is a button of the device, or a key that stands for one.
type Button uint8

const (
	ButtonLeft   Button = iota // previous app
	ButtonRight                // next app
	ButtonAction               // dismiss the visible notification
	ButtonVolumeUp
	ButtonVolumeDown
)

var buttonNames = []string{"left", "right", "action", "volume_up", "volume_down"}

func (b Button) String() string { return enum.Name(buttonNames, b) }

// ParseButton is the inverse of String.
func ParseButton(s string) (Button, error) { return enum.Parse[Button](buttonNames, s) }

// MarshalText gives the word of String.
func (b Button) MarshalText() ([]byte, error) { return enum.Marshal(buttonNames, b) }

// UnmarshalText is the inverse of MarshalText.
func (b *Button) UnmarshalText(text []byte) error { return enum.Unmarshal(buttonNames, text, b) }

// Phase is a part of a press of a button. The zero value is Down.
type Phase uint8

const (
	Down Phase = iota // the press begins
	Held              // it goes on; repeats what the button does
	Up                // the end of a press
)

const (
	// defaultLong is from when on a press is long, as in hw/input.
	defaultLong = 600 * time.Millisecond
	// longAtMost is how long such a press may last: longer ones are meant for something else,
	// or something lies on the button.
	longAtMost = 5 * time.Second
)

// longPress watches for long presses. The zero value has seen none.
type longPress struct {
	button Button
	since  time.Time // zero = no press that may become one
}

// begin takes the beginning of a press of b. A press that has done something, or that
// begins under something that covers the widget, is not free to mean more.
func (l *longPress) begin(b Button, free bool, now time.Time) {
	*l = longPress{}
	if free {
		*l = longPress{b, now}
	}
}

// ends takes the end of a press of b, and reports whether it was a long one; from is how long
// that takes at least, 0 for [defaultLong].
func (l *longPress) ends(b Button, from time.Duration, now time.Time) bool {
	was := *l
	*l = longPress{}
	if from == 0 {
		from = defaultLong
	}
	held := now.Sub(was.since)
	return !was.since.IsZero() && was.button == b && held >= from && held <= longAtMost
}
