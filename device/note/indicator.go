// SPDX-License-Identifier: Apache-2.0

package note

import (
	"time"

	"github.com/ledpost/ledpost/internal/enum"
)

// Indicators is the number of indicators: at the top right, in the middle of the right
// edge, and at the bottom right.
const Indicators = 3

// Indicator is a small lamp at the edge of the panel, over whatever it shows. The
// zero value is off.
type Indicator struct {
	Color  Color           `json:"color,omitzero"` // unset = off
	Effect IndicatorEffect `json:"effect,omitempty"`
	Period time.Duration   `json:"period,omitempty"` // of the effect, MinPeriod to MaxPeriod; 0 = DefaultPeriod
	Night  bool            `json:"night,omitempty"`  // also shown while the screensaver is on
}

// DefaultPeriod is the period of an indicator that blinks or fades.
const DefaultPeriod = 2 * time.Second

// Validate checks i; at is its name in the API.
func (i *Indicator) Validate(at string) error {
	if i.Period != 0 && (i.Period < MinPeriod || i.Period > MaxPeriod) {
		return outsideTime(at+".period", i.Period, MinPeriod, MaxPeriod)
	}
	if !i.Effect.Valid() {
		return Outside(at+".effect", int(i.Effect), 0, len(i.Effect.Words())-1)
	}
	return nil
}

// IndicatorEffect is how an indicator changes. The zero value is IndicatorSteady.
type IndicatorEffect = enum.Of[indicatorEffects]

const (
	IndicatorSteady IndicatorEffect = iota
	IndicatorBlink                  // on for half of the period
	IndicatorFade                   // from bright to dark and back, gradually
)

type indicatorEffects struct{}

func (indicatorEffects) Words() []string { return []string{"steady", "blink", "fade"} }
