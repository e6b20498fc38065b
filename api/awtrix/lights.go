// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"context"
	"math"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// lamp is the body for an indicator or the mood light.
type lamp struct {
	Color      color        `json:"color"`
	Blink      whole        `json:"blink"`      // ms; indicators only
	Fade       whole        `json:"fade"`       // ms; indicators only
	Brightness wire.Decimal `json:"brightness"` // 0 to 255; mood light only
	Kelvin     wire.Decimal `json:"kelvin"`     // mood light only
}

// indicator returns the command of indicator i. An empty body or black switches
// it off.
func indicator(i int) action {
	return func(s *Server, ctx context.Context, body []byte) error {
		var l lamp
		if !empty(body) && wire.Decode(body, &l) != nil {
			return errJSON
		}
		v, patch := l.indicator(), device.IndicatorPatch{}
		patch[i] = &v
		_, err := s.dev.SetIndicators(ctx, patch)
		return err
	}
}

func (l *lamp) indicator() (v note.Indicator) {
	if number(l.Color.Color) == 0 {
		return v
	}
	v.Color = l.Color.Color
	switch {
	case l.Blink.n > 0:
		v.Effect, v.Period = note.IndicatorBlink, period(l.Blink)
	case l.Fade.n > 0:
		v.Effect, v.Period = note.IndicatorFade, period(l.Fade)
	}
	return v
}

// moodlight fills the whole panel with one colour. An empty body switches it
// off.
func (s *Server) moodlight(ctx context.Context, body []byte) error {
	var l lamp
	if !empty(body) && wire.Decode(body, &l) != nil {
		return errJSON
	}
	_, err := s.dev.SetMood(ctx, l.mood())
	return err
}

// mood returns the mood light that l asks for. It is off if there is no colour,
// temperature or brightness.
func (l *lamp) mood() (m note.Mood) {
	switch {
	case l.Kelvin.Float > 0:
		m.Kelvin = int(min(max(l.Kelvin.Float, note.MinKelvin), note.MaxKelvin))
	case l.Color.Set:
		m.Color = l.Color.Color
	case l.Brightness.Float > 0:
		m.Color = note.Color{R: 255, G: 255, B: 255, Set: true}
	default:
		return note.Mood{}
	}
	if good(l.Brightness.Value) {
		m.Brightness = int(math.Round(min(max(l.Brightness.Float, 1), 255) * 100 / 255))
		m.Brightness = max(m.Brightness, 1)
	}
	return m
}
