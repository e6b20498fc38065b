// SPDX-License-Identifier: Apache-2.0

// Package rtttl reads ringtones in the Ring Tone Text Transfer Language and turns
// them into sound, as the buzzer of a small clock plays them.
//
// A ringtone has three sections with colons between: a name, the defaults (d
// duration, o octave, b beats a minute), and the notes with commas between, as
// in "two:d=4,o=5,b=100:8c,8p,16g#6.". The language was Nokia's; the extensions
// that phones and clocks accept are accepted here too: spaces, capitals, h for
// b, sections of defaults that are empty, a dot before or after the octave.
//
// The package has no state: every function may be called from any goroutine.
package rtttl

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Limits of a ringtone.
const (
	MaxBytes  = 4096        // of its text
	MaxNotes  = 512         // pauses included
	MaxLength = time.Minute // of its sound
)

// A Tune is a ringtone that was read. The zero value is silent.
type Tune struct {
	Name  string
	Notes []Note
}

// Note is a tone, or a pause where Hz is 0.
type Note struct {
	Hz  float64
	For time.Duration
}

// Length returns how long the tune sounds.
func (t *Tune) Length() (sum time.Duration) {
	for _, n := range t.Notes {
		sum += n.For
	}
	return sum
}

// defaults apply to notes without their own values. Where the section gives
// none, the language's apply.
type defaults struct{ duration, octave, beats int }

// Parse reads a ringtone. An error says which note or default is wrong, or which
// limit is passed.
func Parse(text string) (Tune, error) {
	if len(text) > MaxBytes {
		return Tune{}, fmt.Errorf("rtttl: %d bytes, at most %d are allowed", len(text), MaxBytes)
	}
	sections := strings.SplitN(text, ":", 3)
	if len(sections) < 3 {
		return Tune{}, errors.New("rtttl: want NAME:DEFAULTS:NOTES")
	}
	t := Tune{Name: strings.TrimSpace(sections[0])}
	d, err := parseDefaults(sections[1])
	if err != nil {
		return Tune{}, err
	}
	length := time.Duration(0)
	for word := range strings.SplitSeq(clean(sections[2]), ",") {
		if word == "" {
			continue
		}
		n, err := d.note(word)
		if err != nil {
			return Tune{}, err
		}
		if length += n.For; len(t.Notes) == MaxNotes || length > MaxLength {
			return Tune{}, fmt.Errorf("rtttl: want at most %d notes and %v", MaxNotes, MaxLength)
		}
		t.Notes = append(t.Notes, n)
	}
	if len(t.Notes) == 0 {
		return Tune{}, errors.New("rtttl: there are no notes")
	}
	return t, nil
}

// clean removes the spaces from s and makes its letters lower-case.
func clean(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), "")) }

// parseDefaults reads the section in the middle. Unknown keys are ignored: some
// programs write additional ones.
func parseDefaults(section string) (defaults, error) {
	d := defaults{4, 6, 63}
	for word := range strings.SplitSeq(clean(section), ",") {
		key, value, _ := strings.Cut(word, "=")
		n, err := strconv.Atoi(value)
		var to *int
		good := false
		switch key {
		case "d":
			to, good = &d.duration, duration(n)
		case "o":
			to, good = &d.octave, octave(n)
		case "b":
			to, good = &d.beats, n >= 5 && n <= 900
		default:
			continue
		}
		if err != nil || !good {
			return d, fmt.Errorf("rtttl: the default %q: want d=1, 2, 4, 8, 16, 32 or 64, o=1 to 8, b=5 to 900", brief(word))
		}
		*to = n
	}
	return d, nil
}

func duration(n int) bool { return n >= 1 && n <= 64 && n&(n-1) == 0 }

func octave(n int) bool { return n >= 1 && n <= 8 }

// semitones above C of the letters of notes; h is the German b.
var semitones = map[byte]int{'c': 0, 'd': 2, 'e': 4, 'f': 5, 'g': 7, 'a': 9, 'b': 11, 'h': 11}

// note reads [duration]letter[#][.][octave][.].
func (d defaults) note(word string) (Note, error) {
	wrong := fmt.Errorf("rtttl: the note %q: want a note such as 8c, f#6., 16p or 4g", brief(word))
	length, rest, ok := number(word, d.duration)
	if !ok || !duration(length) || rest == "" {
		return Note{}, wrong
	}
	letter, rest := rest[0], rest[1:]
	semitone, tone := semitones[letter]
	if !tone && letter != 'p' {
		return Note{}, wrong
	}
	if rest != "" && (rest[0] == '#' || rest[0] == '_') {
		semitone, rest = semitone+1, rest[1:]
	}
	dotted := strings.Contains(rest, ".")
	oct, rest, ok := number(strings.Replace(rest, ".", "", 1), d.octave)
	if !ok || !octave(oct) || rest != "" {
		return Note{}, wrong
	}
	whole := 4 * float64(time.Minute) / float64(d.beats) // a beat is a quarter
	n := Note{For: time.Duration(whole / float64(length))}
	if dotted {
		n.For += n.For / 2
	}
	if tone {
		n.Hz = 440 * math.Pow(2, float64(oct-4)+float64(semitone-9)/12)
	}
	return n, nil
}

// number reads the digits at the start of s; without any, it returns otherwise.
func number(s string, otherwise int) (n int, rest string, ok bool) {
	rest = strings.TrimLeft(s, "0123456789")
	digits := s[:len(s)-len(rest)]
	if digits == "" {
		return otherwise, rest, true
	}
	n, err := strconv.Atoi(digits)
	return n, rest, err == nil
}

// brief shortens s for an error message.
func brief(s string) string {
	const most = 24
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// The rates that Render takes, in Hz.
const (
	MinRate = 8000
	MaxRate = 192000
)

const (
	level = 0.2   // of full scale: a buzzer is shrill
	ramp  = 0.003 // s, at both ends of a note, which would click without it
	gap   = 0.010 // s of silence at the end of a note, which separates notes of the same pitch
)

// Render returns the tune as mono samples at rate Hz (MinRate to MaxRate), full
// scale being ±32767. The same arguments always give the same samples.
func (t *Tune) Render(rate int) ([]int16, error) {
	if rate < MinRate || rate > MaxRate {
		return nil, fmt.Errorf("rtttl: rate %d Hz, want %d to %d", rate, MinRate, MaxRate)
	}
	out := make([]int16, samples(min(t.Length(), MaxLength).Seconds(), rate))
	at := 0.0
	for _, n := range t.Notes {
		from, to := samples(at, rate), samples(at+n.For.Seconds(), rate)
		at += n.For.Seconds()
		if n.Hz > 0 && from < len(out) {
			tone(out[from:min(to, len(out))], n.Hz/float64(rate), rate)
		}
	}
	return out, nil
}

func samples(seconds float64, rate int) int { return int(math.Round(seconds * float64(rate))) }

// tone fills out with a tone of step turns a sample.
func tone(out []int16, step float64, rate int) {
	sounding := max(len(out)-samples(gap, rate), len(out)/2)
	edge := max(1, min(samples(ramp, rate), sounding/2))
	wave := period(step)
	phase := 0.0
	for i := range sounding {
		loud := min(1, float64(i+1)/float64(edge), float64(sounding-i)/float64(edge))
		out[i] = int16(math.MaxInt16 * level * loud * wave[int(phase*points)%points])
		phase += step
		phase -= math.Floor(phase)
	}
}

// points of a period: the steps between them are 60 dB below the tone.
const points = 2048

// periods are single periods of tones with one to four odd harmonics: square
// waves that are not too sharp.
var periods = func() (all [4][points]float64) {
	for i := range all {
		for j := range points {
			for k := range i + 1 {
				n := float64(2*k + 1)
				all[i][j] += math.Sin(2*math.Pi*n*float64(j)/points) / n
			}
		}
	}
	return all
}()

// period returns the one with as many harmonics as fit below half the rate: a
// higher one would alias to a lower tone.
func period(step float64) *[points]float64 {
	fits := 0
	for fits < len(periods)-1 && step*float64(2*fits+3) < 0.45 {
		fits++
	}
	return &periods[fits]
}
