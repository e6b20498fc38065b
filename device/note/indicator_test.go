// SPDX-License-Identifier: Apache-2.0

package note

import (
	"testing"
	"time"
)

// TestLampsAreValid: what an indicator may be, and a mood light: a colour or a temperature, and how bright.
func TestLampsAreValid(t *testing.T) {
	indicator := func(v Indicator) error { return v.Validate("1") }
	mood := func(m Mood) error { return m.Validate() }
	red := Color{R: 255, Set: true}
	for _, row := range []struct {
		why  string
		err  error
		want string
	}{
		{"off", indicator(Indicator{}), ""},
		{"the shortest period", indicator(Indicator{Period: MinPeriod}), ""},
		{"shorter", indicator(Indicator{Period: MinPeriod - time.Millisecond}), "1.period: 99, want 100 to 60000 ms"},
		{"longer than the longest", indicator(Indicator{Period: MaxPeriod + time.Millisecond}),
			"1.period: 60001, want 100 to 60000 ms"},
		{"an effect of a program's mistake", indicator(Indicator{Effect: 3}), "1.effect: 3, want 0 to 2"},
		{"a colour", mood(Mood{Color: red}), ""},
		{"the coldest and the darkest", mood(Mood{Kelvin: MaxKelvin, Brightness: 1}), ""},
		{"both", mood(Mood{Color: red, Kelvin: 2700}), "kelvin: is beside color; want one of them"},
		{"neither", mood(Mood{Brightness: 50}), "color: is missing, want #RRGGBB, or kelvin"},
		{"a candle out of range", mood(Mood{Kelvin: MinKelvin - 1}), "kelvin: 1666, want 1667 to 25000"},
		{"too cold", mood(Mood{Kelvin: MaxKelvin + 1}), "kelvin: 25001, want 1667 to 25000"},
		{"too bright", mood(Mood{Kelvin: 2700, Brightness: 101}), "brightness: 101, want 1 to 100"},
	} {
		if said := words(row.err); said != row.want {
			t.Errorf("%s: %q, want %q", row.why, said, row.want)
		}
	}
}

// TestWhite compares with M. Charity's table of black bodies in sRGB (CIE 1931,
// vendian.org/mncharity/dir3/blackbody), which was computed from Planck's law: the
// splines are near it, and continuous where their pieces meet.
func TestWhite(t *testing.T) {
	for _, row := range []struct {
		kelvin  float64
		r, g, b int
	}{
		{2000, 255, 137, 18}, {2700, 255, 169, 87}, {4000, 255, 209, 163}, {5000, 255, 228, 206}, {6500, 255, 249, 253},
		{10000, 204, 219, 255}, {20000, 171, 198, 255},
	} {
		c := White(row.kelvin)
		for _, d := range []int{int(c.R) - row.r, int(c.G) - row.g, int(c.B) - row.b} {
			if d < -7 || d > 7 {
				t.Errorf("%v K is %v, want about #%02X%02X%02X", row.kelvin, c, row.r, row.g, row.b)
				break
			}
		}
	}
	last := White(MinKelvin)
	for k := MinKelvin; k <= MaxKelvin; k++ {
		c := White(float64(k))
		if int(c.B) < int(last.B)-1 || int(c.B) > int(last.B)+3 {
			t.Fatalf("from %v to %v at %d K", last, c, k)
		}
		last = c
	}
	if White(0) != White(MinKelvin) || White(1e9) != White(MaxKelvin) {
		t.Error("what is out of range is not the nearest within")
	}
}

// TestNoMood: only the zero value is none.
func TestNoMood(t *testing.T) {
	if !(Mood{}).IsZero() || (Mood{Brightness: 1}).IsZero() {
		t.Error("want the zero Mood, and no other, to be none")
	}
}
