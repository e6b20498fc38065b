// SPDX-License-Identifier: Apache-2.0

package window

import (
	"image"
	"image/color"
	"math"
)

// rgb is a colour in sRGB values of 0 to 255, with fractions.
type rgb [3]float64

// to returns the colour at a share, 0 to 1, of the way to another one.
func (c rgb) to(other rgb, share float64) rgb {
	share = clamp(share)
	for i := range c {
		c[i] += (other[i] - c[i]) * share
	}
	return c
}

// times returns c with each channel multiplied.
func (c rgb) times(by rgb) rgb { return rgb{c[0] * by[0], c[1] * by[1], c[2] * by[2]} }

// plus returns the sum of two lights.
func (c rgb) plus(other rgb, share float64) rgb {
	return rgb{c[0] + other[0]*share, c[1] + other[1]*share, c[2] + other[2]*share}
}

// grey returns c with a share of its colour taken out.
func (c rgb) grey(share float64) rgb {
	v := 0.3*c[0] + 0.59*c[1] + 0.11*c[2]
	return c.to(rgb{v, v, v}, share)
}

// rgba returns c rounded.
func (c rgb) rgba() color.RGBA {
	return color.RGBA{byteOf(c[0], 0.5), byteOf(c[1], 0.5), byteOf(c[2], 0.5), 255}
}

func byteOf(v, up float64) uint8 { return uint8(min(max(v+up, 0), 255)) }

func clamp(v float64) float64 { return min(max(v, 0), 1) }

// smooth is 0 below from, 1 above to, and eases between.
func smooth(from, to, v float64) float64 {
	v = clamp((v - from) / (to - from))
	return v * v * (3 - 2*v)
}

// bell is 1 at the middle, and falls to a third at a width from it.
func bell(v, width float64) float64 { return math.Exp(-v * v / (width * width)) }

// daylight is a clear sky and the light on the land at one height of the sun.
type daylight struct {
	sun                 float64 // degrees above the horizon, its centre
	zenith, middle, low rgb     // of the sky, from above
	glow                rgb     // of the sky below the sun
	land                rgb     // 0 to 1
	cloud, shade        rgb     // of clouds, where they are lit, and their bases
}

// daylights go through the twilights: civil to 6° below the horizon, nautical to 12°, astronomical to 18° (Astronomical
// Almanac, glossary; Meeus, chapter 15). They are painted for LEDs: deep enough for white digits to be read
// before them.
var daylights = []daylight{
	{-18, rgb{4, 6, 24}, rgb{7, 12, 38}, rgb{17, 22, 52}, rgb{17, 22, 52},
		rgb{0.065, 0.08, 0.15}, rgb{24, 28, 46}, rgb{11, 14, 28}},
	{-12, rgb{5, 9, 34}, rgb{9, 18, 54}, rgb{24, 34, 76}, rgb{42, 42, 82},
		rgb{0.075, 0.09, 0.165}, rgb{28, 34, 56}, rgb{13, 17, 34}},
	{-8, rgb{9, 16, 52}, rgb{18, 32, 80}, rgb{52, 54, 96}, rgb{150, 80, 62},
		rgb{0.10, 0.11, 0.19}, rgb{46, 46, 76}, rgb{20, 24, 48}},
	{-4, rgb{17, 33, 88}, rgb{42, 60, 124}, rgb{116, 86, 112}, rgb{228, 112, 44},
		rgb{0.19, 0.18, 0.26}, rgb{150, 86, 96}, rgb{50, 48, 84}},
	{-1, rgb{26, 52, 118}, rgb{70, 88, 146}, rgb{160, 112, 108}, rgb{255, 138, 48},
		rgb{0.33, 0.26, 0.29}, rgb{226, 122, 92}, rgb{86, 70, 104}},
	{2, rgb{32, 68, 142}, rgb{84, 112, 162}, rgb{176, 140, 112}, rgb{255, 160, 62},
		rgb{0.52, 0.39, 0.31}, rgb{244, 162, 108}, rgb{108, 92, 116}},
	{7, rgb{34, 82, 172}, rgb{84, 130, 190}, rgb{164, 164, 150}, rgb{255, 198, 112},
		rgb{0.66, 0.55, 0.42}, rgb{240, 200, 156}, rgb{122, 118, 138}},
	{16, rgb{28, 84, 190}, rgb{62, 128, 206}, rgb{134, 172, 200}, rgb{214, 204, 170},
		rgb{0.70, 0.66, 0.57}, rgb{226, 218, 204}, rgb{124, 134, 156}},
	{40, rgb{18, 74, 190}, rgb{46, 116, 212}, rgb{112, 168, 214}, rgb{150, 190, 214},
		rgb{0.74, 0.73, 0.68}, rgb{222, 226, 230}, rgb{122, 140, 168}},
	{90, rgb{14, 66, 184}, rgb{40, 108, 210}, rgb{104, 162, 214}, rgb{130, 180, 216},
		rgb{0.76, 0.75, 0.71}, rgb{224, 228, 232}, rgb{124, 144, 174}},
}

// light is the daylight of a scene, with its weather.
type light struct {
	daylight
	grey  float64 // share of the sky that the cloud above all others hides, 0 to 1
	veil  rgb     // its colour
	fog   float64 // 0 to 1
	night float64 // 1 = it is dark, 0 = it is day
}

// lightOf returns the light of a scene at a height of the sun.
func lightOf(sun float64, s Scene) (l light) {
	last := len(daylights) - 1
	l.daylight = daylights[last]
	for i := range last {
		if a, b := daylights[i], daylights[i+1]; sun < b.sun {
			l.daylight = a.to(b, clamp((sun-a.sun)/(b.sun-a.sun)))
			break
		}
	}
	l.night = 1 - smooth(-9, -1, sun)
	wet := min(s.Air.Rain+2*s.Air.Snow, 8) / 8
	l.grey = smooth(0.62, 1, s.Air.Cover) * (0.82 + 0.18*wet)
	l.veil = l.shade.to(l.cloud, 0.32).grey(0.75).times(rgb{1, 1, 1}.to(rgb{0.62, 0.64, 0.68}, wet))
	if s.Air.Snow > 0 { // a sky full of snow is blue beside what lies
		l.veil = l.veil.times(rgb{0.80, 0.92, 1.12})
	}
	dim := 1 - 0.42*l.grey - 0.1*wet
	l.land = l.land.grey(0.7 * l.grey).times(rgb{dim, dim, dim})
	l.glow = l.glow.to(l.low, l.grey)
	if s.Air.Fog {
		l.fog = 1
	}
	return l
}

// to returns the daylight between two.
func (d daylight) to(other daylight, share float64) daylight {
	return daylight{d.sun + (other.sun-d.sun)*share, d.zenith.to(other.zenith, share), d.middle.to(other.middle, share),
		d.low.to(other.low, share), d.glow.to(other.glow, share), d.land.to(other.land, share),
		d.cloud.to(other.cloud, share), d.shade.to(other.shade, share)}
}

// quiet is the share of the light of a quiet scene.
var quiet = rgb{0.36, 0.36, 0.36}

// above returns the colour of the sky at a column and a height, 0 at the horizon and 1 at the top.
func (w *Window) above(x, height float64) rgb {
	l := &w.light
	c := l.low.to(l.middle, smooth(0, 0.45, height)).to(l.zenith, smooth(0.3, 1, height))
	away := math.Abs(x-w.sun.x) / float64(w.size.X)
	if glow := 1 - smooth(20, 34, w.sun.Altitude); glow > 0 {
		c = c.to(l.glow, glow*bell(away, 0.34)*math.Exp(-3.6*height))
	}
	if belt := bell(w.sun.Altitude+1.5, 4); belt > 0.02 { // opposite the sun rises the Earth's shadow, below a rosy belt
		far := smooth(0.35, 0.75, away) * belt * (1 - l.grey)
		c = c.to(rgb{150, 96, 122}, 0.5*far*bell(height-0.3, 0.16)).to(rgb{58, 70, 112}, 0.55*far*bell(height, 0.14))
	}
	c = c.to(l.veil.to(l.low.grey(0.8), 0.3*(1-height)), l.grey)
	if l.fog > 0 {
		c = c.to(w.mist(), l.fog*(0.92-0.25*height))
	}
	return c
}

// mist is the colour of fog.
func (w *Window) mist() rgb { return w.light.shade.to(w.light.cloud, 0.45).grey(0.8) }

// paintSky paints what does not move above the land: the sky, the sun, a rainbow, the moon. It notes the stars.
func (w *Window) paintSky() {
	w.sky = image.NewRGBA(image.Rectangle{Max: w.size})
	colours := make([]rgb, w.size.X*w.size.Y)
	for y := range w.size.Y {
		height := clamp(1 - (float64(y)+0.5)/float64(w.horizon))
		for x := range w.size.X {
			colours[y*w.size.X+x] = w.above(float64(x)+0.5, height)
		}
	}
	w.paintSun(colours)
	w.paintBow(colours)
	w.paintMoon(colours)
	w.findStars()
	w.settle(w.sky, colours, nil)
}

// settle rounds colours to pixels, with the rest dithered: between two levels of a dark sky lies a third of the panel.
// Where alpha is not nil, it has the pixels' coverage.
func (w *Window) settle(m *image.RGBA, colours []rgb, alpha []uint8) {
	for i, c := range colours {
		if w.scene.Quiet {
			c = c.times(quiet)
		}
		up := bayer[i/w.size.X%8][i%w.size.X%8]
		p := m.Pix[4*i : 4*i+4]
		p[0], p[1], p[2], p[3] = byteOf(c[0], up), byteOf(c[1], up), byteOf(c[2], up), 255
		if alpha != nil {
			p[3] = alpha[i]
		}
	}
}

// bayer are the thresholds of ordered dither (Bayer 1973), 0 to 1.
var bayer = func() (t [8][8]float64) {
	for y := range 8 {
		for x := range 8 {
			v := 0
			for bit := range 3 {
				v |= (x>>bit^y>>bit)&1<<(2*(2-bit)+1) | y>>bit&1<<(2*(2-bit))
			}
			t[y][x] = (float64(v) + 0.5) / 64
		}
	}
	return t
}()

// paintSun paints the sun and the light around it, as far as clouds and fog let it through.
func (w *Window) paintSun(colours []rgb) {
	seen := (1 - w.light.grey) * (1 - 0.75*w.light.fog)
	if w.sun.Altitude < -1.5 || seen <= 0 {
		return
	}
	r := max(1.3, float64(w.size.Y)/19)
	disc := rgb{255, 120, 50}.to(rgb{255, 214, 120}, smooth(-1, 9, w.sun.Altitude)).
		to(rgb{255, 246, 214}, smooth(8, 25, w.sun.Altitude))
	w.around(w.sun, 7*r, func(i int, away float64) {
		colours[i] = colours[i].to(disc, seen*0.62*math.Exp(-away/(1.9*r))).to(disc, seen*smooth(r+0.5, r-0.5, away))
	})
}

// around calls what for each pixel at most reach from a sight.
func (w *Window) around(s sight, reach float64, what func(i int, away float64)) {
	for y := max(int(s.y-reach), 0); y < min(int(s.y+reach)+1, w.size.Y); y++ {
		for x := max(int(s.x-reach), 0); x < min(int(s.x+reach)+1, w.size.X); x++ {
			if away := math.Hypot(float64(x)+0.5-s.x, float64(y)+0.5-s.y); away < reach {
				what(y*w.size.X+x, away)
			}
		}
	}
}

// paintBow paints a rainbow where the sun shines into rain: 42° from the point opposite the sun.
func (w *Window) paintBow(colours []rgb) {
	s := w.scene.Air
	if s.Rain < 0.1 || s.Cover > 0.9 || w.sun.Altitude < 1 || w.sun.Altitude > 40 {
		return
	}
	degree := float64(w.size.X) / 240
	against := w.sun.x + float64(w.size.X)*0.75
	if w.sun.x > float64(w.size.X)/2 {
		against = w.sun.x - float64(w.size.X)*0.75
	}
	centre := sight{x: against, y: float64(w.horizon) * (1 + w.sun.Altitude/86)}
	wide := max(0.9, 1.1*degree) // of a colour
	w.around(centre, 46*degree+2*wide, func(i int, away float64) {
		at := (away - 42*degree) / wide // red is outside
		if at < -2 || at > 2 || i/w.size.X >= w.horizon {
			return
		}
		bow := rgb{255 * bell(at-1, 0.9), 255 * bell(at, 0.9), 255 * bell(at+1, 0.9)}
		colours[i] = colours[i].plus(bow, 0.3*(1-w.light.grey)*bell(at, 1.7))
	})
}
