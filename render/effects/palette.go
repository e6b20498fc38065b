// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image/color"
	"math"

	"github.com/ledpost/ledpost/internal/srgb"
)

// A palette is the colours of an effect in steps that look even.
type palette [256]color.RGBA

// ramp makes a palette from the first of the colours, 0xRRGGBB, to the last.
func ramp(stops ...uint32) *palette {
	var p palette
	for i := range p {
		at := float64(i*(len(stops)-1)) / 255
		k := min(int(at), len(stops)-2)
		p[i] = between(stops[k], stops[k+1], at-float64(k))
	}
	return &p
}

// cycle makes a palette through the colours and back to the first.
func cycle(stops ...uint32) *palette {
	var p palette
	for i := range p {
		at := float64(i*len(stops)) / 256
		k := int(at)
		p[i] = between(stops[k], stops[(k+1)%len(stops)], at-float64(k))
	}
	return &p
}

// at returns the colour at v, clamped to 0 to 255.
func (p *palette) at(v int) color.RGBA { return p[min(max(v, 0), 255)] }

// rgb returns the colour 0xRRGGBB.
func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// between blends in Oklab (bottosson.github.io/posts/oklab), which is perceptually even:
// from blue to yellow there is no grey.
func between(a, b uint32, way float64) color.RGBA {
	from, to := toLab(a), toLab(b)
	for i := range from {
		from[i] += (to[i] - from[i]) * way
	}
	return fromLab(from)
}

func toLab(v uint32) [3]float64 {
	r, g, b := srgb.Light(float64(v>>16&255)/255), srgb.Light(float64(v>>8&255)/255), srgb.Light(float64(v&255)/255)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

func fromLab(c [3]float64) color.RGBA {
	l := cube(c[0] + 0.3963377774*c[1] + 0.2158037573*c[2])
	m := cube(c[0] - 0.1055613458*c[1] - 0.0638541728*c[2])
	s := cube(c[0] - 0.0894841775*c[1] - 1.2914855480*c[2])
	return color.RGBA{
		value(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		value(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		value(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
		255,
	}
}

func cube(v float64) float64 { return v * v * v }

func value(light float64) uint8 { return uint8(math.Round(255 * srgb.Value(min(max(light, 0), 1)))) }
