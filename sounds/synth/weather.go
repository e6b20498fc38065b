// SPDX-License-Identifier: Apache-2.0

package synth

// thunder: the nearest part of the channel cracks, then its farther parts
// arrive in claps, each duller than the one before because the air has taken
// the treble, over the rumble of all the rest.
func thunder(d *desk) {
	const end = 3.9
	d.put(0.01, 7, d.clap(70, 0.45, 6000))
	d.put(0.62, 10, d.clap(40, 0.35, 1400))
	d.put(1.35, 12, d.clap(30, 0.4, 700))
	d.put(2.15, 12, d.clap(20, 0.5, 400))
	air := d.glide(1500, 0.5, 700, 1.5, 420, end, 230) // a small loudspeaker still gives the rest
	rumble := d.lowpass(d.lowpass(d.noise(end), air, 0.7), air, 0.8)
	flutter := d.lowpass(d.noise(end), d.hold(9, end), 0.7).scale(9, 1)
	d.put(0.01, 3, rumble.times(flutter).times(d.line(0, 0.03, 1, 0.5, 0.5, 2.2, 0.4, 3, 0.15, end, 0)).drive(1.5))
}

// clap is a burst of shock waves that thins out within a time, from far enough
// away that nothing above hz is left.
func (d *desk) clap(shocks int, seconds, hz float64) wave {
	w := make(wave, samples(seconds+0.1, int(d.rate)))
	for range shocks {
		x := d.luck.between(0, 1)
		w[samples(x*x*seconds, int(d.rate))] += float32(d.luck.between(-1, 1) * (1 - x) * d.rate / 44100)
	}
	air := d.glide(hz, seconds+0.1, hz/5)
	return d.lowpass(d.lowpass(w, air, 0.7), air, 0.7)
}

// gusts is wind around corners: noise through a resonance that wanders with
// its strength, and the hiss of the open air.
func (d *desk) gusts(howl, strength wave) wave {
	seconds := float64(len(strength)) / d.rate
	low := d.band(d.noise(seconds), howl, 7).gain(2.2)
	high := d.band(d.noise(seconds), howl.gain(1.52), 12).gain(1.3)
	hiss := d.band(d.noise(seconds), howl.gain(4), 0.8).gain(0.12)
	return low.plus(high, hiss).times(strength)
}

func wind(d *desk) {
	howl := d.line(420, 0.9, 760, 1.5, 520, 2.3, 880, 2.9, 560, 3.8, 430)
	d.put(0, 1, d.gusts(howl, d.line(0, 0.9, 1, 1.5, 0.45, 2.3, 1, 2.9, 0.4, 3.8, 0)))
}

func windShort(d *desk) {
	d.put(0, 1, d.gusts(d.line(380, 0.5, 900, 1.2, 420), d.line(0, 0.25, 0.4, 0.5, 1, 0.75, 0.5, 1.2, 0)))
}

// water1: a tap drips twice: the drop hits the water almost without a sound,
// then the air that it has trapped rings.
func water1(d *desk) {
	for i, t := range []float64{0.01, 0.5} {
		d.put(t, 0.2, d.tick(5000, 0.004))
		d.put(t+0.014, 0.9, d.room(d.bubble([]float64{1250, 1050}[i], 1.8, 0.15), 0.4, 0.25))
	}
}

// water2: water gurgles: large bubbles, many small ones, and the rush of the jet.
func water2(d *desk) {
	const end = 1.9
	for t := 0.02; t < end-0.1; t += d.luck.between(0.001, 0.012) {
		hz := 900 * d.luck.between(1, 2) * d.luck.between(1, 2)
		d.put(t, d.luck.between(0.02, 0.12), d.bubble(hz, 1, 60/hz))
	}
	for t := 0.02; t < end-0.2; t += d.luck.between(0.02, 0.07) {
		hz := 350 * d.luck.between(1, 2.6) * d.luck.between(1, 2.6)
		d.put(t, d.luck.between(0.2, 0.7), d.bubble(hz, d.luck.between(1.2, 1.7), 80/hz))
	}
	rush := d.band(d.noise(end), d.line(1300, 0.8, 1700, end, 1200), 0.7)
	d.put(0, 0.1, rush.times(d.line(0, 0.15, 1, end-0.3, 0.8, end, 0)))
}
