// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"slices"

	"github.com/ledpost/ledpost/sounds/output"
)

// blockFrames is how much is mixed at once.
const blockFrames = output.Period

// A mixer adds voices up. Unlike beep.Mixer it allocates nothing per block.
// Only one goroutine may use it.
type mixer struct {
	voices []*voice
	tmp    [blockFrames][2]float64
}

// block fills dst, at most blockFrames long, and drops the voices that are
// over.
func (m *mixer) block(dst [][2]float64) {
	clear(dst)
	kept := m.voices[:0]
	for _, v := range m.voices {
		v.mix(dst, m.tmp[:len(dst)])
		if !v.done {
			kept = append(kept, v)
		}
	}
	clear(m.voices[len(kept):])
	m.voices = kept
}

func (m *mixer) add(v *voice) { m.voices = append(m.voices, v) }

// sounding reports whether any voice contributed to the last block.
func (m *mixer) sounding() bool {
	return slices.ContainsFunc(m.voices, func(v *voice) bool { return v.heard && v.dry == 0 })
}

// ready reports whether any voice would contribute to the next block, and drops
// those that are over.
func (m *mixer) ready() bool {
	m.voices = slices.DeleteFunc(m.voices, func(v *voice) bool { return v.done })
	return slices.ContainsFunc(m.voices, func(v *voice) bool { return v.src.ready() })
}
