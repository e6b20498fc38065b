// SPDX-License-Identifier: Apache-2.0

package output

import "math"

// The pitch of sound is looked for in windows of 24 ms at about 16,000 values a second,
// one every 10 ms, between the bounds that a buzzer can play.
const (
	pitchRate = 16000
	window    = 384
	hops      = 100 // a second
	lowest    = 80.0
	highest   = 4000.0
)

// pitches follows the pitch of sound.
type pitches struct {
	every, rate int // one value of so many is looked at, which gives that rate
	hop         int // values between two windows

	sum    float64 // of the values that become one
	summed int
	tail   [window]float64 // the newest last
	fresh  int             // values since the last window
	loud   float64         // the loudest of late
}

func newPitches(rate int) *pitches {
	every := max(rate/pitchRate, 1)
	return &pitches{every: every, rate: rate / every, hop: rate / every / hops}
}

// take calls found with the pitch of each 10 ms of block, in hertz, 0 for silence.
func (p *pitches) take(block [][2]float64, found func(hz float64)) {
	for _, s := range block {
		p.sum += s[0] + s[1]
		if p.summed++; p.summed < p.every {
			continue
		}
		copy(p.tail[:], p.tail[1:])
		p.tail[window-1] = p.sum / float64(2*p.every)
		p.sum, p.summed = 0, 0
		if p.fresh++; p.fresh == p.hop {
			p.fresh = 0
			found(p.pitch())
		}
	}
}

// Silence is sound this much quieter than the loudest of the last second or so, or
// below the rest that a volume of 1 leaves.
const (
	quieter   = 0.06
	inaudible = 3e-4
	forget    = 0.99
)

// pitch is the pitch of the window.
func (p *pitches) pitch() float64 {
	var energy float64
	for _, v := range p.tail[window-p.hop:] {
		energy += v * v
	}
	level := math.Sqrt(energy / float64(p.hop))
	p.loud = max(p.loud*forget, level)
	if level < inaudible || level < p.loud*quieter {
		return 0
	}
	if hz := p.periodic(); hz != 0 {
		return hz
	}
	return p.crossings()
}

// periodic is the pitch of what repeats: the shortest time after which the window is
// almost as like itself as after any (McLeod, Wyvill, "A smarter way to find pitch",
// 2005); 0 if it never is.
func (p *pitches) periodic() float64 {
	least, most := int(float64(p.rate)/highest), min(int(float64(p.rate)/lowest), window/2)
	var like [window/2 + 2]float64
	best := 0.0
	for lag := max(least-1, 1); lag <= most; lag++ {
		var both, each float64
		for i, v := range p.tail[:window-lag] {
			w := p.tail[i+lag]
			both += v * w
			each += v*v + w*w
		}
		if each > 0 {
			like[lag] = 2 * both / each
		}
		if lag > least && like[lag-1] > like[lag-2] && like[lag-1] >= like[lag] {
			_, top := peak(like[lag-2], like[lag-1], like[lag])
			best = max(best, top)
		}
	}
	if best < 0.5 {
		return 0
	}
	for lag := least; lag < most; lag++ {
		a, b, c := like[lag-1], like[lag], like[lag+1]
		if b <= a || b < c {
			continue
		}
		if beside, top := peak(a, b, c); top >= 0.9*best {
			return min(float64(p.rate)/(float64(lag)+beside), highest)
		}
	}
	return 0
}

// peak is where the parabola through three values, b the highest in the middle, has its
// top, beside b, and how high that is.
func peak(a, b, c float64) (beside, top float64) {
	beside = (a - c) / (2 * (a - 2*b + c))
	return beside, b - (a-c)*beside/4
}

// crossings is the pitch of a noise, by how often it changes its sign.
func (p *pitches) crossings() float64 {
	n := 0
	for i, v := range p.tail[1:] {
		if v*p.tail[i] < 0 {
			n++
		}
	}
	return min(max(float64(n)*float64(p.rate)/(2*window), lowest), highest)
}
