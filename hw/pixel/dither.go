// SPDX-License-Identifier: Apache-2.0

package pixel

import (
	"math/bits"
	"time"
)

// Dither rounds 16-bit light to 8 bits. Values between two steps are shown as
// the lower one in some frames and the higher one in others: over a round of
// Phases frames the light is exact to 1/Phases of a step. The zero value, with
// one phase, rounds to the nearest step and does not vary.
type Dither struct {
	log2  uint8 // phases = 1 << log2
	phase uint8 // bit-reversed counter, so that neighbouring frames differ most
	n     uint8
}

const (
	// roundRate is how often a whole round must pass in a second, so that the
	// eye does not see it: above some 100 Hz, flicker of a small part of the light
	// is invisible.
	roundRate = 100
	// maxLog2 bounds a round to 4 frames: more only costs bus and processor.
	maxLog2 = 2
)

// NewDither returns the dither for a panel that takes frame for one frame: as many
// phases as the panel can show in a round of 10 ms, 1, 2 or 4.
func NewDither(frame time.Duration) Dither {
	d := Dither{}
	for d.log2 < maxLog2 && frame*(2<<d.log2) <= time.Second/roundRate {
		d.log2++
	}
	return d
}

// Phases is the number of frames in a round.
func (d Dither) Phases() int { return 1 << d.log2 }

// Interval is the time from frame to frame that a round needs; 0 with one phase.
func (d Dither) Interval() time.Duration {
	if d.log2 == 0 {
		return 0
	}
	return time.Second / roundRate >> d.log2
}

// Next goes on to the next phase.
func (d *Dither) Next() {
	d.n = (d.n + 1) & (1<<d.log2 - 1)
	d.phase = bits.Reverse8(d.n) >> (8 - d.log2)
}

// Threshold is the addend to the fraction of the LED number led before it is cut off,
// 0 to 255: neighbours are in different phases, so that a plane of one colour does not
// flicker as a whole.
func (d Dither) Threshold(led int) uint16 {
	phases := uint16(1) << d.log2
	at := (uint16(d.phase) + uint16(led)*3) & (phases - 1)
	return (at*256 + 128) >> d.log2
}

// Step is 16-bit light as 8-bit steps: the whole steps and the fraction in
// 256ths; 65535 is 255 steps exactly.
func Step(v uint16) uint16 { return v - uint16((uint32(v)*255+1<<15)>>16) }

// Quantize is v in 8 bits with a threshold.
func Quantize(v, threshold uint16) uint8 { return uint8((Step(v) + threshold) >> 8) }

// Least is the least 16-bit light that is shown in at least one phase of a
// round.
func (d Dither) Least() uint16 { return 128 >> d.log2 }

// Wavers reports whether v is shown as different steps in different phases and
// is so dim, below an eighth of the full light, that the eye can see the steps.
func (d Dither) Wavers(v uint16) bool {
	f := Step(v) & 255
	return v < full/8 && d.log2 > 0 && f >= 128>>d.log2 && f < 256-128>>d.log2
}
