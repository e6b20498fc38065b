// SPDX-License-Identifier: Apache-2.0

package icons

import (
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
		"laundry": "home-dryer", "birthday": "nature-gift", "email": "mail-letter", "wlan": "device-wifi", "heater": "home-heating",
		"call": "mail-phone", "crypto": "money-bitcoin", "ev": "transport-charger", "password": "status-key", "youtube": "media-video",
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
