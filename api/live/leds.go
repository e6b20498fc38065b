// SPDX-License-Identifier: Apache-2.0

package live

import (
	"github.com/ledpost/ledpost/internal/enum"
)

// LEDs is how the LEDs of a panel look, for clients that draw them.
type LEDs uint8

// The kinds of LEDs. A diffuser in front of them makes them larger and softer.
const (
	AutoLEDs LEDs = iota // as the LEDs of the driver's panels usually look
	RoundLEDs
	SquareLEDs
	DiffusedRoundLEDs
	DiffusedSquareLEDs
)

var ledNames = []string{"auto", "round", "square", "round-diffuser", "square-diffuser"}

// Of returns l, or if that is AutoLEDs, the LEDs that panels of the driver usually
// have.
func (l LEDs) Of(driver string) LEDs {
	if l != AutoLEDs {
		return l
	}
	switch driver {
	case "hub75", "ws2812", "apa102", "unicornhd", "ssd1306", "ssd1322":
		return SquareLEDs // packages of 1.5 to 5 mm without a lens, or pixels
	}
	return RoundLEDs
}

// String returns the word that files and clients use.
func (l LEDs) String() string { return enum.Name(ledNames, l) }

// MarshalText implements [encoding.TextMarshaler].
func (l LEDs) MarshalText() ([]byte, error) { return enum.Marshal(ledNames, l) }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *LEDs) UnmarshalText(text []byte) error { return enum.Unmarshal(ledNames, text, l) }
