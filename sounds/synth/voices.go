// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"math"
	"strings"
)

// Voices are the instruments and things that more than one recipe plays.

// note is the pitch in Hz of a name such as "A4", "Eb5" or "F#3" (A4 is 440 Hz).
func note(name string) float64 {
	semitones := []float64{'C' - 'A': -9, 'D' - 'A': -7, 'E' - 'A': -5, 'F' - 'A': -4, 'G' - 'A': -2, 0: 0, 'B' - 'A': 2}
	n := semitones[name[0]-'A'] + 12*(float64(name[len(name)-1])-'4')
	n += float64(strings.Count(name, "#") - strings.Count(name, "b"))
	return 440 * math.Pow(2, n/12)
}

// Things that ring, for a pitch of 1 Hz and a decay of 1 s.
var (
	// A thin ring or dome: n(n²-1)/√(n²+1) for n = 2, 3, 4 (Rayleigh, Theory of
	// Sound §233), each mode split in two by unevenness: the warble of a bell.
	dome = []mode{{1, 1, 1}, {1.004, 0.9, 0.7}, {2.83, 0.6, 0.5}, {2.84, 0.55, 0.4}, {5.42, 0.3, 0.25}, {5.44, 0.3, 0.2}}
	// A free bar of even thickness, as in a glockenspiel (Fletcher and Rossing,
	// Physics of Musical Instruments, table 2.1).
	bar = []mode{{1, 1, 1}, {2.756, 0.4, 0.35}, {5.404, 0.15, 0.2}}
	// A marimba bar, cut away below so that its modes are 1 : 4 : 10.
	wooden = []mode{{1, 1, 1}, {4, 0.25, 0.3}, {10, 0.08, 0.12}}
	// The tine of a kalimba: its overtone at 6.6 dies out soon.
	tine = []mode{{1, 1, 1}, {2, 0.5, 0.06}, {6.6, 0.2, 0.2}}
	// A drinking glass.
	glass = []mode{{1, 1, 1}, {1.008, 0.9, 0.5}, {2.32, 0.6, 0.6}, {4.25, 0.4, 0.35}, {6.63, 0.25, 0.2}}
	// A singing bowl: the partials of a standing bell, slow to die, beating.
	bowl = []mode{{1, 1, 1}, {1.006, 1, 0.8}, {2.71, 0.7, 0.5}, {2.722, 0.7, 0.4}, {5.02, 0.4, 0.2}, {5.04, 0.4, 0.15}}
)

// strung is a plucked string: harmonics, the higher the weaker and the shorter.
func strung(hz, t60 float64) []mode {
	var ms []mode
	for n := 1.0; n <= 10; n++ {
		ms = append(ms, mode{n * hz, t60 / math.Sqrt(n), math.Sin(n*0.7) / n})
	}
	return ms
}

// tick is a very short burst of noise around hz: the contact of two hard things.
func (d *desk) tick(hz, seconds float64) wave {
	return d.band(d.noise(seconds), d.hold(hz, seconds), 1).times(d.decay(0.0005, seconds))
}

// held is the envelope of a blown or bowed note.
func (d *desk) held(attack, seconds, release float64) wave {
	return d.line(0, attack, 1, seconds-release, 0.8, seconds, 0)
}

// wobble is a factor that swings around 1: vibrato on a pitch, tremolo on a sound.
func (d *desk) wobble(hz, depth, seconds float64) wave {
	return d.sine(d.hold(hz, seconds)).scale(depth, 1)
}

// piano is an electric piano: a soft FM tone with a short bright attack.
func (d *desk) piano(hz, t60 float64) wave {
	body := d.fm(d.hold(hz, t60), 1, d.glide(1.2, 0.3, 0.2, t60, 0.05))
	tang := d.fm(d.hold(hz, 0.13), 14, d.hold(0.4, 0.13)).times(d.decay(0.002, 0.12))
	return body.plus(tang.gain(0.15)).times(d.decay(0.004, t60))
}

// brass is one note of a brass player: the louder the brighter (Chowning's FM,
// ratio 1, the index following the envelope).
func (d *desk) brass(hz wave, seconds float64) wave {
	env := d.held(min(0.04, seconds/4), seconds, min(0.08, seconds/3))
	return d.fm(hz, 1, env.scale(3.5, 0)).times(env)
}

// chip is one note of an old game console.
func (d *desk) chip(hz wave, duty, seconds float64) wave {
	return d.pulse(hz, duty).times(d.line(0, 0.003, 1, seconds*0.8, 0.7, seconds, 0))
}

// bubble is a drop of water: the trapped air rings while it rises to the
// surface, so its pitch climbs by the factor rise (van den Doel, "Physically
// based models for liquid sounds", 2005).
func (d *desk) bubble(hz, rise, t60 float64) wave {
	return d.sine(d.glide(hz, t60+0.002, hz*rise)).times(d.decay(0.002, t60))
}
