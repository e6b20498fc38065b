// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render/effects"
	"github.com/ledpost/ledpost/words"
)

// TestTheDeviceIsTranslated: the page has words in every language for what the device
// itself says in English: the built-in apps with all of their settings and actions, the
// effects, the doctor's areas and codes; and no words for names that the device has
// dropped. Words of apps differ from the English ones.
func TestTheDeviceIsTranslated(t *testing.T) {
	shown := map[string]map[string]any{}
	for _, language := range words.Codes {
		shown[language] = words.Page(language)
	}
	used := map[string]bool{}
	// in wants one of the keys in each language, which English has only where the device
	// has no words at all.
	in := func(languages []string, keys ...string) {
		t.Helper()
		for _, l := range languages {
			i := slices.IndexFunc(keys, func(key string) bool { return shown[l][key] != nil })
			if i < 0 {
				t.Errorf("%s.json lacks %q", l, keys)
				continue
			}
			used[keys[i]] = true
		}
	}
	english := map[string]string{} // what the device says, by the keys that may translate it
	everywhere, foreign := words.Codes, words.Codes[1:]

	for _, a := range apps.All(kit.Env{}, nil).Apps {
		about := a.About()
		in(foreign, "app."+about.Package)
		english["app."+about.Package] = about.Title
		in(everywhere, "about."+about.Package) // its sentence in the gallery
		settingWords(about.Package, about.Settings, func(text string, keys ...string) {
			t.Helper()
			in(foreign, keys...)
			for _, key := range keys {
				english[key] = text
			}
		})
		for _, action := range about.Actions {
			key := "act." + about.Package + "/" + action.ID
			in(everywhere, key)
			for _, p := range action.Params {
				in(everywhere, key+"/"+p.Name)
			}
		}
	}
	for _, name := range slices.Concat([]string{"none"}, effects.Backgrounds(), effects.Overlays(), note.Effects()) {
		in(foreign, "effect."+name)
	}
	for _, area := range []string{"machine", "panel", "light", "sense", "input", "sound", "mqtt", "update", "config"} {
		in(everywhere, "check."+area)
	}
	source := must.Get(os.ReadFile("../hw/doctor/doctor.go"))(t)
	for _, m := range codes.FindAllSubmatch(source, -1) {
		in(everywhere, "code."+string(m[1]))
	}
	for _, language := range foreign {
		for key, text := range english {
			if shown[language][key] == text && !slices.Contains(strings.Fields(sameWords["all"]+" "+sameWords[language]), key) {
				t.Errorf("%s.json has the English text of %q: %s", language, key, text)
			}
		}
	}
	ours := regexp.MustCompile(`^(app|about|set|act|effect|check|code)\.`)
	for language, all := range shown {
		for key := range all {
			if ours.MatchString(key) && !used[key] {
				t.Errorf("%s.json has %q, which nothing says", language, key)
			}
		}
	}
}

// settingWords calls in with the keys of each word that the form of a schema shows:
// that of the setting itself, and that of all settings of its name (api/web/spoken.js).
func settingWords(key string, s device.Schema, in func(text string, keys ...string)) {
	shared := "*/" + key[strings.LastIndex(key, "/")+1:]
	if s.Title != "" {
		in(s.Title, "set."+key, "set."+shared)
	}
	if s.Description != "" {
		in(s.Description, "set."+key+"?", "set."+shared+"?")
	}
	for i, v := range s.Enum {
		if !ownName.MatchString(key + "=" + v) {
			title := v
			if i < len(s.Titles) {
				title = s.Titles[i]
			}
			keys := []string{"set." + key + "=" + v}
			if s.Format == "effect" {
				keys = append(keys, "effect."+v)
			}
			in(title, keys...)
		}
	}
	for _, p := range s.Properties {
		if p.Schema.Title == "" { // else settingWords asks for them
			in(p.Name, "set."+key+"/"+p.Name, "set.*/"+p.Name)
		}
		settingWords(key+"/"+p.Name, p.Schema, in)
	}
	if items := s.Items; items != nil && items.Properties != nil {
		settingWords(key, *items, in)
	} else if items != nil {
		settingWords(key+"[]", *items, in)
	}
}

// sameWords are the keys whose words a language shares with English: names of products
// and standards in all, and words that the language has, too.
var sameWords = map[string]string{
	"all": "app.com.ledpost.tronbyt app.com.lametric.radio set.*/url " +
		"effect.matrix effect.plasma effect.pong effect.radar",
	"de": "app.com.lametric.countdown set.*/name set.com.lametric.diy.devwidget/text effect.lava effect.scanner",
	"es": "effect.aurora effect.lava",
	"fr": "app.com.ledpost.date set.*/latitude set.*/longitude set.com.lametric.radio/stations",
	"nl": "app.com.lametric.stopwatch set.com.ledpost.date/week effect.lava effect.scanner",
}

var codes = regexp.MustCompile(`\bCode = "(E\d+) `)

// ownName matches choices that have the same name in every language, or one that the
// page makes: languages, sounds, days of the week.
var ownName = regexp.MustCompile(`/language=|=alarm\d+$|days\[\]=`)
