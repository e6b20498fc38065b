// SPDX-License-Identifier: Apache-2.0

package note

import (
	"math"

	"github.com/ledpost/ledpost/internal/srgb"
)

// Mood is a mood light: the whole panel in one colour. The zero value is off.
type Mood struct {
	Color      Color `json:"color,omitzero"`       // unset = Kelvin's
	Kelvin     int   `json:"kelvin,omitempty"`     // MinKelvin to MaxKelvin; 0 = Color
	Brightness int   `json:"brightness,omitempty"` // percent, 1 to 100; 0 = the panel's
}

// MinKelvin and MaxKelvin are the colour temperatures for which the formula of
// White holds.
const MinKelvin, MaxKelvin = 1667, 25000

// IsZero reports whether the light is off.
func (m Mood) IsZero() bool { return m == Mood{} }

// Light returns the colour of the light.
func (m Mood) Light() Color {
	if m.Color.Set {
		return m.Color
	}
	return White(float64(m.Kelvin))
}

// Validate checks m, which is on. The error is an InvalidError; fields have their
// names in the API.
func (m Mood) Validate() error {
	switch {
	case m.Color.Set && m.Kelvin != 0:
		return Invalid("kelvin", "is beside color; want one of them")
	case !m.Color.Set && m.Kelvin == 0:
		return Invalid("color", "is missing, want #RRGGBB, or kelvin")
	case m.Kelvin != 0 && (m.Kelvin < MinKelvin || m.Kelvin > MaxKelvin):
		return Outside("kelvin", m.Kelvin, MinKelvin, MaxKelvin)
	case m.Brightness < 0 || m.Brightness > 100:
		return Outside("brightness", m.Brightness, 1, 100)
	}
	return nil
}

// White returns the colour of a black body at that many kelvin, as bright as sRGB
// can show it. Its position in CIE 1931 comes from the cubic splines of Kang, Moon,
// Hong, Lee, Cho and Kim, "Design of advanced color temperature control system for HDTV
// applications", Journal of the Korean Physical Society 41 (2002), 865; the matrix of
// IEC 61966-2-1 converts it to light.
func White(kelvin float64) Color {
	t := min(max(kelvin, MinKelvin), MaxKelvin)
	var x, y float64
	if t <= 4000 {
		x = -0.2661239e9/(t*t*t) - 0.2343589e6/(t*t) + 0.8776956e3/t + 0.179910
	} else {
		x = -3.0258469e9/(t*t*t) + 2.1070379e6/(t*t) + 0.2226347e3/t + 0.240390
	}
	switch {
	case t <= 2222:
		y = -1.1063814*x*x*x - 1.34811020*x*x + 2.18555832*x - 0.20219683
	case t <= 4000:
		y = -0.9549476*x*x*x - 1.37418593*x*x + 2.09137015*x - 0.16748867
	default:
		y = 3.0817580*x*x*x - 5.87338670*x*x + 3.75112997*x - 0.37001483
	}
	return brightest(x/y, (1-x-y)/y)
}

// brightest returns the colour X, 1, Z of CIE 1931 in sRGB, with its largest channel full.
func brightest(x, z float64) Color {
	r := 3.2406*x - 1.5372 - 0.4986*z
	g := -0.9689*x + 1.8758 + 0.0415*z
	b := 0.0557*x - 0.2040 + 1.0570*z
	most := max(r, g, b)
	value := func(light float64) uint8 { return uint8(math.Round(255 * srgb.Value(max(light/most, 0)))) }
	return Color{value(r), value(g), value(b), true}
}
