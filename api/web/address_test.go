// SPDX-License-Identifier: Apache-2.0

package web

import (
	"cmp"
	"encoding/json"
	"regexp"
	"testing"

	"github.com/ledpost/ledpost/words"
)

// other is how a language would address the reader differently than it does: German and
// Dutch say "du" and "je", French and Spanish are polite. A German "Sie" after a verb's
// infinitive is polite; elsewhere it may be a thing.
var other = map[string]*regexp.Regexp{
	"de": regexp.MustCompile(`\p{L}+en Sie\b|\b(wenn|ob|dass|bis) Sie\b|\bIhnen\b|\bIhre?[mnrs]?\b`),
	"es": regexp.MustCompile(`\b([Tt]us?|[Tt]uy[ao]s?|[Pp]ulsa|[Bb]usca|[Pp]uedes|[Tt]ienes)\b`),
	"fr": regexp.MustCompile(`\b([Tt]u|[Tt]on|[Tt]oi)\b`),
	"nl": regexp.MustCompile(`\b([Uu]|[Uu]w)\b`),
}

// Spaces that part what stays on one line: before the dots of "Open…", and in French
// before double signs, where a space that breaks no line belongs.
var parted = map[string]*regexp.Regexp{
	"de": regexp.MustCompile(`\s…"`), // and in all others
	"fr": regexp.MustCompile(`\s…"| [:;?!»%]|« `),
}

// An address is the same in all texts of a language, and no sign begins a line.
func TestOneFormOfAddress(t *testing.T) {
	for _, language := range words.Codes {
		for key, word := range words.Page(language) {
			text, err := json.Marshal(word)
			if wrong := other[language]; err != nil || wrong != nil && wrong.Match(text) {
				t.Errorf("%s: %q addresses the reader in another way: %s %v", language, key, text, err)
			}
			if space := cmp.Or(parted[language], parted["de"]); space.Match(text) {
				t.Errorf("%s: %q has a space that breaks the line: %s", language, key, text)
			}
		}
	}
}
