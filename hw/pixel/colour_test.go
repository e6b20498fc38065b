// SPDX-License-Identifier: Apache-2.0

package pixel

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

func TestLight(t *testing.T) {
	for _, c := range []struct{ level, want float64 }{
		{0, 0}, {1, 1}, {-1, 0}, {2, 1},
		{0.5, 0.18418651851244416}, // L* 50 is the well-known 18 % grey
		{0.08, 8 / 903.2962962962963},
	} {
		if got := Light(c.level); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("level %v is %v of the light, want %v", c.level, got, c.want)
		}
	}
	for l := 0.0; l < 1; l += 0.001 {
		if Light(l+0.001) <= Light(l) {
			t.Fatalf("light does not rise at level %v", l)
		}
	}
}

func TestCurve(t *testing.T) {
	k := must.Get(NewCurve(Colour{}))(t)
	if r, g, b := k.Light16(255, 0, 188); r != 65535 || g != 0 || b < 32700 || b > 33000 {
		t.Errorf("255, 0, 188 is %d, %d, %d; want 65535, 0 and about half", r, g, b)
	}
	k.SetBrightness(0.5)
	if r, _, _ := k.Light16(255, 0, 0); r != 12071 {
		t.Errorf("full red at half brightness is %d, want 12071, 18.4 %%", r)
	}
	k.SetBrightness(0)
	if r, _, _ := k.Light16(255, 0, 0); r != 0 {
		t.Errorf("red at brightness 0 is %d", r)
	}
}

func TestCurveRisesAtEveryBrightness(t *testing.T) {
	k, _ := NewCurve(Colour{Gamma: 2.8, White: [3]float64{1, 0.69, 0.94}})
	for _, level := range []float64{0.02, 0.1, 0.5, 1} {
		k.SetBrightness(level)
		for v := range 255 {
			r0, g0, b0 := k.Light16(uint8(v), uint8(v), uint8(v))
			r1, g1, b1 := k.Light16(uint8(v+1), uint8(v+1), uint8(v+1))
			if r1 < r0 || g1 < g0 || b1 < b0 {
				t.Fatalf("light falls from %d to %d at brightness %v", v, v+1, level)
			}
		}
	}
}

func TestColourErrors(t *testing.T) {
	for _, c := range []Colour{{Gamma: 0.5}, {Gamma: math.NaN()}, {Gamma: 9}, {White: [3]float64{1, 2, 1}},
		{White: [3]float64{1, 1, -1}}, {White: [3]float64{1, 1, math.NaN()}}} {
		if _, err := NewCurve(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

func TestPowerLimit(t *testing.T) {
	all := uint64(296 * full)
	for _, c := range []struct {
		name          string
		power         Power
		sums          [4]uint64
		watts, factor float64
	}{
		{"dark LEDs take 5 mW each", Power{}, [4]uint64{}, 1.48, 1},
		{"one red LED", Power{}, [4]uint64{full}, 1.56, 1},
		{"white without a limit is 63.6 W", Power{Limit: -1}, [4]uint64{all, all, all}, 63.64, 1},
		{"white is dimmed to the 8 W of the default", Power{}, [4]uint64{all, all, all}, 8, (8 - 1.48) / 62.16},
		{"a limit of one's own", Power{Limit: 20}, [4]uint64{all, all, all}, 20, (20 - 1.48) / 62.16},
		{"a model of one's own", Power{Draw: [5]float64{10, 10, 10, 10, 1}}, [4]uint64{all}, 0.296 + 2.96, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := must.Get(NewLimiter(c.power, 296))(t)
			scale := l.Frame(c.sums)
			watts, factor := l.Power()
			if math.Abs(watts-c.watts) > 0.01 || math.Abs(factor-c.factor) > 0.001 || watts > l.limit {
				t.Errorf("%.3f W dimmed by %.4f, want %.3f W by %.4f", watts, factor, c.watts, c.factor)
			}
			if math.Abs(float64(scale)/65536-factor) > 1e-9 {
				t.Errorf("scale %d is not the factor %v", scale, factor)
			}
		})
	}
}

func TestPowerErrors(t *testing.T) {
	for want, p := range map[string]Power{
		"296 dark LEDs alone take 1.5 W": {Limit: 1},
		"power_limit NaN":                {Limit: math.NaN()},
		"milliwatts":                     {Draw: [5]float64{-1, 0, 0, 0, 0}},
	} {
		_, err := NewLimiter(p, 296)
		must.Fail(t, err, want, p)
	}
}

func TestDitherPhases(t *testing.T) {
	for _, c := range []struct {
		name   string
		frame  time.Duration
		phases int
		every  time.Duration
	}{
		{"296 WS2812 are too slow to dither", 9300 * time.Microsecond, 1, 0},
		{"128 of them show two frames in 10 ms", 4800 * time.Microsecond, 2, 5 * time.Millisecond},
		{"64 of them four", 2300 * time.Microsecond, 4, 2500 * time.Microsecond},
		{"an instant bus does not need more", 0, 4, 2500 * time.Microsecond},
	} {
		d := NewDither(c.frame)
		if d.Phases() != c.phases || d.Interval() != c.every {
			t.Errorf("%s: %d phases every %v, want %d every %v", c.name, d.Phases(), d.Interval(), c.phases, c.every)
		}
	}
}

// TestDitherIsExact: over a round every LED gets its light to a quarter step,
// and no two frames of the round differ by more than one step.
func TestDitherIsExact(t *testing.T) {
	for _, frame := range []time.Duration{time.Hour, 5 * time.Millisecond, time.Millisecond} {
		for v := 0; v <= full; v += 37 {
			d := NewDither(frame)
			sum, low, high := 0, 255, 0
			for range d.Phases() {
				q := int(Quantize(uint16(v), d.Threshold(v)))
				sum, low, high = sum+q, min(low, q), max(high, q)
				d.Next()
			}
			got := float64(sum) / float64(d.Phases())
			want := float64(v) * 255 / 65535
			if math.Abs(got-want) > 0.5/float64(d.Phases())+0.005 || high-low > 1 {
				t.Fatalf("%d in %d phases is %v (%d to %d), want %v", v, d.Phases(), got, low, high, want)
			}
			if wavers := high != low && v < full/8; d.Wavers(uint16(v)) != wavers {
				t.Fatalf("%d in %d phases: Wavers is %v", v, d.Phases(), !wavers)
			}
			if shows := high > 0; shows != (v >= int(d.Least())) {
				t.Fatalf("%d in %d phases shows: %v, but the least is %d", v, d.Phases(), shows, d.Least())
			}
		}
	}
}

// TestNeighboursTakeTurns: a plane of one colour has the same light in every
// frame of a round, so that it does not flicker as a whole.
func TestNeighboursTakeTurns(t *testing.T) {
	for _, frame := range []time.Duration{5 * time.Millisecond, time.Millisecond} {
		for v := uint16(0); v < 2000; v += 13 {
			d, first := NewDither(frame), 0
			for phase := range d.Phases() {
				sum := 0
				for led := range 64 {
					sum += int(Quantize(v, d.Threshold(led)))
				}
				if phase == 0 {
					first = sum
				}
				if sum != first {
					t.Fatalf("%d in phase %d of %d: 64 LEDs have %d steps, in the first phase %d", v, phase, d.Phases(), sum, first)
				}
				d.Next()
			}
		}
	}
}

func fill(w, h int, c color.Color) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(m, m.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return m
}

func chain(t testing.TB, o Options) *Chain {
	t.Helper()
	if o.Map.Pixel == nil {
		m := must.Get(Layout{Width: 3, Height: 2}.Map(100))(t)
		o.Map = m
	}
	o.Frame = cmp.Or(o.Frame, time.Second)
	return must.Get(NewChain(o))(t)
}

func TestChainFollowsTheWiring(t *testing.T) {
	c := chain(t, Options{})
	m := fill(3, 2, color.Black)
	m.Set(0, 1, color.RGBA{R: 255, A: 255})
	c.Draw(c.Bounds(), m, image.Point{})
	got := make([]byte, 18)
	c.Bytes(got)
	for i, v := range got {
		want := byte(0)
		if i == 5*3 { // the snake ends at the bottom left
			want = 255
		}
		if v != want {
			t.Errorf("byte %d is %d, want %d", i, v, want)
		}
	}
}

func TestDrawKeepsTheRest(t *testing.T) {
	c := chain(t, Options{})
	c.Draw(c.Bounds(), fill(3, 2, color.RGBA{B: 255, A: 255}), image.Point{})
	c.Draw(image.Rect(1, 0, 2, 1), fill(9, 9, color.RGBA{R: 255, A: 255}), image.Pt(4, 4))
	got := make([]byte, 18)
	c.Bytes(got)
	if want := []byte{0, 0, 255, 255, 0, 0, 0, 0, 255}; string(got[:9]) != string(want) {
		t.Errorf("first three LEDs are % d, want % d", got[:9], want)
	}
}

func TestWhiteChannel(t *testing.T) {
	c := chain(t, Options{White: true, Power: Power{Limit: -1}})
	c.Draw(c.Bounds(), fill(3, 2, color.RGBA{R: 255, G: 255, B: 0, A: 255}), image.Point{})
	c.Draw(image.Rect(0, 0, 1, 1), fill(1, 1, color.White), image.Point{})
	got := make([]byte, 24)
	c.Bytes(got)
	if want := []byte{0, 0, 0, 255, 255, 255, 0, 0}; string(got[:8]) != string(want) {
		t.Errorf("white and yellow are % d, want % d", got[:8], want)
	}
}

// TestNightKeepsEveryLitPixel: at the least brightness no lit pixel goes dark,
// no dark one lights up, and brightness 0 is dark.
func TestNightKeepsEveryLitPixel(t *testing.T) {
	for _, gain := range []int{1, 31} {
		c := chain(t, Options{Gain: gain})
		m := fill(3, 2, color.Black)
		m.Set(0, 0, color.RGBA{R: 9, G: 2, A: 255})
		m.Set(1, 0, color.RGBA{R: 255, G: 255, B: 255, A: 255})
		c.SetBrightness(0.001)
		c.Draw(c.Bounds(), m, image.Point{})
		l := c.Light()
		if l[0] == 0 || l[1] != 0 && l[1] >= l[0] || l[3] == 0 || l[3] != l[4] || l[6] != 0 {
			t.Errorf("gain %d: light %d", gain, l[:9])
		}
		if Quantize(l[0]*uint16(gain), 128) != 1 {
			t.Errorf("faint red is %d, which shows as %d", l[0], Quantize(l[0], 128))
		}
		c.SetBrightness(0)
		c.Draw(c.Bounds(), m, image.Point{})
		for i, v := range c.Light() {
			if v != 0 {
				t.Errorf("gain %d: channel %d is %d at brightness 0", gain, i, v)
			}
		}
	}
}

// TestNightDoesNotStep: from one brightness to the next the light of a round
// changes by small parts of a step where the panel is fast.
func TestNightDoesNotStep(t *testing.T) {
	c := chain(t, Options{Frame: time.Millisecond})
	c.Next() // somebody refreshes
	white := fill(3, 2, color.White)
	buf := make([]byte, 18)
	last := -1
	for level := 0.03; level < 0.2; level += 0.002 {
		c.SetBrightness(level)
		sum := 0
		for range 4 {
			c.Draw(c.Bounds(), white, image.Point{})
			c.Bytes(buf)
			sum += int(buf[0])
		}
		if last >= 0 && (sum < last || sum > last+1) {
			t.Errorf("at brightness %.3f a round goes from %d to %d quarter steps", level, last, sum)
		}
		last = sum
	}
}

// TestNobodyRefreshes: without refreshes nothing is dithered, since a phase that
// stands still is a pattern of dots.
func TestNobodyRefreshes(t *testing.T) {
	c := chain(t, Options{Frame: time.Millisecond})
	c.SetBrightness(0.065) // 1.8 steps
	white, buf := fill(3, 2, color.White), make([]byte, 18)
	for range 5 {
		c.Draw(c.Bounds(), white, image.Point{})
		c.Bytes(buf)
		for i, v := range buf {
			if v != 2 {
				t.Fatalf("byte %d is %d, want 2 everywhere", i, v)
			}
		}
	}
	if c.RefreshAfter() == 0 {
		t.Error("no refresh is asked for")
	}
}

func TestRefreshOnlyWhereItShows(t *testing.T) {
	for _, c := range []struct {
		name  string
		frame time.Duration
		level float64
		col   color.Color
		want  time.Duration
	}{
		{"black stands still", time.Millisecond, 0.1, color.Black, 0},
		{"night on a fast bus", time.Millisecond, 0.11, color.White, 2500 * time.Microsecond},
		{"night on a slow bus", 9 * time.Millisecond, 0.11, color.White, 0},
		{"bright", time.Millisecond, 1, color.White, 0},
	} {
		ch := chain(t, Options{Frame: c.frame})
		ch.SetBrightness(c.level)
		ch.Draw(ch.Bounds(), fill(3, 2, c.col), image.Point{})
		if got := ch.RefreshAfter(); got != c.want {
			t.Errorf("%s: refresh after %v, want %v", c.name, got, c.want)
		}
	}
}
