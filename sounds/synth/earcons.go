// SPDX-License-Identifier: Apache-2.0

package synth

// An earcon has no thing that it imitates: what rises is good, what falls is
// bad, what stays calls for attention.

// melody plays notes one after the other on an instrument.
func (d *desk) melody(step, gain float64, instrument func(hz float64) wave, names ...string) {
	for i, name := range names {
		d.put(0.005+float64(i)*step, gain, instrument(note(name)))
	}
}

// ringing is an instrument made of modes.
func (d *desk) ringing(modes []mode, t60 float64) func(hz float64) wave {
	return func(hz float64) wave { return d.struck(tuned(modes, hz, t60)...).plus(d.tick(4000, 0.006).gain(0.1)) }
}

func notification1(d *desk) { d.put(0.005, 0.8, d.ringing(bar, 1.4)(note("A5"))) }

// notification2 is the ding-dong of a door chime, a major third down.
func notification2(d *desk) { d.melody(0.38, 0.7, d.ringing(bar, 1.2), "E5", "C5") }

func notification3(d *desk) { d.melody(0.1, 0.7, d.ringing(tine, 0.9), "C5", "E5", "G5") }

// notification4 taps a glass twice.
func notification4(d *desk) {
	for _, t := range []float64{0.005, 0.17} {
		d.put(t, 0.5, d.struck(tuned(glass, 1900, 0.7)...).plus(d.tick(9000, 0.005)))
	}
}

func positive1(d *desk) { d.melody(0.13, 0.8, d.ringing(wooden, 0.5), "C5", "E5") }

func positive2(d *desk) { d.melody(0.16, 0.6, d.ringing(dome, 1.2), "C6", "G6") }

// positive3 is a whistle that slides up.
func positive3(d *desk) {
	pitch := d.glide(380, 0.08, 420, 0.38, 1300)
	d.put(0.005, 0.7, d.fm(pitch, 2, d.hold(0.5, 1)).times(d.held(0.03, 0.38, 0.06)))
}

func positive4(d *desk) {
	d.melody(0.09, 0.7, func(hz float64) wave { return d.struck(strung(hz, 1.1)...) }, "C4", "E4", "G4", "C5", "E5")
}

func positive5(d *desk) {
	d.put(0.005, 0.4, d.chip(d.hold(note("G5"), 0.09), 0.5, 0.09))
	d.put(0.095, 0.4, d.pulse(d.hold(note("E6"), 0.5), 0.5).times(d.decay(0.002, 0.45)))
}

func positive6(d *desk) {
	d.melody(0.07, 0.4, func(hz float64) wave { return d.piano(hz, 1.5) }, "C4", "G4", "E5", "B5", "D6")
}

func negative1(d *desk) { d.melody(0.15, 0.8, d.ringing(wooden, 0.5), "G4", "E4") }

// negative2 is the buzzer of a quiz show, twice, the second lower.
func negative2(d *desk) {
	for i, hz := range []float64{185, 139} {
		length := 0.18 + 0.17*float64(i)
		buzz := d.saw(d.hold(hz, length)).plus(d.saw(d.hold(hz*1.015, length)))
		d.put(0.005+0.24*float64(i), 0.4,
			d.lowpass(buzz, d.hold(2500, 1), 0.7).times(d.line(0, 0.008, 1, length-0.02, 1, length, 0)))
	}
}

// negative3 is a whistle that slides down.
func negative3(d *desk) {
	pitch := d.glide(760, 0.08, 700, 0.5, 170)
	d.put(0.005, 0.7, d.fm(pitch, 1, d.hold(1, 1)).times(d.held(0.02, 0.5, 0.12)))
}

// negative4 falls through a tritone, each note rubbing against its neighbour.
func negative4(d *desk) {
	rub := func(hz float64) wave { return d.piano(hz, 0.9).plus(d.piano(hz*1.06, 0.9).gain(0.7)) }
	d.melody(0.17, 0.4, rub, "A4", "F4", "Eb4")
}

// negative5: two heavy low strings, a semitone down.
func negative5(d *desk) {
	d.melody(0.26, 0.8, func(hz float64) wave { return d.struck(strung(hz, 1.2)...).drive(2) }, "E3", "Eb3")
}

// lose1 is the sad trombone: wah, wah, wah, waaah, down in semitones.
func lose1(d *desk) {
	for i, name := range []string{"D4", "C#4", "C4", "B3"} {
		length, hz := 0.3, note(name)
		pitch := d.glide(hz*0.97, 0.06, hz, length, hz)
		if i == 3 {
			length = 1.1
			pitch = d.glide(hz*0.97, 0.06, hz, 0.3, hz, length, hz*0.86).times(d.wobble(5.5, 0.02, length))
		}
		hand := d.glide(450, length*0.45, 1500, length, 420) // over the bell
		horn := d.lowpass(d.saw(pitch), hand, 2.5)
		d.put(0.005+0.34*float64(i), 0.5, horn.times(d.held(0.04, length, length*0.3)))
	}
}

// lose2 is the end of an old game: down the minor chord, and a last low sigh.
func lose2(d *desk) {
	chip := func(hz float64) wave { return d.chip(d.hold(hz, 0.12), 0.25, 0.12) }
	d.melody(0.13, 0.4, chip, "C5", "Ab4", "F4", "C4")
	sigh := d.glide(note("F3"), 0.15, note("F3"), 0.7, note("C3")).times(d.wobble(9, 0.02, 0.7))
	d.put(0.525, 0.45, d.chip(sigh, 0.25, 0.7))
}

// win is a fanfare of two trumpets in a hall: three short notes, then up the chord.
func win(d *desk) {
	for i, name := range []string{"G4", "G4", "G4", "C5", "E5", "G5"} {
		t := []float64{0, 0.13, 0.26, 0.39, 0.6, 0.81}[i]
		length := []float64{0.11, 0.11, 0.11, 0.2, 0.2, 1}[i]
		d.put(0.005+t, 0.3, d.brass(d.hold(note(name), length), length))
		d.put(0.012+t, 0.3, d.brass(d.hold(note(name)*1.001, length), length))
		if length == 1 {
			d.put(0.01+t, 0.3, d.brass(d.hold(note("C5"), length), length))
		}
	}
	d.tape = d.room(d.tape, 0.4, 0.12)[:len(d.tape)]
}

// win2 is the jackpot of an old game: chords run up, each a tone higher.
func win2(d *desk) {
	blip := func(hz float64) wave { return d.chip(d.hold(hz, 0.06), 0.5, 0.06) }
	d.melody(0.06, 0.35, blip, "C5", "E5", "G5", "C6", "D5", "F#5", "A5", "D6", "E5", "G#5", "B5", "E6")
	last := d.hold(note("E6"), 0.6).times(d.wobble(8, 0.012, 0.6))
	d.put(0.725, 0.35, d.pulse(last, 0.5).times(d.held(0.003, 0.6, 0.4)))
	d.put(0.725, 0.2, d.pulse(last.gain(0.7937), 0.25).times(d.held(0.003, 0.6, 0.4)))
}

// energy charges up: pitch, brightness and flutter climb until it is full.
func energy(d *desk) {
	const full = 1.15
	pitch := d.glide(98, full, 784)
	charge := d.lowpass(d.saw(pitch).plus(d.saw(pitch.gain(1.507))), d.glide(400, full, 7000), 2)
	flutter := d.sine(d.glide(6, full, 30)).scale(0.3, 0.7)
	d.put(0, 0.35, charge.times(flutter).times(d.line(0, full*0.8, 1, full, 0.9, full+0.02, 0)))
	d.put(full-0.01, 0.45, d.ringing(bar, 0.9)(note("G6")).plus(d.ringing(bar, 0.9)(note("D7")).gain(0.5)))
}

// statistic draws a bar chart: one pluck a bar, as high as the bar, and a dot.
func statistic(d *desk) {
	for i, height := range []float64{1, 3, 2, 5, 4, 7, 6, 9} {
		t := 0.005 + 0.1*float64(i)
		d.put(t, 0.7, d.struck(tuned(wooden, 330+95*height, 0.22)...).plus(d.tick(3500, 0.008).gain(0.4)))
	}
	d.put(0.9, 0.5, d.ringing(bar, 0.7)(note("A6")))
}
