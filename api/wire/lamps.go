// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bytes"
	"cmp"
	"context"
	"strconv"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/enum"
)

// indicatorsPatch is what a client may change of the indicators.
type indicatorsPatch struct {
	First  slot `json:"1"`
	Second slot `json:"2"`
	Third  slot `json:"3"`
}

// slot is an indicator. An explicit null switches it off; an absent one changes
// nothing.
type slot struct {
	sent bool
	Object[indicator]
}

// UnmarshalJSON implements [json.Unmarshaler].
func (s *slot) UnmarshalJSON(b []byte) error {
	err := s.Object.UnmarshalJSON(b)
	s.sent = s.Set || kindOf(b) == null
	return err
}

type indicator struct {
	Color  Word         `json:"color"`
	Effect Word         `json:"effect"`
	Period Milliseconds `json:"period"`
	Night  Boolean      `json:"night"`
}

// PutIndicators changes the indicators that are in body.
func PutIndicators(
	ctx context.Context, d *device.Device, body []byte,
) (out [note.Indicators]note.Indicator, err error) {
	var p indicatorsPatch
	if err := Decode(body, &p); err != nil {
		return out, err
	}
	was, err := d.Indicators(ctx)
	if err != nil {
		return out, err
	}
	var f Faults
	var patch device.IndicatorPatch
	for i, s := range []*slot{&p.First, &p.Second, &p.Third} {
		if s.sent {
			patch[i] = new(s.indicator(&f, strconv.Itoa(i+1), was[i]))
		}
	}
	if f.Err() != nil {
		return out, f.Err()
	}
	now, err := d.SetIndicators(ctx, patch)
	return now, f.Explain(err)
}

// indicator returns was with the changes of s; it is off if s is null.
func (s *slot) indicator(f *Faults, at string, was note.Indicator) (out note.Indicator) {
	if !f.Check(at, s.Value) {
		return out
	}
	v := &s.Fields
	if out = was; !out.Color.Set {
		out.Color = firstIndicator
	}
	if c := ReadColor(f, at+".color", v.Color); c.Set {
		out.Color = c
	}
	if e, ok := Choice(f, at+".effect", v.Effect, enum.Read[note.IndicatorEffect]); ok {
		out.Effect = e
	}
	if f.Check(at+".period", v.Period.Value) {
		if out.Period = v.Period.Duration; out.Period == 0 {
			out.Period = -1 // distinguishes 0 from absent
		}
	}
	if f.Check(at+".night", v.Night.Value) {
		out.Night = v.Night.On
	}
	f.Rest(out.Validate(at))
	return out
}

// Indicators are the device's indicators, for encoding.
type Indicators struct {
	First  *Indicator `json:"1"`
	Second *Indicator `json:"2"`
	Third  *Indicator `json:"3"`
}

// Indicator is an indicator that is on.
type Indicator struct {
	Color  string `json:"color"`
	Effect string `json:"effect"`
	Period int64  `json:"period"` // milliseconds
	Night  bool   `json:"night"`
}

// IndicatorsOf returns the indicators in the form of the API.
func IndicatorsOf(list [note.Indicators]note.Indicator) (out Indicators) {
	for i, to := range []**Indicator{&out.First, &out.Second, &out.Third} {
		if v := list[i]; v.Color.Set {
			period := v.Period
			period = cmp.Or(period, note.DefaultPeriod)
			*to = &Indicator{v.Color.String(), v.Effect.String(), period.Milliseconds(), v.Night}
		}
	}
	return out
}

// Defaults for a lamp that is switched on without a colour and had none: warm
// white for the mood light, and red.
const firstKelvin = 2700

var firstIndicator = note.Color{R: 255, Set: true}

// PutMood switches the mood light on, or off if body is null. If it is on
// already, absent fields stay unchanged.
func PutMood(ctx context.Context, d *device.Device, body []byte) (note.Mood, error) {
	if string(bytes.TrimSpace(body)) == null {
		return d.SetMood(ctx, note.Mood{})
	}
	var p struct {
		Color      Word    `json:"color"`
		Kelvin     Integer `json:"kelvin"`
		Brightness Integer `json:"brightness"`
	}
	if err := Decode(body, &p); err != nil {
		return note.Mood{}, err
	}
	m, err := d.Mood(ctx)
	if err != nil {
		return note.Mood{}, err
	}
	var f Faults
	if p.Color.Set || p.Kelvin.Set {
		m.Color, m.Kelvin = ReadColor(&f, "color", p.Color), 0
	} else if m.IsZero() {
		m.Kelvin = firstKelvin
	}
	if f.Check("kelvin", p.Kelvin.Value) {
		if m.Kelvin = p.Kelvin.Int; m.Kelvin == 0 {
			m.Kelvin = -1 // distinguishes 0 from absent
		}
	}
	if f.Check("brightness", p.Brightness.Value) {
		if m.Brightness = p.Brightness.Int; m.Brightness == 0 {
			m.Brightness = -1
		}
	}
	f.Rest(m.Validate())
	if f.Err() != nil {
		return note.Mood{}, f.Err()
	}
	now, err := d.SetMood(ctx, m)
	return now, f.Explain(err)
}

// Mood is the mood light, for encoding.
type Mood struct {
	On         bool   `json:"on"`
	Color      string `json:"color,omitempty"` // also set if the light was given in kelvin
	Kelvin     int    `json:"kelvin,omitempty"`
	Brightness int    `json:"brightness,omitempty"` // percent
}

// MoodOf returns m in the form of the API.
func MoodOf(m note.Mood) Mood {
	if m.IsZero() {
		return Mood{}
	}
	return Mood{On: true, Color: m.Light().String(), Kelvin: m.Kelvin, Brightness: m.Brightness}
}
