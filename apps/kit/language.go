// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"time"

	"github.com/ledpost/ledpost/words"
)

// Language has the words of a clock, in capitals: section clock of package words.
type Language struct {
	Days   [7]string  // from Sunday
	Months [12]string // from January
	Hours  [12]string // from twelve
	// Steps are the texts for every fifth minute: h stands for the current hour, n
	// for the next.
	Steps [12]string

	Phrases *Phrases `json:"-"` // what apps say
}

// LanguageTitles returns the languages' names in themselves, in the order of [words.Codes].
func LanguageTitles() (titles []string) {
	for _, code := range words.Codes {
		titles = append(titles, words.Name(code))
	}
	return titles
}

// LanguageOf returns the language with that code, or else English.
func LanguageOf(code string) *Language { return languageOf(code) }

var languageOf = words.Once(func(code string) *Language {
	l := &Language{Phrases: &Phrases{}}
	words.Read(code, "clock", l)
	words.Read(code, "panel", l.Phrases)
	return l
})

// HourWord returns the word for the hour of t plus later hours.
func (l *Language) HourWord(t time.Time, later int) string { return l.Hours[(t.Hour()+later)%12] }
