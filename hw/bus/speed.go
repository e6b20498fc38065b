// SPDX-License-Identifier: Apache-2.0

package bus

import (
	"fmt"

	"github.com/ledpost/ledpost/internal/keyerr"
	"periph.io/x/conn/v3/physic"
)

// Speed is the clock of a bus, "2MHz" or "400kHz" in text. Zero means not given.
type Speed physic.Frequency

// UnmarshalText reads a number and a unit.
func (s *Speed) UnmarshalText(text []byte) error {
	var f physic.Frequency
	if err := f.Set(string(text)); err != nil || f <= 0 {
		return fmt.Errorf("%q is not a clock such as 2MHz", text)
	}
	*s = Speed(f)
	return nil
}

// MarshalText writes a number and a unit.
func (s Speed) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s Speed) String() string { return physic.Frequency(s).String() }

// Or returns s, or otherwise if s is zero.
func (s Speed) Or(otherwise physic.Frequency) physic.Frequency {
	if s == 0 {
		return otherwise
	}
	return physic.Frequency(s)
}

// Check returns the faults of s as the value of the key speed, which must be from
// least to most.
func (s Speed) Check(least, most physic.Frequency) error {
	if f := physic.Frequency(s); f < least || f > most {
		return keyerr.New("speed", "speed %v, want %v to %v", f, least, most)
	}
	return nil
}
