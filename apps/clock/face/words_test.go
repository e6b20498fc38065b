// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/words"
)

// TestSentences: the time in words, to five minutes.
func TestSentences(t *testing.T) {
	rows := []struct{ language, at, want string }{
		{"en", "00:00", "IT IS TWELVE"}, {"en", "10:34", "HALF PAST TEN"}, {"en", "10:35", "TWENTY FIVE TO ELEVEN"},
		{"en", "23:59", "FIVE TO TWELVE"},
		{"de", "07:00", "ES IST SIEBEN"}, {"de", "10:25", "FÜNF VOR HALB ELF"}, {"de", "12:30", "HALB EINS"},
		{"de", "12:45", "VIERTEL VOR EINS"},
		{"es", "13:15", "LA UNA Y CUARTO"}, {"es", "12:40", "LA UNA MENOS VEINTE"}, {"es", "03:25", "LAS TRES Y VEINTICINCO"},
		{"fr", "09:30", "NEUF HEURES ET DEMIE"}, {"fr", "21:45", "DIX HEURES MOINS LE QUART"}, {"zh", "09:30", "九点 半"},
		{"zh", "14:15", "两点 一刻"},
		{"nl", "09:30", "HALF TIEN"}, {"nl", "09:15", "KWART OVER NEGEN"}, {"nl", "09:35", "VIJF OVER HALF TIEN"},
	}
	for _, row := range rows {
		at, _ := time.Parse("15:04", row.at)
		var words []string
		for _, w := range sentence(&Reading{Local: at, Known: true, Words: kit.LanguageOf(row.language)}) {
			words = append(words, w.text)
		}
		if got := strings.Join(words, " "); got != row.want {
			t.Errorf("%s %s: %s, want %s", row.language, row.at, got, row.want)
		}
	}
}

// TestWordsHaveRoom from 16 columns on, in every language; on 8 the digits stand in, but of Chinese, whose words are
// as wide as they are high.
func TestWordsHaveRoom(t *testing.T) {
	for size, fits := range map[image.Point]bool{{16, 16}: true, {32, 8}: true, {37, 8}: true, {64, 32}: true,
		{8, 8}: false} {
		set := must.Get(fonts.Open(fonts.Options{Rows: size.Y}))(t)
		for _, code := range words.Codes {
			if f := newWordsFace(kit.Env{Fonts: set, Size: size}, Options{Language: code}); (f != nil) != (fits || code == "zh") {
				t.Errorf("%s on %v: %v, want %v", code, size, f != nil, fits)
			}
		}
	}
}

// TestTallWords: on a tall panel the hour is large where VEINTICINCO makes the minutes small, and stands alone.
func TestTallWords(t *testing.T) {
	rows := []struct {
		language string
		want     map[string]int // rows of each line
		reason   string
	}{
		{"es", map[string]int{"LAS": 12, "CUATRO": 12, "MENOS": 7, "VEINTICINCO": 7},
			"twelve columns a letter have no room for eleven"},
		{"en", map[string]int{"TWENTY": 12, "FIVE": 12, "TO FOUR": 12}, "all words have room"},
	}
	size := image.Pt(64, 64)
	for _, row := range rows {
		words := kit.LanguageOf(row.language)
		f := newWordsFace(apptest.SizedEnv(t, size), Options{Language: row.language})
		got := map[string]int{}
		for _, item := range f.pages(&Reading{Local: time.Date(2000, 1, 1, 3, 35, 0, 0, time.UTC), Known: true,
			Ink: kit.InkOf(kit.PlainLook, ""), Words: words})[0].items {
			if item.Text != "" {
				got[item.Text] = item.Rows
			}
		}
		if !maps.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v: %s", row.language, got, row.want, row.reason)
		}
	}
}

// TestLettersPartTheHour: the face letters has a dark line between two of words, and begins one after the hour.
func TestLettersPartTheHour(t *testing.T) {
	for language, want := range map[string]string{"es": "LAS NUEVE|Y CINCO", "nl": "VIJF|OVER|NEGEN",
		"en": "FIVE|PAST|NINE"} {
		f := newLetterFace(apptest.SizedEnv(t, image.Pt(64, 32)), Options{Language: language})
		at := time.Date(2000, 1, 1, 9, 5, 0, 0, time.UTC)
		var lines []string
		for _, line := range f.lines(sentence(&Reading{Local: at, Words: kit.LanguageOf(language)})) {
			var words []string
			for _, w := range line {
				words = append(words, w.text)
			}
			lines = append(lines, strings.Join(words, " "))
		}
		if got := strings.Join(lines, "|"); got != want {
			t.Errorf("%s: %s, want %s", language, got, want)
		}
	}
}
