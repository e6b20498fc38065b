// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"math/bits"

	"github.com/ledpost/ledpost/internal/srgb"
)

// legible is the least contrast of what is read with what lies next to it, by WCAG 2.2, 1.4.3.
const legible = 4.5

// tones is how many values the ground next to inks is held to: the one next to white, and from there down by toneStep
// to black. Fewer take less time, and make the ground next to dim inks darker.
const (
	tones    = 16
	toneStep = 8
)

// toneOf is the brightest tone that the ground next to a grey may have, 0 for the one next to white; inverse is what a
// value is multiplied by to be 1, of 65536.
var (
	toneOf  [256]uint8
	inverse [256]uint32
)

func init() {
	for v := range toneOf {
		toneOf[v] = uint8((darker(255) - darker(v) + toneStep - 1) / toneStep)
		inverse[v] = uint32(65536 / max(v, 1))
	}
}

// darker returns the largest value of grey that has the contrast of legible with the grey v.
func darker(v int) int {
	return int(255 * srgb.Value(max((srgb.Light(float64(v)/255)+0.05)/legible-0.05, 0)))
}

// halo finds and dims the ground around the inks of a picture. It holds a bit for each pixel, 32 columns a word: an
// ARMv6 looks at a word as fast as at a pixel. New ones come from newHalo.
type halo struct {
	words  int      // of a row
	ink    []uint32 // where the picture has ink
	done   []uint32 // where the ground needs no dimming any more: dimmed, hidden, or outside
	lo, hi int      // the words between which anything may be dimmed
	around [tones]around
}

// around is the surroundings of inks of one tone.
type around struct {
	mask []uint32 // the inks and what lies within some pixels of them
	tone uint32   // the most that the ground next to them may have
	most uint32   // the same for the edge of mask
	ring int      // how far that is beyond what counts as next to them; -1 = nothing is left to dim
}

func newHalo(size image.Point) *halo {
	h := &halo{words: (size.X + 31) / 32}
	n := h.words * size.Y
	all := make([]uint32, (2+tones)*n)
	h.ink, h.done = all[:n], all[n:2*n]
	for k := range h.around {
		all = all[n:]
		h.around[k] = around{mask: all[n : 2*n], tone: uint32(max(darker(255)-toneStep*k, 0)), ring: -1}
	}
	return h
}

// dim dims the pixels of dst within window that lie around the inks of m, whose corner is at p: those within reach of
// an ink to what that allows, and from there less and less for soft pixels.
func (h *halo) dim(dst, m *image.RGBA, p image.Point, window image.Rectangle, reach, soft int) {
	top, bottom := h.find(m, window.Sub(p))
	first := max(top-reach-soft, 0)
	h.lo, h.hi = first*h.words, min(bottom+reach+soft, m.Rect.Max.Y)*h.words
	h.sort(m, top, bottom)
	for k := range h.around {
		if h.around[k].ring == 0 {
			for range reach {
				h.grow(h.around[k].mask[h.lo:h.hi])
			}
		}
	}
	for a := h.darkest(); a != nil; a = h.darkest() {
		h.shade(dst, p.Add(image.Pt(0, first)), a)
		if a.ring++; a.ring > soft {
			a.ring = -1
			continue
		}
		a.most = a.tone + (255-a.tone)*uint32(a.ring)/uint32(soft+1)
		h.grow(a.mask[h.lo:h.hi])
	}
}

// find marks where m has ink, and where the ground needs no dimming. It returns the rows between which there is ink.
func (h *halo) find(m *image.RGBA, window image.Rectangle) (top, bottom int) {
	top, at := m.Rect.Max.Y, 0
	for y := range m.Rect.Max.Y {
		line := rowOf(m, y)
		for x := 0; x < m.Rect.Max.X; x += 32 {
			ink, full := marks(line[4*x : min(4*x+4*32, len(line))])
			if ink != 0 {
				top, bottom = min(top, y), y+1
			}
			h.ink[at], h.done[at] = ink, ^uint32(0)
			if window.Min.Y <= y && y < window.Max.Y {
				h.done[at] = full | before(window.Min.X-x) | ^before(window.Max.X-x)
			}
			at++
		}
	}
	return top, bottom
}

// marks returns which pixels of 32 have ink, and which are opaque. Within another function its loop would want more
// than the registers of an ARM.
//
//go:noinline
func marks(pix []uint8) (ink, full uint32) {
	bit := uint32(1)
	for i := 3; i < len(pix); i += 4 {
		if a := pix[i]; a != 0 {
			if ink |= bit; a == 255 {
				full |= bit
			}
		}
		bit <<= 1
	}
	return ink, full
}

// before returns a word in which the columns before x are marked.
func before(x int) uint32 { return 1<<max(x, 0) - 1 }

// sort marks each ink that has none on one of its four sides in the mask of its tone: others lie farther from the
// ground than those.
func (h *halo) sort(m *image.RGBA, top, bottom int) {
	for y := top; y < bottom; y++ {
		line := rowOf(m, y)
		for i := range h.words {
			at := y*h.words + i
			for left := h.edges(m, y, i); left != 0; left &= left - 1 {
				c := line[4*(32*i+bits.TrailingZeros32(left)):][:3:3]
				// The values of the channels, by the weights of their lights: of a colour that is less than its light.
				grey := (uint32(c[0])*54 + uint32(c[1])*183 + uint32(c[2])*19) >> 8
				a := &h.around[toneOf[grey]]
				if a.ring < 0 {
					a.ring, a.most = 0, a.tone
					clear(a.mask[h.lo:h.hi])
				}
				a.mask[at] |= left & -left
			}
		}
	}
}

// edges returns the inks of a word of row y that have none on one of their four sides.
func (h *halo) edges(m *image.RGBA, y, i int) uint32 {
	at := y*h.words + i
	ink := h.ink[at]
	if ink == 0 || y == 0 || y == m.Rect.Max.Y-1 {
		return ink
	}
	left, right := ink<<1, ink>>1
	if i > 0 {
		left |= h.ink[at-1] >> 31
	}
	if i < h.words-1 {
		right |= h.ink[at+1] << 31
	}
	return ink &^ (left & right & h.ink[at-h.words] & h.ink[at+h.words])
}

// grow marks what lies next to marks, too.
func (h *halo) grow(mask []uint32) {
	for row := mask; len(row) > 0; row = row[h.words:] {
		left := uint32(0)
		for i, here := range row[:h.words] {
			row[i] |= here<<1 | here>>1 | left
			if i < h.words-1 {
				row[i] |= row[i+1] << 31
			}
			left = here >> 31
		}
	}
	for i := range h.words {
		above := uint32(0)
		for at := i; at < len(mask); at += h.words {
			here := mask[at]
			mask[at] |= above
			if at+h.words < len(mask) {
				mask[at] |= mask[at+h.words]
			}
			above = here
		}
	}
}

// darkest returns the surroundings that have to be dimmed most, nil when all are dimmed.
func (h *halo) darkest() (a *around) {
	for k := range h.around {
		if n := &h.around[k]; n.ring >= 0 && (a == nil || n.most < a.most) {
			a = n
		}
	}
	return a
}

// shade dims the ground from p on to what a allows.
func (h *halo) shade(dst *image.RGBA, p image.Point, a *around) {
	for at := h.lo; at < h.hi; p.Y++ {
		offset := dst.PixOffset(p.X, p.Y)
		for range h.words {
			if left := a.mask[at] &^ h.done[at]; left != 0 {
				h.done[at] |= left
				dimMarked(dst.Pix, offset, left, a.most)
			}
			at++
			offset += 4 * 32
		}
	}
}

// dimMarked dims those of 32 pixels from offset on that are marked and have a channel above most.
func dimMarked(pix []uint8, offset int, marked, most uint32) {
	for ; marked != 0; marked &= marked - 1 {
		at := offset + 4*bits.TrailingZeros32(marked)
		c := pix[at : at+3 : at+3]
		if v := max(c[0], c[1], c[2]); uint32(v) > most {
			by := inverse[v] * most >> 8
			c[0] = uint8(uint32(c[0]) * by >> 8)
			c[1] = uint8(uint32(c[1]) * by >> 8)
			c[2] = uint8(uint32(c[2]) * by >> 8)
		}
	}
}
