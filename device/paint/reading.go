// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"time"
	"unicode"
)

// How long a text stands (docs/decisions.md 4, one cycle): standText, in which people look up and read
// a short one, and then at the pace of subtitles.
const (
	atOnce    = 30               // letters that are read within standText
	aSecond   = 14               // letters that take a second more
	standMax  = 12 * time.Second // of any text; a sender who wants more gives a duration
	character = 3                // letters that a Chinese, Japanese or Korean one counts as
)

// reading returns how long a text stands that fits: from standText up to standMax, by its letters.
func reading(text string) time.Duration {
	letters := 0
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			letters += character
		case !unicode.In(r, unicode.M, unicode.Cf): // these are part of the letter before
			letters++
		}
	}
	more := max(0, letters-atOnce+aSecond-1) / aSecond
	return min(standText+time.Duration(more)*time.Second, standMax)
}
