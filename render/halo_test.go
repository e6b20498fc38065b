// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"github.com/ledpost/ledpost/internal/srgb"
)

// TestHalo compares the ground around random inks with the rule of a pixel: the darkest that an ink around it allows.
func TestHalo(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 7))
	for n := range 400 {
		size := image.Pt(1+rng.IntN(75), 1+rng.IntN(14))
		front, dst := image.NewRGBA(image.Rectangle{Max: size}), image.NewRGBA(image.Rect(3, 2, 3+size.X, 2+size.Y))
		for i := range dst.Pix {
			dst.Pix[i] = uint8(rng.Uint32() | 0x40)
		}
		scatter(front, rng)
		at := image.Pt(3, 2)
		if n%2 == 0 {
			at = at.Add(image.Pt(rng.IntN(9)-4, rng.IntN(5)-2)) // partly outside
		}
		ground := image.NewRGBA(dst.Rect)
		copy(ground.Pix, dst.Pix)
		reach, soft := 1+rng.IntN(3), rng.IntN(4)
		h := newHalo(size)
		h.dim(image.NewRGBA(front.Rect), front, image.Point{}, front.Rect, 3, 3) // an earlier frame leaves nothing
		h.dim(dst, front, at, front.Rect.Add(at).Intersect(dst.Rect), reach, soft)
		for y := dst.Rect.Min.Y; y < dst.Rect.Max.Y; y++ {
			for x := dst.Rect.Min.X; x < dst.Rect.Max.X; x++ {
				in := image.Pt(x, y).Sub(at)
				if front.RGBAAt(in.X, in.Y).A == 255 {
					continue // hidden
				}
				most := 255
				if in.In(front.Rect) {
					most = allowed(front, in, reach, soft)
				}
				if got, was := dst.RGBAAt(x, y), ground.RGBAAt(x, y); !follows(was, got, most) {
					t.Fatalf("picture %d: %v at %d, %d has become %v, want %d at most (%v at %v, reach %d, soft %d)",
						n, was, in.X, in.Y, got, most, size, at, reach, soft)
				}
			}
		}
	}
}

// scatter draws rectangles on m, down to single pixels and beyond its edges, in one or many random colours.
func scatter(m *image.RGBA, rng *rand.Rand) {
	for range rng.IntN(5) {
		r := image.Rect(0, 0, 1+rng.IntN(9), 1+rng.IntN(5)).Add(image.Pt(rng.IntN(m.Rect.Dx()), rng.IntN(m.Rect.Dy())))
		c, many := anyColor(rng), rng.IntN(2) == 0
		for i := range r.Dx() * r.Dy() {
			if many {
				c = anyColor(rng)
			}
			m.SetRGBA(r.Min.X+i%r.Dx(), r.Min.Y+i/r.Dx(), c)
		}
	}
}

// anyColor returns a colour, opaque in two of three cases.
func anyColor(rng *rand.Rand) color.RGBA {
	a := []uint32{255, 255, rng.Uint32N(255)}[rng.IntN(3)]
	channel := func() uint8 { return uint8(rng.Uint32N(a + 1)) }
	return color.RGBA{channel(), channel(), channel(), uint8(a)}
}

// allowed returns the most that the ground at p may have in front of which are the inks of m.
func allowed(m *image.RGBA, p image.Point, reach, soft int) int {
	ink := func(p image.Point) bool { return m.RGBAAt(p.X, p.Y).A != 0 }
	most := 255
	for y := range m.Rect.Max.Y {
		for x := range m.Rect.Max.X {
			at := image.Pt(x, y)
			within := ink(at.Add(image.Pt(-1, 0))) && ink(at.Add(image.Pt(1, 0))) && ink(at.Add(image.Pt(0, -1))) &&
				ink(at.Add(image.Pt(0, 1)))
			away := max(x-p.X, p.X-x, y-p.Y, p.Y-y) - reach
			if !ink(at) || within || away > soft {
				continue
			}
			c := m.RGBAAt(x, y)
			own := tone((int(c.R)*54 + int(c.G)*183 + int(c.B)*19) / 256)
			most = min(most, own+(255-own)*max(away, 0)/(soft+1))
		}
	}
	return most
}

// tone returns the brightest step below 118, the one next to white, that an ink is legible on; 0 = none.
func tone(ink int) int {
	for v := 118; v > 0; v -= 8 {
		if (srgb.Light(float64(ink)/255)+0.05)/(srgb.Light(float64(v)/255)+0.05) >= 4.5 {
			return v
		}
	}
	return 0
}

// follows reports whether got is c with no channel above most, in the same colour, and not darker than that.
func follows(c, got color.RGBA, most int) bool {
	peak := int(max(c.R, c.G, c.B))
	if peak <= most {
		return got == c
	}
	for i, v := range []uint8{c.R, c.G, c.B} {
		want, has := int(v)*most/peak, int([]uint8{got.R, got.G, got.B}[i])
		if has > want || has < want-3 {
			return false
		}
	}
	return got.A == c.A
}

// TestHaloOfAreas: a black ink within white ones does not darken the ground around these, whichever column it is in.
func TestHaloOfAreas(t *testing.T) {
	const wide = 70
	for x := range wide - 2 {
		front, dst := image.NewRGBA(image.Rect(0, 0, wide, 5)), image.NewRGBA(image.Rect(0, 0, wide, 5))
		Block(front, image.Rect(x, 1, x+3, 4), color.RGBA{255, 255, 255, 255})
		Block(front, image.Rect(x+1, 2, x+2, 3), color.RGBA{0, 0, 0, 255})
		Block(dst, dst.Rect, color.RGBA{200, 200, 200, 255})
		newHalo(front.Rect.Max).dim(dst, front, image.Point{}, front.Rect, 3, 0)
		for at := range wide * 5 {
			if v := dst.RGBAAt(at%wide, at/wide).G; v < 115 {
				t.Fatalf("around an area from column %d on, the ground at %d, %d is %d", x, at%wide, at/wide, v)
			}
		}
	}
}

// TestHaloAllocates: a frame allocates nothing, whatever the ink.
func TestHaloAllocates(t *testing.T) {
	b, dst := inked(image.Pt(64, 64))
	if n := testing.AllocsPerRun(10, func() { b.Draw(dst, image.Point{}, 0) }); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// BenchmarkBacked draws inks of all tones before a bright ground.
func BenchmarkBacked(b *testing.B) {
	w, dst := inked(image.Pt(64, 64))
	b.ReportAllocs()
	for b.Loop() {
		w.Draw(dst, image.Point{}, 0)
	}
}

// inked returns inks of all tones with a soft halo, and a picture to draw them on.
func inked(size image.Point) (b *Backed, dst *image.RGBA) {
	front := image.NewRGBA(image.Rectangle{Max: size})
	for y := size.Y / 4; y < size.Y/2; y++ {
		for x := 0; x < size.X; x += 4 {
			v := uint8(y * 255 / size.Y * 2)
			front.SetRGBA(x, y, color.RGBA{v, v, v, v})
		}
	}
	ground := &Fill{Color: color.RGBA{240, 220, 255, 255}, Bounds: size}
	b = NewBacked(ground, &Still{Image: front})
	b.Soft = 2
	return b, image.NewRGBA(front.Rect)
}
