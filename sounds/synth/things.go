// SPDX-License-Identifier: Apache-2.0

package synth

// bicycle: two strokes of the lever of a rotary bell, the hammers hitting the
// dome 16 times a second.
func bicycle(d *desk) {
	blow := d.struck(tuned(dome, 2050, 0.9)...)
	for i := range 16 {
		t := 0.005 + []float64{0, 0.72}[i/8] + float64(i%8)/16
		d.put(t, 0.4*d.luck.between(0.7, 1), blow)
		d.put(t, 0.4, d.tick(7000, 0.012))
	}
}

// car: a pair of disc horns, a third apart, hooting short and long.
func car(d *desk) {
	for _, hoot := range [][2]float64{{0.01, 0.16}, {0.28, 0.55}} {
		t, length := hoot[0], hoot[1]
		bend := d.glide(0.94, 0.03, 1, length, 1)
		horns := d.pulse(bend.gain(415), 0.3).plus(d.pulse(bend.gain(500), 0.3))
		trumpet := d.formants(horns,
			formant{d.hold(500, length), 500, 0.4},
			formant{d.hold(1300, length), 900, 0.5},
			formant{d.hold(2600, length), 1200, 1.5})
		d.put(t, 0.5, trumpet.times(d.line(0, 0.015, 1, length-0.03, 1, length, 0)))
	}
}

// cash: the lever of a till, its bell, the drawer that runs out to its stop,
// and the coins in it.
func cash(d *desk) {
	for _, t := range []float64{0.005, 0.07} {
		d.put(t, 1, d.tick(1600, 0.05).plus(d.struck(mode{310, 0.06, 0.5}, mode{840, 0.04, 0.4})))
	}
	for _, t := range []float64{0.16, 0.23} {
		d.put(t, 0.6, d.struck(tuned(dome, 2640, 1.1)...).plus(d.tick(8000, 0.01)))
	}
	d.put(0.2, 0.25, d.lowpass(d.noise(0.3), d.hold(700, 1), 0.7).times(d.line(0, 0.1, 1, 0.28, 0.6, 0.3, 0)))
	d.put(0.5, 0.9, d.struck(mode{140, 0.12, 1}, mode{420, 0.08, 0.6}, mode{1150, 0.05, 0.3}))
	for range 14 {
		coin := d.luck.between(4200, 7800)
		d.put(d.luck.between(0.48, 0.85), d.luck.between(0.03, 0.14), d.struck(
			mode{coin, 0.16, 1}, mode{coin * 1.47, 0.1, 0.7}, mode{coin * 2.09, 0.07, 0.4}))
	}
}

// planks are the resonances of a wooden door (62 to 790 Hz: Farnell, Designing
// Sound, 2010, ch. 32), and of the panel that the knuckles hit.
var planks = []mode{{125, 0.12, 0.4}, {250, 0.1, 0.8}, {395, 0.09, 1}, {560, 0.07, 0.9},
	{790, 0.06, 0.8}, {1240, 0.035, 0.6}, {2100, 0.02, 0.4}}

func knock(d *desk) {
	for _, t := range []float64{0.005, 0.265} {
		rap := d.struck(planks...).plus(d.tick(1800, 0.015))
		d.put(t, 0.4, d.room(rap, 0.2, 0.12))
		d.put(t+0.007, 0.15, d.struck(planks...)) // the second knuckle
	}
}

// letter: paper slides through the slot, the flap clacks and bounces, the
// letter drops on the mat; then the chime of a mailbox on a screen.
func letter(d *desk) {
	slide := d.band(d.noise(0.36), d.glide(2600, 0.25, 5200, 0.36, 3600), 0.8)
	d.put(0, 0.8, slide.times(d.line(0, 0.12, 0.7, 0.2, 0.5, 0.28, 1, 0.36, 0)))
	for i, t := range []float64{0.4, 0.475, 0.515} {
		flap := d.struck(mode{880, 0.12, 0.6}, mode{1710, 0.1, 1}, mode{2650, 0.08, 0.7}, mode{4180, 0.05, 0.5})
		d.put(t, 0.5/float64(1+2*i), flap.plus(d.tick(3000, 0.01)))
	}
	d.put(0.66, 0.9, d.lowpass(d.noise(0.12), d.glide(900, 0.12, 150), 0.7).times(d.decay(0.003, 0.11)))
	d.put(0.66, 0.3, d.tick(3500, 0.05))
	d.put(0.85, 0.4, d.struck(tuned(bar, note("E6"), 0.6)...))
	d.put(0.97, 0.4, d.struck(tuned(bar, note("A6"), 0.8)...))
}

// door: the latch clicks, then the hinge creaks: it sticks and slips, faster
// while the door moves faster, and each slip kicks the wood.
func door(d *desk) {
	d.put(0.005, 0.5, d.tick(2400, 0.03).plus(d.struck(mode{640, 0.06, 0.5}, mode{1850, 0.05, 0.4})))
	d.put(0.09, 0.7, d.struck(planks...).gain(0.3).plus(d.tick(1500, 0.03)))
	slips := make(wave, samples(1.25, int(d.rate)))
	speed := d.line(28, 0.35, 75, 0.6, 48, 0.95, 120, 1.25, 40)
	for t := 0.0; t < 1.22; {
		i := samples(t, int(d.rate))
		slips[i] = float32(d.luck.between(0.5, 1) * d.rate / 44100)
		t += d.luck.between(0.8, 1.25) / speed.at(i)
	}
	creak := d.formants(slips,
		formant{d.hold(395, 2), 100, 3},
		formant{d.line(560, 0.6, 700, 1.25, 620), 90, 4},
		formant{d.line(900, 0.35, 1150, 0.95, 1350, 1.25, 1000), 110, 6},
		formant{d.line(1900, 0.5, 2300, 1.25, 2000), 220, 6})
	d.put(0.28, 4, d.room(creak.times(d.line(0, 0.15, 1, 0.55, 0.6, 0.95, 1, 1.25, 0)), 0.2, 0.15))
}

// cat says miaow: the pitch goes up and down again, while the mouth opens and
// closes, which moves the first formant up and down (m-i-a-u).
func cat(d *desk) {
	const end = 0.95
	pitch := d.glide(560, 0.12, 690, 0.32, 860, 0.6, 780, end, 520).times(d.wobble(6, 0.012, end))
	voice := d.pulse(pitch, 0.15).plus(d.noise(end).gain(0.1))
	mouth := d.formants(voice,
		formant{d.glide(600, 0.1, 700, 0.4, 1500, 0.6, 1300, end, 560), 300, 1},
		formant{d.glide(2900, 0.2, 2700, 0.45, 2300, end, 1250), 400, 0.8},
		formant{d.hold(4200, end), 700, 0.4},
		formant{d.hold(6500, end), 1500, 0.1})
	d.put(0.01, 1, mouth.times(d.line(0, 0.05, 0.25, 0.16, 0.5, 0.4, 1, 0.65, 0.8, end, 0)))
}

// bark is one bark of a dog: a hoarse voice whose pitch jumps up and falls,
// through a mouth that snaps open and shut; size scales the formants (1 is a
// large dog, more is a smaller one).
func (d *desk) bark(pitch, size, seconds float64) wave {
	hz := d.glide(pitch*0.65, seconds*0.2, pitch, seconds*0.45, pitch*0.92, seconds, pitch*0.5)
	voice := d.saw(hz.times(d.wobble(70, 0.04, seconds))).plus(d.noise(seconds).gain(0.3))
	mouth := d.formants(voice,
		formant{d.glide(350*size, seconds*0.25, 900*size, seconds, 500*size), 180 * size, 1},
		formant{d.glide(950*size, seconds*0.25, 1550*size, seconds, 1050*size), 250 * size, 1.8},
		formant{d.hold(2700*size, seconds), 500 * size, 1.2},
		formant{d.hold(3900*size, seconds), 900 * size, 0.5})
	return mouth.times(d.line(0, 0.012, 1, seconds*0.4, 0.7, seconds, 0)).drive(2.5)
}

func dog(d *desk) {
	d.put(0.01, 1, d.room(d.bark(400, 1, 0.19), 0.25, 0.15))
	d.put(0.43, 0.9, d.room(d.bark(380, 1, 0.2), 0.25, 0.15))
}

func dog2(d *desk) {
	for i, t := range []float64{0.01, 0.25, 0.62} {
		d.put(t, 1, d.bark([]float64{1000, 1050, 960}[i], 1.7, 0.11))
	}
}

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

// flap: a thin card of plastic slaps on the stack of those below it, which its frame dampens.
func flap(d *desk) {
	d.put(0.002, 0.4, d.tick(3200, 0.016))
	d.put(0.002, 0.4, d.struck(mode{720, 0.024, 0.6}, mode{1650, 0.02, 0.8}, mode{2900, 0.014, 0.7}))
}
