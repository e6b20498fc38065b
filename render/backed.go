// SPDX-License-Identifier: Apache-2.0

package render

import (
	"encoding/binary"
	"image"
	"time"

	"github.com/ledpost/ledpost/internal/srgb"
)

// legible is the least contrast of what is read with what lies next to it, by WCAG 2.2, 1.4.3.
const legible = 4.5

// Backed draws a picture in front of a ground that fills the panel, and keeps the picture legible: no pixel of the
// ground next to an ink is brighter than that ink allows. New ones come from NewBacked.
type Backed struct {
	Ground, Front Widget
	Reach         int // pixels around an ink that count as next to it; 0 = 1
	Soft          int // pixels beyond them in which the ground's light comes back in steps; 0 = at once
	scratch       scratch
}

// NewBacked returns front before an opaque ground of the same size. Next to inks dimmer than 4.5:1 on black the ground
// is black.
func NewBacked(ground, front Widget) *Backed {
	return &Backed{Ground: ground, Front: front, scratch: newScratch(ground.Size())}
}

// darker is the largest value of grey that has the contrast of legible with a grey; inverse is what a value is
// multiplied by to be 1, of 65536.
var (
	darker  [256]uint8
	inverse [256]uint32
)

func init() {
	for v := range darker {
		darker[v] = uint8(255 * srgb.Value(max((srgb.Light(float64(v)/255)+0.05)/legible-0.05, 0)))
		inverse[v] = uint32(65536 / max(v, 1))
	}
}

// Size implements [Widget].
func (b *Backed) Size() image.Point { return b.Ground.Size() }

// Period implements [Widget]: of what is read, where that moves.
func (b *Backed) Period() time.Duration {
	if p := b.Front.Period(); p > 0 {
		return p
	}
	return b.Ground.Period()
}

// Next returns when the ground or the front changes.
func (b *Backed) Next(t time.Duration) time.Duration { return min(Next(b.Ground, t), Next(b.Front, t)) }

// Reads is the reading of the front.
func (b *Backed) Reads() (pass time.Duration, moves bool) { return Reading(b.Front) }

// Draw implements [Widget].
func (b *Backed) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	b.Ground.Draw(dst, p, t)
	m, reach := b.scratch.take(), max(b.Reach, 1)
	b.Front.Draw(m, image.Point{}, t)
	window := m.Rect.Add(p).Intersect(dst.Rect)
	for y := range m.Rect.Max.Y {
		line := rowOf(m, y)
		for x := 0; 4*x < len(line); x++ {
			if c := line[4*x:][:4:4]; c[3] != 0 && !within(m, x, y) {
				// The values of the channels, by the weights of their lights: of a colour that is less than its light.
				grey := (uint32(c[0])*54 + uint32(c[1])*183 + uint32(c[2])*19) >> 8
				for i := range b.Soft + 1 {
					most, far := int(darker[grey]), reach+i
					most += (255 - most) * i / (b.Soft + 1)
					shade(dst, uint8(most), image.Rect(x-far, y-far, x+far+1, y+far+1).Add(p).Intersect(window))
				}
			}
		}
	}
	lay(dst, m, p, window)
	b.scratch.give(m)
}

// within reports whether a pixel has ink on all four sides: those inks are nearer to the ground around.
func within(m *image.RGBA, x, y int) bool {
	if x == 0 || y == 0 || x == m.Rect.Max.X-1 || y == m.Rect.Max.Y-1 {
		return false
	}
	alpha := m.PixOffset(x, y) + 3
	return m.Pix[alpha-4] != 0 && m.Pix[alpha+4] != 0 && m.Pix[alpha-m.Stride] != 0 && m.Pix[alpha+m.Stride] != 0
}

// shade dims the pixels of a part in which a channel has more than most.
func shade(dst *image.RGBA, most uint8, part image.Rectangle) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		line := dst.Pix[dst.PixOffset(part.Min.X, y):dst.PixOffset(part.Max.X, y)]
		for ; len(line) >= 4; line = line[4:] {
			if v := max(line[0], line[1], line[2]); v > most {
				by := inverse[v] * uint32(most) >> 8
				c := binary.LittleEndian.Uint32(line)
				low, high := (c&0x00ff00ff)*by>>8&0x00ff00ff, (c>>8&0xff)*by>>8
				binary.LittleEndian.PutUint32(line, low|high<<8|c&0xff000000)
			}
		}
	}
}
