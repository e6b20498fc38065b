// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"math"
	"slices"

	"github.com/ledpost/ledpost/sounds/output"
)

// A source provides what a voice plays. Only the mixer's goroutine calls it,
// and it never waits.
type source interface {
	// take fills samples as far as it can. more is false with the last ones.
	take(samples [][2]float64) (n int, more bool)
	// ready reports whether take would return samples or the end.
	ready() bool
	// err returns why the sound ended, nil for its regular end. Call it only
	// after more was false.
	err() error
}

// rampTime is how long a change of volume, a stop and a replacement take: long
// enough not to click, short enough not to be heard as a fade.
const rampTime = 0.020 // s

// A voice is a sound in the mixer with its volume.
type voice struct {
	src     source
	ramp    int     // frames of a whole ramp
	gain    float64 // now
	target  float64
	step    float64 // a frame, while gain is not target
	stop    bool    // ends when it has faded out
	heard   bool    // some of it has been played
	dry     int     // frames since its source had anything
	starved uint64  // times it ran dry in mid-sound
	done    bool
	fault   error                      // with done
	tap     func(samples [][2]float64) // takes all samples before their volume; nil = nobody
}

// newVoice returns a voice that starts at full volume, or fades in where the
// sound does not start at its beginning.
func newVoice(src source, volume, rate int, fadeIn bool) *voice {
	v := &voice{src: src, ramp: max(1, int(rampTime*float64(rate)))}
	v.setVolume(volume)
	if !fadeIn {
		v.gain = v.target
	}
	return v
}

// loudness returns the gain of a volume of 0 to 100: 60 dB from 1 to 100, as
// the ear perceives it; 0 is silence.
func loudness(volume int) float64 {
	if volume <= 0 {
		return 0
	}
	return math.Pow(10, float64(min(volume, 100)-100)*60/100/20)
}

func (v *voice) setVolume(volume int) {
	if !v.stop {
		v.aim(loudness(volume))
	}
}

// fadeOut ends the voice after one ramp.
func (v *voice) fadeOut() {
	v.aim(0)
	v.stop = true
	if !v.heard {
		v.done = true
	}
}

func (v *voice) aim(target float64) {
	v.target = target
	v.step = (target - v.gain) / float64(v.ramp)
}

// mix adds the voice's next frames to dst; tmp is as long.
func (v *voice) mix(dst, tmp [][2]float64) {
	if v.done {
		return
	}
	n, more := v.src.take(tmp)
	tmp = tmp[:n]
	if v.heard = v.heard || n > 0; v.tap != nil {
		v.tap(tmp)
	}
	v.apply(tmp)
	switch {
	case !more:
		v.done, v.fault = true, v.src.err()
		if v.fault != nil { // it may break off anywhere
			v.taper(tmp)
		}
	case v.stop && v.gain == 0:
		v.done = true
	case n < len(dst):
		v.runDry(tmp, len(dst)-n)
	default:
		v.dry = 0
	}
	for i, s := range tmp {
		dst[i][0] += s[0]
		dst[i][1] += s[1]
	}
}

// apply multiplies with the gain.
func (v *voice) apply(samples [][2]float64) {
	for i := range samples {
		if v.gain != v.target {
			v.gain += v.step
			if v.step == 0 || (v.gain-v.target)*v.step >= 0 {
				v.gain = v.target
			}
		}
		samples[i][0] *= v.gain
		samples[i][1] *= v.gain
	}
}

// runDry fades out the rest and prepares to fade in when more comes.
func (v *voice) runDry(left [][2]float64, missing int) {
	if v.dry += missing; !v.heard {
		return // it has yet to begin
	}
	if len(left) > 0 {
		v.starved++
		v.taper(left)
	}
	v.gain = 0
	v.aim(v.target)
	if v.stop {
		v.done = true
	}
}

// taper fades out the end of samples.
func (v *voice) taper(samples [][2]float64) {
	samples = samples[max(0, len(samples)-v.ramp):]
	for i := range samples {
		f := float64(len(samples)-1-i) / float64(len(samples))
		samples[i][0] *= f
		samples[i][1] *= f
	}
}

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
