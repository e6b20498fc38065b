package wire

import (
	"bytes"
	"context"
	"strconv"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// indicatorsPatch is what a client may change of the indicators.
type indicatorsPatch struct {
	First  slot `json:"1"`
	Second slot `json:"2"`
	Third  slot `json:"3"`
}

// slot is an indicator; null, unlike nothing, switches it off.
type slot struct {
	sent bool
	Object[indicator]
}

// UnmarshalJSON implements [json.Unmarshaler].
func (s *slot) UnmarshalJSON(b []byte) error {
	s.sent = true
	return s.Object.UnmarshalJSON(b)
}

type indicator struct {
	Color  Word         `json:"color"`
	Effect Word         `json:"effect"`
	Period Milliseconds `json:"period"`
	Night  Boolean      `json:"night"`
}

// PutIndicators changes the indicators that are in body.
func PutIndicators(ctx context.Context, d *device.Device, body []byte) (out [note.Indicators]note.Indicator, err error) {
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
			v := s.indicator(&f, strconv.Itoa(i+1), was[i])
			patch[i] = &v
		}
	}
	if f.Err() != nil {
		return out, f.Err()
	}
	now, err := d.SetIndicators(ctx, patch)
	return now, f.Explain(err)
}

// indicator is was with what s changes; off where s is null.
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
	if e, ok := Choice(f, at+".effect", v.Effect, note.ParseIndicatorEffect); ok {
		out.Effect = e
	}
	if f.Check(at+".period", v.Period.Value) {
		if out.Period = v.Period.Duration; out.Period == 0 {
			out.Period = -1 // 0 is not said
		}
	}
	if f.Check(at+".night", v.Night.Value) {
		out.Night = v.Night.On
	}
	f.Rest(out.Validate(at))
	return out
}

// Indicators are those of the device, to be encoded.
type Indicators struct {
	First  *Indicator `json:"1"`
	Second *Indicator `json:"2"`
	Third  *Indicator `json:"3"`
}

// Indicator is one of them that is on.
type Indicator struct {
	Color  string `json:"color"`
	Effect string `json:"effect"`
	Period int64  `json:"period"` // milliseconds
	Night  bool   `json:"night"`
}

// IndicatorsOf returns them for the wire.
func IndicatorsOf(list [note.Indicators]note.Indicator) (out Indicators) {
	for i, to := range []**Indicator{&out.First, &out.Second, &out.Third} {
		if v := list[i]; v.Color.Set {
			period := v.Period
			if period == 0 {
				period = note.DefaultPeriod
			}
			*to = &Indicator{v.Color.String(), v.Effect.String(), period.Milliseconds(), v.Night}
		}
	}
	return out
}

// What is switched on without a colour, and had none: a warm lamp, and red.
const firstKelvin = 2700

var firstIndicator = note.Color{R: 255, Set: true}

// PutMood switches the mood light on, or off where body is null. Of a light that
// is on, what is absent stays.
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
			m.Kelvin = -1 // 0 is not said
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

// Mood is the mood light, to be encoded.
type Mood struct {
	On         bool   `json:"on"`
	Color      string `json:"color,omitempty"` // of the light, also where it is said in kelvin
	Kelvin     int    `json:"kelvin,omitempty"`
	Brightness int    `json:"brightness,omitempty"` // percent
}

// MoodOf returns m for the wire.
func MoodOf(m note.Mood) Mood {
	if m.IsZero() {
		return Mood{}
	}
	return Mood{On: true, Color: m.Light().String(), Kelvin: m.Kelvin, Brightness: m.Brightness}
}
