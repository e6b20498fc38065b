// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"image/color"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ledpost/ledpost/internal/must"
)

// TestEveryIconHasWords, and no word belongs to an icon that is not there.
func TestEveryIconHasWords(t *testing.T) {
	words := must.Get(readWords(dataFiles))(t)
	for _, e := range New(Config{}, slog.New(slog.DiscardHandler)).Index() {
		if len(e.Words) < 3 {
			t.Errorf("%s: words %q, want 3 or more", e.Name, e.Words)
		}
		for _, w := range e.Words {
			if w != strings.ToLower(w) {
				t.Errorf("%s: %q is not in lower case", e.Name, w)
			}
		}
		delete(words, e.Name)
	}
	for name := range words {
		t.Errorf("there is no icon %s", name)
	}
}

// TestWordsOneThinksOf find the icon that is meant.
func TestWordsOneThinksOf(t *testing.T) {
	all := New(Config{}, slog.New(slog.DiscardHandler)).Index()
	for word, want := range map[string]string{
		"washing": "home-washer", "temperature": "weather-thermometer", "rubbish": "home-bin", "delivery": "mail-parcel",
		"laundry": "home-dryer", "birthday": "nature-gift", "email": "mail-letter", "wlan": "device-wifi",
		"heater": "home-heating",
		"call":   "mail-phone", "crypto": "money-bitcoin", "ev": "transport-charger", "password": "status-key",
		"youtube":       "media-video",
		"waschmaschine": "home-washer", "lluvia": "weather-rain", "poubelle": "home-bin", "温度": "weather-thermometer",
	} {
		if !slices.ContainsFunc(all, func(e Entry) bool { return e.Name == want && slices.Contains(e.Words, word) }) {
			t.Errorf("%q does not find %s", word, want)
		}
	}
}

func TestWordsThatCannotBeRead(t *testing.T) {
	for _, text := range []string{"no colon", "twice: a\ntwice: b"} {
		if _, err := readWords(fstest.MapFS{wordsFile: {Data: []byte(text)}}); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// A drawing with a fault is told, and what is wrong with it.
func TestDrawingFaults(t *testing.T) {
	const picture = "RRRRRRRR\n"
	still := "icon status-x\n" + strings.Repeat(picture, box)
	two := strings.Repeat("RRRRRRRR ........\n", box)
	for _, tt := range []struct{ why, text, says string }{
		{"a picture", still, ""},
		{"frames side by side", "icon status-x\ndelay 100\n" + two, ""},
		{"frames below each other", "icon status-x\ndelay 100 200\n" + strings.Repeat(picture, 2*box), ""},
		{"a comment and an own colour", "# x\ncolor q #000001\n" + strings.Replace(still, "R", "q", 1), ""},
		{"before the first icon", picture, "line 1: \"RRRRRRRR\" before the first icon"},
		{"a colour of three digits", "color q #123\n" + still, "line 1: colour"},
		{"a colour without a sign", "color #123456\n" + still, "line 1: colour"},
		{"no picture", "icon status-x\n", "0 rows, want a multiple of 8"},
		{"a row too few", strings.TrimSuffix(still, picture), "7 rows"},
		{"a short row", strings.Replace(still, "RRRRRRRR", "RRRRRRR", 1), "want 8 signs"},
		{"an unknown colour", strings.Replace(still, "R", "?", 1), "no colour '?'"},
		{"a frame too few in a row", "icon status-x\ndelay 100\n" + strings.Replace(two, " ........", "", 3), "row"},
		{"no delay", "icon status-x\n" + two, "for 0 ms"},
		{"a delay too few", "icon status-x\ndelay 100 100 100\n" + two, "3 delays for 2 frames"},
		{"no number", "icon status-x\ndelay fast\n" + two, "delay fast"},
		{"missing picture", "icon status-x\ndelay 100\nplay 1 2 3\n" + two, "picture 3 of 2"},
		{"a picture that is never shown", "icon status-x\ndelay 100\nplay 1 1\n" + two, "picture 2 of 2 is never shown"},
	} {
		all, err := splitDrawings(tt.text, map[byte]color.RGBA{'R': {255, 0, 0, 255}})
		if err == nil {
			_, err = all[0].icon()
		}
		if tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("%s: %v, want %q", tt.why, err, tt.says)
		}
	}
}
