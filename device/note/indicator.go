package note

import (
	"time"

	"github.com/ledpost/ledpost/internal/enum"
)

// Indicators is how many there are: at the top right, in the middle of the right
// edge, and at the bottom right.
const Indicators = 3

// Indicator is a small light at the edge of the panel, over whatever it shows. The
// zero value is off.
type Indicator struct {
	Color  Color           `json:"color,omitzero"` // unset = off
	Effect IndicatorEffect `json:"effect,omitempty"`
	Period time.Duration   `json:"period,omitempty"` // of the effect, MinPeriod to MaxPeriod; 0 = DefaultPeriod
	Night  bool            `json:"night,omitempty"`  // is seen while the screensaver is on, too
}

// DefaultPeriod is that of an indicator which blinks or fades.
const DefaultPeriod = 2 * time.Second

// Validate checks i; at is its name on the wire.
func (i *Indicator) Validate(at string) error {
	if i.Period != 0 && (i.Period < MinPeriod || i.Period > MaxPeriod) {
		return outsideTime(at+".period", i.Period, MinPeriod, MaxPeriod)
	}
	if int(i.Effect) >= len(indicatorNames) {
		return Outside(at+".effect", int(i.Effect), 0, len(indicatorNames)-1)
	}
	return nil
}

// IndicatorEffect is what an indicator does. The zero value is IndicatorSteady.
type IndicatorEffect uint8

const (
	IndicatorSteady IndicatorEffect = iota
	IndicatorBlink                  // there for half of the period
	IndicatorFade                   // bright, and dark, and what is between
)

var indicatorNames = []string{"steady", "blink", "fade"}

// String gives the word of the wire.
func (e IndicatorEffect) String() string { return enum.Name(indicatorNames, e) }

// ParseIndicatorEffect is the inverse of String.
func ParseIndicatorEffect(s string) (IndicatorEffect, error) {
	return enum.Parse[IndicatorEffect](indicatorNames, s)
}

// MarshalText gives the word of String.
func (e IndicatorEffect) MarshalText() ([]byte, error) { return enum.Marshal(indicatorNames, e) }

// UnmarshalText is the inverse of MarshalText.
func (e *IndicatorEffect) UnmarshalText(text []byte) error {
	return enum.Unmarshal(indicatorNames, text, e)
}
