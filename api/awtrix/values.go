// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
)

// Each type in this file reads one JSON value. Flows written for the original
// send values that it never complained about, so a value that cannot be used
// counts as absent. No type keeps more than its limit.

// whole is a whole number, read as the original does: texts of digits count, fractions
// are cut off, and whatever is no number is 0.
type whole struct {
	n     int
	there bool
}

// mostWhole is the largest number of an int32.
const mostWhole = 1<<31 - 1

// UnmarshalJSON implements [json.Unmarshaler].
func (w *whole) UnmarshalJSON(b []byte) error {
	*w = whole{there: true}
	s := string(b)
	switch {
	case s == "true":
		w.n = 1
	case b[0] == '"':
		s = unquote(b)
		fallthrough
	default:
		if v, err := strconv.ParseFloat(s, 64); err == nil && v >= -mostWhole && v <= mostWhole {
			w.n = int(v)
		}
	}
	return nil
}

// color is #RRGGBB, fewer digits, RRGGBB, #RGB or 0xRRGGBB, an array of red, green and blue,
// or a 24-bit number.
type color struct{ note.Color }

// UnmarshalJSON implements [json.Unmarshaler].
func (c *color) UnmarshalJSON(b []byte) error {
	*c = color{}
	switch b[0] {
	case '"':
		c.Color = colorOfText(unquote(b))
	case '[':
		var l wire.List[wire.Decimal]
		if l.Read(b, 3) == nil && l.N == 3 {
			c.Color = note.Color{R: level(l.Items[0]), G: level(l.Items[1]), B: level(l.Items[2]), Set: true}
		}
	default:
		if v, err := strconv.ParseFloat(string(b), 64); err == nil && v >= 0 && v <= 0xffffff {
			c.Color = colorOfNumber(uint32(v))
		}
	}
	return nil
}

func colorOfText(s string) note.Color {
	s = strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(s)), "#"), "0x")
	if len(s) == 3 {
		s = string([]byte{s[0], s[0], s[1], s[1], s[2], s[2]})
	}
	v, err := strconv.ParseUint(s, 16, 24) // fewer digits are a smaller number, as in the original: "0", "42"
	if err != nil {
		return note.Color{}
	}
	return colorOfNumber(uint32(v))
}

func colorOfNumber(v uint32) note.Color {
	return note.Color{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), Set: true}
}

// number returns c as a 24-bit number.
func number(c note.Color) uint32 { return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B) }

// level returns d as the red, green or blue value of a colour.
func level(d wire.Decimal) uint8 { return uint8(min(max(d.Float, 0), 255)) }

// unquote returns the text of a JSON string.
func unquote(b []byte) (s string) {
	_ = json.Unmarshal(b, &s) // cannot fail: it is valid JSON
	return s
}

// speed is the speed in the settings of an effect: an object, or its JSON in a
// text. Its palettes are not read.
type speed struct{ value float64 } // 0 = none

// UnmarshalJSON implements [json.Unmarshaler].
func (s *speed) UnmarshalJSON(b []byte) error {
	*s = speed{}
	if b[0] == '"' {
		b = []byte(unquote(b))
	}
	var p struct {
		Speed wire.Decimal `json:"speed"`
	}
	if json.Unmarshal(b, &p) == nil {
		s.value = p.Speed.Float
	}
	return nil
}

// colors holds several colours, at most note.MaxColors.
type colors struct{ all []note.Color }

// UnmarshalJSON implements [json.Unmarshaler].
func (c *colors) UnmarshalJSON(b []byte) error {
	*c = colors{}
	var l wire.List[color]
	if l.Read(b, note.MaxColors) != nil {
		return nil
	}
	for _, one := range l.Items {
		if one.Set {
			c.all = append(c.all, one.Color)
		}
	}
	return nil
}

// label is a string, or a number or boolean that is used as text. Numbers are written as the
// original does: 21.0 is 21.
type label struct{ wire.Label }

// mostPlain is from where on the original writes numbers with an exponent, unless they are whole.
const mostPlain = 1e7

// UnmarshalJSON implements [json.Unmarshaler].
func (l *label) UnmarshalJSON(b []byte) error {
	err := l.Label.UnmarshalJSON(b)
	if b[0] == '"' || !strings.ContainsAny(l.Text, ".eE") {
		return err
	}
	if v, bad := strconv.ParseFloat(l.Text, 64); bad == nil && math.Abs(v) < mostPlain {
		const decimals = 1e9 // as many as it writes, nine
		l.Text = strconv.FormatFloat(math.Round(v*decimals)/decimals, 'f', -1, 64)
	}
	return err
}

// text is a string, a number or a boolean, or an array of fragments with
// colours.
type text struct {
	runs      []note.Fragment // nil = not there
	fragments bool            // it was an array
}

const maxRuns = 64

// UnmarshalJSON implements [json.Unmarshaler].
func (t *text) UnmarshalJSON(b []byte) error {
	*t = text{}
	if b[0] != '[' {
		var l label
		if _ = l.UnmarshalJSON(b); l.Set && l.Bad == "" {
			t.runs = []note.Fragment{{Text: l.Text}}
		}
		return nil
	}
	var l wire.List[wire.Object[struct {
		Text  label `json:"t"`
		Color color `json:"c"`
	}]]
	if l.Read(b, maxRuns) != nil {
		return nil
	}
	t.runs, t.fragments = []note.Fragment{}, true
	for i := range l.Items {
		p := &l.Items[i].Fields
		t.runs = append(t.runs, note.Fragment{Text: p.Text.Text, Color: p.Color.Color})
	}
	return nil
}

// values are the values of a chart, at most note.MaxChart.
type values struct{ all []float64 }

// UnmarshalJSON implements [json.Unmarshaler].
func (v *values) UnmarshalJSON(b []byte) error {
	*v = values{}
	var l wire.List[whole]
	if b[0] != '[' || l.Read(b, note.MaxChart) != nil {
		return nil
	}
	for _, d := range l.Items {
		v.all = append(v.all, min(max(float64(d.n), -note.MaxValue), note.MaxValue))
	}
	return nil
}
