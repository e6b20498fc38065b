// SPDX-License-Identifier: Apache-2.0

package synth

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
