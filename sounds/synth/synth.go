// SPDX-License-Identifier: Apache-2.0

// Package synth makes the built-in sounds, notifications and alarms,
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

// IDs returns the ids of category ("notifications" or "alarms") in the order
// of the device API's list; nil for any other category. The slice is the caller's.
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
// MaxRate), full scale being ±32767. Notifications start and end in silence;
// an alarm is one turn of a loop whose end continues at its start. The same
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
	switch category {
	case "notifications":
		return notifications()
	case "alarms":
		return alarms()
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
