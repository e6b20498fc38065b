// SPDX-License-Identifier: Apache-2.0

// Package sounds is the audible half of the device: it is given a Track, which
// should be heard now, and plays it. Built-in sounds are synthesised, URLs are
// fetched and decoded while they play, everything is mixed at one rate and
// written to one output: a sound card, a sound server, a program, a file, the
// browser, or nothing.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package sounds

// Track says what the speaker should play now; the zero Track is silence. While
// the Key stays the same the track keeps playing, or stays ended, and only
// Volume takes effect.
type Track struct {
	Key string // identity of one play, e.g. the notification's id and showing

	Category string // "notifications" or "alarms", with
	ID       string // a built-in sound; or
	Tune     string // a ringtone in RTTTL; or
	URL      string // a sound from the network
	Type     string // of URL: "mp3", or "" to detect
	Live     bool   // URL is endless (radio): no bound on size or time, reconnects; false to detect

	Repeat   int     // plays; 0 = until replaced
	Fallback Builtin // played if URL cannot be; zero = none
	Volume   int     // 0 to 100, perceptual; limits and quiet hours already applied

	file string // a sound on this machine: for the command line
}

// Builtin names a synthesised sound (docs/api.md, Sounds). The zero value is
// no sound.
type Builtin struct {
	Category string // "notifications" or "alarms"
	ID       string
}

// Silent reports whether t asks for silence.
func (t Track) Silent() bool { return t.URL == "" && t.ID == "" && t.Tune == "" && t.file == "" }
