// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/photo"
	"github.com/ledpost/ledpost/internal/must"
)

// A camera is an ideal one: a pinhole before a panel, with noise.
type camera struct {
	size      image.Point // of the panel
	tilt, pan float64     // of the panel, in radians
	seen      [3][3]float64
	exposure  float64 // light of the brightest LED; from 1 on it is white
	ambient   float64
	noise     float64 // of 255
	random    *rand.Rand
}

const (
	pitch = 8  // pixels from LED to LED in the middle
	verge = 24 // pixels around the panel
)

// newCamera stands in another place for each seed, and its white is another one than the panel's:
// its red sees some of the green light, and so on.
func newCamera(size image.Point, seed uint64) *camera {
	r := rand.New(rand.NewPCG(seed, 75))
	some := func(most float64) float64 { return most * r.Float64() }
	red, green, blue := 1-some(0.3), 1-some(0.2), 1-some(0.3)
	return &camera{
		size: size, tilt: some(0.8) - 0.4, pan: some(0.8) - 0.4, exposure: 0.6 + some(0.6), ambient: some(0.03),
		noise: 6, random: r,
		// by LED
		seen: [3][3]float64{{red, some(0.2), some(0.1)}, {some(0.2), green, some(0.3)}, {some(0.1), some(0.3), blue}},
	}
}

// at is where an LED is in the photograph.
func (c *camera) at(x, y float64) (px, py float64) {
	u, v := x-float64(c.size.X-1)/2, y-float64(c.size.Y-1)/2
	far := 2 * float64(max(c.size.X, c.size.Y))
	z := far + u*math.Sin(c.pan) + v*math.Sin(c.tilt)
	middle := c.bounds().Size().Div(2)
	return float64(middle.X) + pitch*far*u*math.Cos(c.pan)/z, float64(middle.Y) + pitch*far*v*math.Cos(c.tilt)/z
}

func (c *camera) bounds() image.Rectangle {
	return image.Rectangle{Max: c.size.Mul(pitch).Add(image.Pt(2*verge, 2*verge))}
}

// corners are the middles of the corner LEDs.
func (c *camera) corners() *[4]image.Point {
	var out [4]image.Point
	for i, p := range [4]image.Point{{0, 0}, {c.size.X - 1, 0}, c.size.Sub(image.Pt(1, 1)), {0, c.size.Y - 1}} {
		x, y := c.at(float64(p.X), float64(p.Y))
		out[i] = image.Pt(int(math.Round(x)), int(math.Round(y)))
	}
	return &out
}

// profile is the light of an LED, a disc with a halo, by the square of the distance in LEDs, in
// steps of 1/64; encoded what a camera writes of light, in steps of 1/1023.
var profile, encoded = func() (by [256]float64, value [1024]float64) {
	for i := range by {
		d := math.Sqrt(float64(i) / 64)
		by[i] = 0.85/(1+math.Exp(20*(d-0.35))) + 0.15*math.Exp(-d*d/0.5)
	}
	for i := range value {
		value[i] = 255 * math.Pow(float64(i)/1023, 1/2.2)
	}
	return by, value
}()

// photograph takes a picture of LEDs.
func (c *camera) photograph(lit map[image.Point]color.RGBA) image.Image {
	m := image.NewRGBA(c.bounds())
	w := m.Rect.Dx()
	light := make([][3]float64, w*m.Rect.Dy())
	for led, on := range lit {
		var own [3]float64
		for i, v := range []uint8{on.R, on.G, on.B} {
			for k := range own {
				own[k] += float64(v) / 255 * c.seen[i][k] * c.exposure
			}
		}
		x, y := c.at(float64(led.X), float64(led.Y))
		side, _ := c.at(float64(led.X)+1, float64(led.Y))
		part := image.Rect(int(x)-2*pitch, int(y)-2*pitch, int(x)+2*pitch, int(y)+2*pitch).Intersect(m.Rect)
		for py := part.Min.Y; py < part.Max.Y; py++ {
			for px := part.Min.X; px < part.Max.X; px++ {
				dx, dy := (float64(px)-x)/(side-x), (float64(py)-y)/(side-x)
				if i := int((dx*dx + dy*dy) * 64); i < len(profile) {
					for k := range own {
						light[py*w+px][k] += profile[i] * own[k]
					}
				}
			}
		}
	}
	var noise [1024]float64
	for i := range noise {
		noise[i] = c.noise * c.random.NormFloat64()
	}
	for i := range light {
		random := c.random.Uint32()
		for k, v := range light[i] {
			m.Pix[4*i+k] = uint8(max(0, min(255, encoded[int(1023*min(v+c.ambient, 1))]+noise[random>>(10*k)%1024])))
		}
		m.Pix[4*i+3] = 255
	}
	return m
}

// shown is what the panel shows of a probe: with a clock that is too fast, some rows of the frame come late.
func (p *panel) shown(t testing.TB, s Step) map[image.Point]color.RGBA {
	lit := p.lights(t, s.Probe)
	if s.Question.Kind == Clean && p.answer(t, s) == "no" {
		late := map[image.Point]color.RGBA{}
		for led, c := range lit {
			if led.Y%3 == 1 {
				led.X = (led.X + 2) % p.size.X
			}
			late[led] = c
		}
		return late
	}
	return lit
}

// TestPhotographsLeadToThePanel searches for panels by photographs. A person says the size, and
// that a panel is dark; a photograph says all the rest, rightly.
func TestPhotographsLeadToThePanel(t *testing.T) {
	photographs, n := 0, 0
	for i, p := range panels(t) {
		if p.size.X > 32 && i%3 > 0 || testing.Short() && (p.size.X > 32 || i%3 > 0) {
			continue
		}
		p.addresses = p.rows()
		p.address = hub75.RowAddresses()[i%6]
		if p.address == "abcd-lines" && p.addresses > 4 {
			p.address = "direct"
		}
		p.order = []string{"RGB", "RBG", "GRB", "GBR", "BRG", "BGR"}[i%6]
		p.init, p.inverse, p.slow = []string{"", "FM6126A", "", "FM6127"}[i%4], i%5 == 3, []int{0, 2, 5}[i%3]
		photographs += p.photographed(t, newCamera(p.size, uint64(i)))
		n++
	}
	t.Logf("%d panels, %.1f photographs in the mean", n, float64(photographs)/float64(n))
}

// photographed searches for a panel by a camera's photographs, and returns how many it took.
func (p *panel) photographed(t *testing.T, c *camera) (n int) {
	t.Helper()
	s := must.Get(New(hub75.Config{}))(t)
	for s.Step().Question != nil {
		step := s.Step()
		answer := p.answer(t, step)
		if step.Question.Kind != Size {
			n++
			switch seen, err := readBy(c, p.shown(t, step), step.Question.Kind); {
			case err != nil && answer != "0" && answer != "none":
				t.Fatalf("%v: %s, which is %s: %v", p, step.Question.Kind, answer, err)
			case err == nil && seen != answer:
				t.Fatalf("%v: %s is %s by the photograph, want %s", p, step.Question.Kind, seen, answer)
			}
		}
		must.Do(t, s.Answer(answer))
	}
	p.check(t, s)
	return n
}

// readBy is an answer by a photograph of LEDs.
func readBy(c *camera, lit map[image.Point]color.RGBA, kind Kind) (string, error) {
	r, err := photo.Read(c.photograph(lit), c.size, c.corners())
	if err != nil {
		return "", err
	}
	return Photographed(kind, r)
}

// places are LEDs of a colour.
func places(c color.RGBA, all ...image.Point) map[image.Point]color.RGBA {
	lit := map[image.Point]color.RGBA{}
	for _, at := range all {
		lit[at] = c
	}
	return lit
}

// inside are the LEDs of a panel that some rule lights.
func inside(size image.Point, rule func(x, y int) bool) (all []image.Point) {
	for i := range size.X * size.Y {
		if rule(i%size.X, i/size.X) {
			all = append(all, image.Pt(i%size.X, i/size.X))
		}
	}
	return all
}

// TestPhotographed: a photograph answers each kind of question, or says why it does not.
func TestPhotographed(t *testing.T) {
	size := image.Pt(32, 16)
	red, white, pink := color.RGBA{R: 255}, color.RGBA{255, 255, 255, 255}, color.RGBA{R: 255, B: 220}
	row := func(rows ...int) []image.Point {
		return inside(size, func(_, y int) bool { return slices.Contains(rows, y) })
	}
	whole := inside(size, func(int, int) bool { return true })
	frame := inside(size, func(x, y int) bool { return framed(size, x, y) })
	banded := func(halves ...string) map[image.Point]color.RGBA {
		lit := map[image.Point]color.RGBA{}
		for i, letter := range halves[0] + halves[1] {
			c, ok := map[rune]color.RGBA{'r': red, 'g': {G: 255}, 'b': {B: 255}}[letter]
			for _, at := range whole {
				if ok && at.X*3/size.X == i%3 && at.Y*2/size.Y == i/3 {
					lit[at] = c
				}
			}
		}
		return lit
	}
	aside := func(c *camera) { c.tilt, c.pan = 0, 0.5 }
	for _, tt := range []struct {
		name  string
		kind  Kind
		lit   map[image.Point]color.RGBA
		wrong func(*camera, *[4]image.Point) // what the person does badly
		want  string
		fails string
	}{
		{"an LED", LED, places(white, image.Pt(11, 2)), nil, "12,3", ""},
		{"the first LED", LED, places(white, image.Pt(0, 0)), nil, "1,1", ""},
		{"the last LED", LED, places(white, image.Pt(31, 15)), nil, "32,16", ""},
		{"two LEDs", LED, places(white, image.Pt(4, 4), image.Pt(30, 9)), nil, "", "2 LEDs seem lit, such as 5,5 and 31,10"},
		{"neighbours", LED, places(white, image.Pt(4, 4), image.Pt(5, 4)), nil, "", "2 LEDs seem lit"},
		{"a ghost", LED, map[image.Point]color.RGBA{{4, 4}: white, {20, 9}: {R: 51, G: 51, B: 51}}, nil, "",
			"21,10 is neither lit nor dark"},
		{"a ghost of a row", Rows, map[image.Point]color.RGBA{{4, 4}: white, {20, 9}: {R: 51, G: 51, B: 51}}, nil, "",
			"21,10 is neither lit nor dark"},
		{"nothing", LED, nil, nil, "", "too dark"},
		{"nothing in a lit room", LED, nil, func(c *camera, _ *[4]image.Point) { c.ambient, c.noise = 0.1, 2 }, "",
			"no LED stands out"},
		{"corners between LEDs", LED, places(white, image.Pt(16, 8)), func(_ *camera, at *[4]image.Point) {
			for i := range at {
				at[i].X += pitch / 2
			}
		}, "", "corners"},
		{"corners the other way around", LED,
			places(white, image.Pt(4, 4)), func(_ *camera, at *[4]image.Point) { at[0], at[1] = at[1], at[0] }, "", "clockwise"},
		{"a row", Rows, places(white, row(3)...), nil, "1", ""},
		{"two rows", Rows, places(white, row(3, 11)...), nil, "2", ""},
		{"rows in parts", Rows, places(white, append(row(2)[:8], append(row(3)[8:16], row(10)[:8]...)...)...), nil, "3", ""},
		{"all rows but two", Rows, places(white, row(0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15)...), nil, "14", ""},
		{"all rows", Rows, places(white, whole...), nil, "16", ""},
		{"a lamp beside the rows", Rows, places(white, append(row(3, 11), image.Pt(4, 7))...), nil, "",
			"row 8 has 1 lit LEDs, others have 32"},
		{"dark rows", Rows, nil, nil, "", "too dark"},
		{"bands", Bands, banded("rgb", "rgb"), nil, "rgb", ""},
		{"bands of another order", Bands, banded("bgr", "bgr"), nil, "bgr", ""},
		{"halves that differ", Bands, banded("rgb", "grb"), nil, "rgb/grb", ""},
		{"a dark band", Bands, banded("r-b", "rgb"), nil, "r-b/rgb", ""},
		{"a dark half", Bands, banded("rgb", "---"), nil, "rgb/---", ""},
		{"pink", Bands, places(pink, whole...), nil, "", "band 1 of the upper half is neither red"},
		{"red beside the corners", Bands, places(red, row(0, 1)...), nil, "", "of 88 LEDs of band 1 of the upper half"},
		{"a frame", Clean, places(white, frame...), nil, "yes", ""},
		{"a frame with a broken LED", Clean, places(white, frame[:len(frame)-3]...), nil, "", "corner 32,16"},
		{"a frame without its first LEDs", Clean, places(white, append(frame[:1], frame[4:]...)...), nil, "",
			"3 LEDs seem wrong, such as 2,1"},
		{"a whole panel", Clean, places(white, whole...), nil, "no", ""},
		{"a red frame", Clean, places(red, frame...), nil, "", "as white as the others"},
		{"the size", Size, places(white, whole...), nil, "", "label"},
		{"a kind to come", "weight", places(white, whole...), nil, "", "label"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := newCamera(size, 3)
			aside(c)
			at := c.corners()
			if tt.wrong != nil {
				tt.wrong(c, at)
			}
			r, err := photo.Read(c.photograph(tt.lit), size, at)
			answer := ""
			if err == nil {
				answer, err = Photographed(tt.kind, r)
			}
			if answer != tt.want || (err == nil) != (tt.fails == "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
				t.Errorf("%q, %v; want %q, %q", answer, err, tt.want, tt.fails)
			}
		})
	}
}
