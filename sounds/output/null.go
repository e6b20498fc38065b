// SPDX-License-Identifier: Apache-2.0

package output

import "time"

// Null discards sound at the pace of a card with a buffer of Buffer frames.
type Null struct{ pace }

// NewNull returns a Null of rate frames a second.
func NewNull(rate int) *Null { return &Null{pace{rate: rate, ahead: Buffer}} }

// Write waits until there would be room for block.
func (n *Null) Write(block [][2]float64) error {
	n.wait(len(block))
	return nil
}

// Close does nothing.
func (n *Null) Close() error { return nil }

// pace is the clock of an imaginary card.
type pace struct {
	rate      int
	ahead     int // frames that may be written before they are played
	start     time.Time
	frames    int64 // written since start
	underruns uint64
}

// Rate returns the frames a second.
func (p *pace) Rate() int { return p.rate }

// Underruns returns how often the next block came too late.
func (p *pace) Underruns() uint64 { return p.underruns }

// wait takes n more frames, and waits while more than ahead are not yet played.
func (p *pace) wait(n int) {
	now := time.Now()
	if late := now.Sub(p.at(p.frames)); p.frames == 0 || late > 0 {
		if p.frames > 0 {
			p.underruns++
		}
		p.start, p.frames = now, 0
	}
	p.frames += int64(n)
	if early := p.at(p.frames - int64(p.ahead)).Sub(now); early > 0 {
		time.Sleep(early)
	}
}

// at returns when frame n is played.
func (p *pace) at(n int64) time.Time {
	rate := int64(p.rate)
	return p.start.Add(time.Duration(n/rate)*time.Second + time.Duration(n%rate)*time.Second/time.Duration(rate))
}
