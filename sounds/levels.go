// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"time"

	"github.com/ledpost/ledpost/sounds/spectrum"
)

// Bands is the number of bands of Levels.
const Bands = spectrum.Bands

// Levels is how loud each band of a sound is, the lowest first: 0 for silence to 255 for a
// full sine, in equal steps of dB.
type Levels = spectrum.Levels

// watched is for how long after a call of Levels the player measures.
const watched = time.Second

// Levels returns how loud the bands of the track that plays are, whatever its volume. Any
// goroutine may call it, and nobody waits. The player measures only while somebody asks once
// a second: the first answer is silence.
func (p *Player) Levels() Levels {
	p.asked.Store(time.Now().UnixNano())
	return p.meter.Levels()
}

// measure takes a block of the track that plays, before its volume. An empty block is of a
// track that stalls: silence, for the bars would stand still else.
func (e *engine) measure(block [][2]float64) {
	if len(block) > 0 && time.Since(time.Unix(0, e.p.asked.Load())) < watched {
		e.p.meter.Add(block)
		e.measured = true
	}
}

// settle ends a block: without a track, or without somebody who asks, the bands are silent.
func (e *engine) settle() {
	if !e.measured {
		e.p.meter.Clear()
	}
	e.measured = false
}
