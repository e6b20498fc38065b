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
