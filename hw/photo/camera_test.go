// SPDX-License-Identifier: Apache-2.0

package photo_test

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

// A scene is a panel before a camera: rendered by rays through a pinhole, not by the
// projection that the reader solves.
type scene struct {
	size       image.Point
	leds       [][3]float64 // light, row by row, 0 to 1
	pitch      float64      // pixels from LED to LED where the camera looks straight at it
	tilt, pan  float64      // of the panel, about its two axes, in radians
	turn       float64      // of the camera, in radians
	blur, glow float64      // of the pitch: of the lens, and of the halo around an LED
	halo       float64      // share of the halo in the light of an LED
	noise      float64      // of 255
	ambient    float64      // light of the surroundings
	exposure   float64      // 1 = the brightest LED is white
	seed       uint64
	marked     bool // there are marks
}

// random returns the scene of a seed.
func random(seed uint64) scene {
	r := rand.New(rand.NewPCG(seed, 22))
	between := func(a, b float64) float64 { return a + (b-a)*r.Float64() }
	s := scene{
		size: []image.Point{{8, 8}, {37, 8}, {64, 32}}[seed%3], seed: seed, pitch: between(8, 20),
		blur: between(0, 0.3), glow: between(0.2, 0.5), halo: between(0, 0.5), noise: 8, ambient: between(0, 0.05),
		exposure: between(0.6, 1),
	}
	lean, way := between(0, 30*math.Pi/180), between(0, 2*math.Pi)
	s.tilt, s.pan, s.turn = lean*math.Cos(way), lean*math.Sin(way), between(-0.2, 0.2)
	s.leds = make([][3]float64, s.size.X*s.size.Y)
	share := between(0.1, 0.6)
	for i := range s.leds {
		if r.Float64() < share {
			c := 1 + r.IntN(7) // one of seven colours
			for k := range 3 {
				s.leds[i][k] = float64(c >> k & 1)
			}
		}
	}
	return s
}

// vector is a place before the camera.
type vector [3]float64

func (a vector) add(b vector, by float64) vector {
	return vector{a[0] + by*b[0], a[1] + by*b[1], a[2] + by*b[2]}
}
func (a vector) dot(b vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// frame is the panel in space: its middle is before the camera, at a distance of far.
type frame struct {
	right, down, normal vector
	far, focal          float64
}

func (s scene) frame() frame {
	sin, cos := math.Sincos(s.tilt)
	sinP, cosP := math.Sincos(s.pan)
	f := frame{right: vector{cosP, 0, sinP}, down: vector{sin * sinP, cos, -sin * cosP}}
	f.normal = vector{
		f.right[1]*f.down[2] - f.right[2]*f.down[1],
		f.right[2]*f.down[0] - f.right[0]*f.down[2],
		f.right[0]*f.down[1] - f.right[1]*f.down[0],
	}
	f.far = 2 * float64(max(s.size.X, s.size.Y)) // in LEDs
	f.focal = s.pitch * f.far
	return f
}

// bounds is the photograph: the marks, and some of what is around them. Its middle is
// where the camera looks, at (0, 0).
func (s scene) bounds() (b image.Rectangle) {
	far := 3 * s.pitch
	for _, m := range s.marks() {
		at := s.shows(float64(m.X), float64(m.Y))
		b = b.Union(image.Rect(at.X, at.Y, at.X+1, at.Y+1).Inset(-int(far)))
	}
	return b
}

// marks are where the marks are, in LEDs.
func (s scene) marks() []image.Point {
	return []image.Point{{-2, -2}, {s.size.X + 1, -2}, {s.size.X + 1, s.size.Y + 1}, {-2, s.size.Y + 1}}
}

// sees returns where on the panel, in LEDs, a pixel of the photograph looks.
func (s scene) sees(f frame, x, y float64) (u, v float64) {
	sin, cos := math.Sincos(s.turn)
	ray := vector{(cos*x + sin*y) / f.focal, (-sin*x + cos*y) / f.focal, 1}
	centre := vector{0, 0, f.far}
	t := centre.dot(f.normal) / ray.dot(f.normal)
	on := vector{}.add(ray, t).add(centre, -1)
	return on.dot(f.right) + float64(s.size.X-1)/2, on.dot(f.down) + float64(s.size.Y-1)/2
}

// shows returns where in the photograph a place of the panel is.
func (s scene) shows(u, v float64) image.Point {
	f := s.frame()
	at := vector{0, 0, f.far}.add(f.right, u-float64(s.size.X-1)/2).add(f.down, v-float64(s.size.Y-1)/2)
	x, y := at[0]/at[2]*f.focal, at[1]/at[2]*f.focal
	sin, cos := math.Sincos(s.turn)
	return image.Pt(int(math.Round(cos*x-sin*y)), int(math.Round(sin*x+cos*y)))
}

// corners are where the middles of the corner LEDs are.
func (s scene) corners() *[4]image.Point {
	x, y := float64(s.size.X-1), float64(s.size.Y-1)
	return &[4]image.Point{s.shows(0, 0), s.shows(x, 0), s.shows(x, y), s.shows(0, y)}
}

// profile is the light of an LED by the square of the distance in LEDs, in steps of 1/64:
// a disc, blurred, and its halo.
func (s scene) profile(radius float64) (table []float64) {
	const reach = 4 * 64
	sigma := math.Max(s.blur, 0.05)
	for i := range reach {
		d, sum, n := math.Sqrt(float64(i)/64), 0.0, 0.0
		for a := -8; a <= 8; a++ { // the disc, by its points
			for b := -8; b <= 8; b++ {
				px, py := float64(a)/8*radius, float64(b)/8*radius
				if px*px+py*py > radius*radius {
					continue
				}
				sum += math.Exp(-((d-px)*(d-px) + py*py) / (2 * sigma * sigma))
				n++
			}
		}
		table = append(table, sum/n)
	}
	disc := table[0]
	for i := range table {
		table[i] = table[i]/disc*(1-s.halo) + s.halo*math.Exp(-float64(i)/64/(2*s.glow*s.glow))
	}
	return table
}

// photograph renders the scene, with four marks or without.
func (s scene) photograph(marks bool) *image.NRGBA {
	m := image.NewNRGBA(s.bounds())
	s.marked = marks
	s.render(m, m.Rect)
	return m
}

// near is what of the photograph the light of an LED falls on.
func (s scene) near(led image.Point) image.Rectangle {
	at := s.shows(float64(led.X), float64(led.Y))
	return image.Rectangle{at, at}.Inset(-int(3 * s.pitch)).Intersect(s.bounds())
}

// render renders a part of the photograph.
func (s scene) render(m *image.NRGBA, part image.Rectangle) {
	f, led, mark := s.frame(), s.profile(0.3), s.profile(0.45)
	r := rand.New(rand.NewPCG(s.seed, 1))
	var noise [1 << 10]float64
	for i := range noise {
		noise[i] = s.noise * r.NormFloat64()
	}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			u, v := s.sees(f, float64(x), float64(y))
			light := [3]float64{s.ambient, s.ambient, s.ambient}
			for j := max(int(v)-1, 0); j <= min(int(v)+2, s.size.Y-1); j++ {
				for i := max(int(u)-1, 0); i <= min(int(u)+2, s.size.X-1); i++ {
					l := &s.leds[j*s.size.X+i]
					if l[0]+l[1]+l[2] == 0 {
						continue
					}
					by := at(led, u-float64(i), v-float64(j))
					for c := range light {
						light[c] += l[c] * by
					}
				}
			}
			if s.marked && (u < 0 || v < 0 || u > float64(s.size.X)-1 || v > float64(s.size.Y)-1) {
				for _, spot := range s.marks() {
					by := 0.7 * at(mark, u-float64(spot.X), v-float64(spot.Y))
					light = [3]float64{light[0] + by, light[1] + by, light[2] + by}
				}
			}
			o, random := m.PixOffset(x, y), mixed(s.seed, x, y)
			for c := range light {
				m.Pix[o+c] = value(light[c]*s.exposure, noise[random>>(20*c)&(1<<10-1)])
			}
			m.Pix[o+3] = 255
		}
	}
}

// mixed returns bits that look random, of a pixel (SplitMix64).
func mixed(seed uint64, x, y int) uint64 {
	z := seed<<40 + uint64(uint32(x))<<20 + uint64(uint32(y)) + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// at returns the light at a distance, by the table of a profile.
func at(table []float64, dx, dy float64) float64 {
	if i := int((dx*dx + dy*dy) * 64); i < len(table) {
		return table[i]
	}
	return 0
}

// value is what a camera writes for some light, with noise.
func value(light, noise float64) uint8 {
	i := min(int(light*float64(len(written)-1)), len(written)-1)
	return uint8(math.Max(0, math.Min(255, written[i]+noise+0.5)))
}

// written is sRGB of linear light, 0 to 255.
var written = func() (t [1 << 13]float64) {
	for i := range t {
		v := float64(i) / float64(len(t)-1)
		if t[i] = 255 * 12.92 * v; v > 0.0031308 {
			t[i] = 255 * (1.055*math.Pow(v, 1/2.4) - 0.055)
		}
	}
	return t
}()

// picture is what the panel was made to show.
func (s scene) picture() *image.NRGBA {
	m := image.NewNRGBA(image.Rectangle{Max: s.size})
	for i, l := range s.leds {
		m.SetNRGBA(i%s.size.X, i/s.size.X, color.NRGBA{uint8(255 * l[0]), uint8(255 * l[1]), uint8(255 * l[2]), 255})
	}
	return m
}
