// SPDX-License-Identifier: Apache-2.0

package synth

import "math"

// alarm1: a singing bowl, struck with a soft mallet.
func alarm1(d *desk) {
	tone := d.struck(tuned(bowl, 294, 3.6)...)
	d.put(0.02, 0.5, tone.times(d.line(0, 0.08, 1, 3.6, 1)))
}

// alarm2: a music box.
func alarm2(d *desk) {
	for i, name := range []string{"E5", "G5", "C6", "B5", "G5", "D6", "C6", "G5"} {
		d.put(0.01+0.45*float64(i), 0.5, d.ringing(tine, 0.9)(note(name)))
	}
	d.put(0.01, 0.3, d.ringing(tine, 1.4)(note("C4")))
	d.put(1.81, 0.3, d.ringing(tine, 1.4)(note("G4")))
}

// alarm3: a blackbird at dawn: slow whistled notes between 1.5 and 3 kHz, each
// phrase with a twitter at its end.
func alarm3(d *desk) {
	for i, t := range []float64{0.05, 2.05} {
		bird := []float64{1, 1.06}[i]
		d.whistle(t, 0.5, d.glide(1900, 0.12, 2300, 0.3, 2150).gain(bird))
		d.whistle(t+0.36, 0.5, d.glide(2500, 0.15, 1750, 0.4, 1800).gain(bird))
		d.whistle(t+0.82, 0.5, d.glide(1600, 0.18, 2450, 0.34, 2400).times(d.wobble(28, 0.03, 0.34)).gain(bird))
		for k := range 5 + i {
			d.whistle(t+1.24+0.055*float64(k), 0.3, d.glide(3400+200*float64(k%2), 0.045, 4600))
		}
	}
}

func (d *desk) whistle(at, gain float64, pitch wave) {
	length := float64(len(pitch)) / d.rate
	d.put(at, gain, d.sine(pitch).times(d.held(0.03, length, length*0.4)))
}

// alarm4: a cuckoo clock: the first note a minor third above the second.
func alarm4(d *desk) {
	for _, t := range []float64{0.02, 1.22} {
		for i, hz := range []float64{667, 561} {
			length := 0.2 + 0.14*float64(i)
			pitch := d.glide(hz*0.97, 0.05, hz, length, hz*0.99)
			pipe := d.sine(pitch).plus(d.sine(pitch.gain(3)).gain(0.12), d.band(d.noise(length), pitch, 6).gain(0.3))
			d.put(t+0.34*float64(i), 0.7, d.room(pipe.times(d.held(0.03, length, 0.1)), 0.3, 0.2))
		}
	}
}

// alarm5: a marimba dances.
func alarm5(d *desk) {
	for i, name := range []string{"C5", "", "G4", "C5", "E5", "", "D5", "G4", "C5", "E5", "G5", "", "E5", "", "D5", ""} {
		if name != "" {
			d.put(0.005+0.125*float64(i), 0.7, d.ringing(wooden, 0.4)(note(name)))
		}
	}
}

// alarm6: a telephone of the fifties: two gongs, struck in turn 50 times a
// second (ringing current of 25 Hz), in the British cadence: 0.4 s, a pause of
// 0.2 s, 0.4 s, a pause of 2 s.
func alarm6(d *desk) {
	var blows [2]wave
	for i, hz := range []float64{1080, 1350} {
		blows[i] = d.struck(tuned(dome, hz, 0.7)...).plus(d.tick(5000, 0.006))
	}
	for i := range 40 {
		d.put(0.01+0.6*float64(i/20)+0.02*float64(i%20), 0.25, blows[i%2])
	}
}

// alarm7: a digital watch: 4096 Hz, chopped 8 times a second, every second
// half second. The octave below lets poor loudspeakers have it too.
func alarm7(d *desk) {
	for i := range 4 {
		pip := d.pulse(d.hold(2048, 0.0625), 0.22)
		d.put(0.005+0.125*float64(i), 0.4, pip.times(d.line(0, 0.003, 1, 0.056, 1, 0.0625, 0)))
	}
}

// alarm8: a smoke detector in the evacuation rhythm of ISO 8201: three times
// half a second on and off, then a pause.
func alarm8(d *desk) {
	for i := range 3 {
		tone := d.pulse(d.hold(3100, 0.5), 0.5).plus(d.sine(d.hold(1550, 0.5)).gain(0.2))
		d.put(0.005+float64(i), 0.4, tone.times(d.line(0, 0.005, 1, 0.49, 1, 0.5, 0)))
	}
}

// alarm9: the two-tone horn of a fire engine: two pairs of trumpets a fourth
// apart, each pair a little out of tune, so that it trembles.
func alarm9(d *desk) {
	for i, pair := range [][2]float64{{435, 450}, {580, 600}} {
		trumpets := d.saw(d.hold(pair[0], 0.74)).plus(d.saw(d.hold(pair[1], 0.74)))
		horn := d.lowpass(trumpets, d.hold(3200, 1), 1)
		d.put(0.75*float64(i), 0.35, horn.times(d.line(0, 0.03, 1, 0.7, 1, 0.74, 0)))
	}
}

// alarm10: an alarm clock with two bells and a hammer between them.
func alarm10(d *desk) {
	var blows [2]wave
	for i, hz := range []float64{1720, 1970} {
		blows[i] = d.struck(tuned(dome, hz, 0.35)...).plus(d.tick(4500, 0.02), d.struck(mode{620, 0.04, 0.4}))
	}
	for i := range 28 {
		d.put(float64(i)/14, 0.35*d.luck.between(0.8, 1), blows[i%2])
	}
}

// alarm11: the yelp of a siren, three sweeps a second.
func alarm11(d *desk) {
	sweep := d.closed(d.glide(500, 0.22, 1800, 0.35, 500))
	twice := d.lowpass(d.saw(append(sweep, sweep...)), d.hold(5000, 1), 0.8)
	for i := range 3 {
		d.put(0.35*float64(i), 0.4, twice[len(twice)/2:]) // the filter has settled
	}
}

// alarm12: the emergency signal of DIN 33404-3: from 1200 Hz down to 500 Hz
// each second, without a pause.
func alarm12(d *desk) {
	sweep := d.pulse(d.closed(d.glide(1200, 1, 500)), 0.4)
	d.put(0, 0.4, sweep)
	d.put(1, 0.4, sweep)
}

// closed nudges a pitch so that it runs through whole periods: the oscillator
// ends where it began.
func (d *desk) closed(hz wave) wave {
	var periods float64
	for _, f := range hz {
		periods += float64(f) / d.rate
	}
	return hz.gain(math.Round(periods) / periods)
}

// alarm13: the most urgent: eight pulses a second, high, and with partials that
// do not fit together.
func alarm13(d *desk) {
	for i := range 8 {
		hz := []float64{880, 880, 880, 1175}[i%4]
		pulse := d.saw(d.hold(hz, 0.1)).plus(d.saw(d.hold(hz*1.37, 0.1)).gain(0.7), d.sine(d.hold(hz*2.71, 0.1)).gain(0.5))
		d.put(0.002+0.125*float64(i), 0.35, pulse.times(d.line(0, 0.006, 1, 0.09, 1, 0.1, 0)))
	}
}
