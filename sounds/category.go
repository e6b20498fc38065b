// SPDX-License-Identifier: Apache-2.0

package sounds

import "github.com/ledpost/ledpost/sounds/rtttl"

// CategoryOf returns the category of the built-in sound id, "" for another id. No id is
// in two categories.
func CategoryOf(id string) string {
	for _, c := range Categories() {
		if Exists(c, id) {
			return c
		}
	}
	return ""
}

// CheckTune returns the faults of a ringtone in RTTTL, nil if it can be played.
func CheckTune(text string) error {
	_, err := rtttl.Parse(text)
	return err
}
