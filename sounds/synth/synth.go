// SPDX-License-Identifier: Apache-2.0

// Package synth makes the built-in sounds, notifications, alarms and what motions of the picture sound like,
// each from a recipe of a few lines over a small vocabulary (oscillators, FM,
// damped modes, filtered noise, formants, envelopes, delays). Nothing is
// recorded, so there are no files and no licences to carry. README.md
// explains the vocabulary and how to write a sound.
//
// The package has no state: every function may be called from any goroutine.
package synth

import (
	"errors"
	"fmt"
	"time"
)

// ErrUnknown is wrapped by Render for a category or id that does not exist.
var ErrUnknown = errors.New("synth: unknown sound")

// The rates that Render takes, in Hz.
const (
	MinRate = 8000
	MaxRate = 192000
)

// A recipe says how one sound is made.
type recipe struct {
	id      string
	seconds float64     // length of the sound, or of one turn of the loop
	gain    float64     // dB; puts the sound at its category's loudness, kept by a test
	play    func(*desk) // puts the sound on the desk's tape
}

// Motions is the category of quiet sounds that go with a motion of the picture. Clients cannot ask for them.
const Motions = "motions"

// catalogue lists the categories.
var catalogue = []struct {
	name    string
	recipes func() []recipe
}{{"notifications", notifications}, {"alarms", alarms}, {Motions, motions}}

// Categories returns the names of all categories.
func Categories() (all []string) {
	for _, c := range catalogue {
		all = append(all, c.name)
	}
	return all
}

// IDs returns the ids of a category, notifications and alarms in the order of the device API's list; nil for an
// unknown category. The slice is the caller's.
func IDs(category string) []string {
	var ids []string
	for _, r := range recipes(category) {
		ids = append(ids, r.id)
	}
	return ids
}

// Known reports whether category has a sound id.
func Known(category, id string) bool {
	_, ok := find(category, id)
	return ok
}

// Length returns how long a sound is (alarms: one turn of the loop), 0 if it
// is unknown. Render gives that many seconds, rounded to a whole sample.
func Length(category, id string) time.Duration {
	r, _ := find(category, id)
	return time.Duration(r.seconds * float64(time.Second))
}

// Render returns the whole sound as mono samples at rate Hz (MinRate to
// MaxRate), full scale being ±32767. Notifications and motions start and end in
// silence; an alarm is one turn of a loop whose end continues at its start. The same
// arguments always give the same samples (on another architecture a sample
// may differ by 1). Rendering takes some milliseconds on a PC and up to some
// hundred on a Pi Zero, so call it where waiting is allowed and keep the result.
func Render(category, id string, rate int) ([]int16, error) {
	if rate < MinRate || rate > MaxRate {
		return nil, fmt.Errorf("synth: rate %d Hz, want %d to %d", rate, MinRate, MaxRate)
	}
	r, ok := find(category, id)
	if !ok {
		return nil, fmt.Errorf("%w %q in category %q", ErrUnknown, id, category)
	}
	over := oversampling(rate)
	d := newDesk(rate*over, over*samples(r.seconds, rate), category == "alarms")
	r.play(d)
	return d.master(r.gain, over), nil
}

// recipes returns the recipes of a category.
func recipes(category string) []recipe {
	for _, c := range catalogue {
		if c.name == category {
			return c.recipes()
		}
	}
	return nil
}

func find(category, id string) (recipe, bool) {
	for _, r := range recipes(category) {
		if r.id == id {
			return r, true
		}
	}
	return recipe{}, false
}

// notifications lists the recipes in the order of the device API.
func notifications() []recipe {
	return []recipe{
		{"bicycle", 2.0, -12.3, bicycle},
		{"car", 0.9, -11, car},
		{"cash", 1.6, -11.9, cash},
		{"cat", 1.0, -11.2, cat},
		{"dog", 0.9, -6.9, dog},
		{"dog2", 0.8, -9.5, dog2},
		{"energy", 2.0, -6.6, energy},
		{"knock-knock", 0.6, 4.6, knock},
		{"letter_email", 1.8, -4.1, letter},
		{"lose1", 2.2, -7.9, lose1},
		{"lose2", 1.3, -8, lose2},
		{"negative1", 0.7, -5.1, negative1},
		{"negative2", 0.65, -6.5, negative2},
		{"negative3", 0.55, -8.6, negative3},
		{"negative4", 1.2, -2.9, negative4},
		{"negative5", 1.4, -8.4, negative5},
		{"notification", 1.4, -7.3, notification1},
		{"notification2", 1.6, -5.8, notification2},
		{"notification3", 1.1, -8.3, notification3},
		{"notification4", 0.9, -6.9, notification4},
		{"open_door", 1.8, -2.2, door},
		{"positive1", 0.7, -5.3, positive1},
		{"positive2", 1.3, -10.9, positive2},
		{"positive3", 0.45, -11.2, positive3},
		{"positive4", 1.5, -9, positive4},
		{"positive5", 0.6, -4, positive5},
		{"positive6", 1.8, -6.6, positive6},
		{"statistic", 1.6, -4.5, statistic},
		{"thunder", 4.0, -10, thunder},
		{"water1", 1.0, 0.5, water1},
		{"water2", 2.0, -3.6, water2},
		{"win", 2.3, -11, win},
		{"win2", 1.4, -9, win2},
		{"wind", 3.9, -0.7, wind},
		{"wind_short", 1.25, 0.9, windShort},
	}
}

// alarms lists the recipes from gentle to urgent.
func alarms() []recipe {
	return []recipe{
		{"alarm1", 4, -4.1, alarm1},
		{"alarm2", 3.6, -0.8, alarm2},
		{"alarm3", 4, -6.7, alarm3},
		{"alarm4", 2.4, -6.9, alarm4},
		{"alarm5", 2, -3.3, alarm5},
		{"alarm6", 3, -10.6, alarm6},
		{"alarm7", 1, -5.4, alarm7},
		{"alarm8", 4, -10.7, alarm8},
		{"alarm9", 1.5, -5.4, alarm9},
		{"alarm10", 2, -4.9, alarm10},
		{"alarm11", 1.05, -4, alarm11},
		{"alarm12", 2, -8.5, alarm12},
		{"alarm13", 1, -5.1, alarm13},
	}
}

// motions lists the sounds of moving pictures, each as long as one step of the motion, so that repeating it is in step.
func motions() []recipe {
	return []recipe{{"flap", 0.045, -9.8, flap}}
}
