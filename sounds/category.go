package sounds

import "github.com/ledpost/ledpost/sounds/rtttl"

// CategoryOf returns the category that has the built-in sound id, "" if none has:
// no id is in two.
func CategoryOf(id string) string {
	for _, c := range Categories() {
		if Exists(c, id) {
			return c
		}
	}
	return ""
}

// CheckTune says what is wrong with a ringtone in RTTTL, nil if it can be played.
func CheckTune(text string) error {
	_, err := rtttl.Parse(text)
	return err
}
