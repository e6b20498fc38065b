// SPDX-License-Identifier: Apache-2.0

package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/words"
)

// alike are the texts that are the same in English and in another language, by the
// reason that they are. The word behind "in" names the languages, none names all.
var alike = []struct{ reason, in, keys string }{
	{"a name of a maker or a product", "",
		`check.mqtt panels.apa102 panels.ddp panels.is31fl-about panels.pixoo64 panels.unicornhd panels.ws2812`},
	{"a unit, or a number with its sign", "", `light.lux-axis look.pixels metrics.per-second`},
	{"a term of technology", "", `footer.api`},
	{"what every panel and telephone calls it", "de es fr nl", `settings.auto-chip`},
	{"the name of the standard", "es fr zh", `fact.wifi metrics.wifi`},
	{"a word of German, too", "de",
		`apps.name apps.title check.update fact.firmware fact.name fact.strength fault.status field.chip footer.version
		keys.name look.title nav.apps
		plan.block priority.info send.text setup.name transition.iris transition.zoom view.clients view.metrics welcome.name`},
	{"a word of Spanish, too", "es",
		`apps.title check.panel fact.panel field.chip level.error nav.apps panel.title seek.no transition.iris ` +
			`transition.zoom`},
	{"a word of French, too", "fr",
		`act.com.lametric.countdown/countdown.pause act.com.lametric.radio/radio.sleep/minutes ` +
			`act.com.lametric.stopwatch/stopwatch.pause
		check.config check.machine fact.firmware fact.strength
		field.module field.modules footer.version level.info look.transition priority.info
		send.info settings.mode settings.volume transition.iris transition.zoom update.stable view.clients`},
	{"a word of Dutch, too", "nl",
		`apps.title check.update fault.status field.chip field.module field.modules look.effect metrics.soc nav.apps
		settings.volume transition.iris update.title view.metrics`},
}

// TestNoWordIsEnglish: nobody has copied an English text into another language. A text
// that is the same there stands in alike with its reason, and alike has no other.
func TestNoWordIsEnglish(t *testing.T) {
	english, same := words.Page("en"), map[string]map[string]bool{}
	for _, language := range words.Codes[1:] {
		same[language] = map[string]bool{}
		for key, text := range words.Page(language) {
			if fmt.Sprint(text) == fmt.Sprint(english[key]) {
				same[language][key] = true
			}
		}
	}
	for _, c := range alike {
		for _, key := range strings.Fields(c.keys) {
			used := false
			for _, language := range words.Codes[1:] {
				if (c.in == "" || strings.Contains(c.in, language)) && same[language][key] {
					delete(same[language], key)
					used = true
				}
			}
			if !used {
				t.Errorf("%q differs from English now: take it out of alike", key)
			}
		}
	}
	for language, keys := range same {
		for key := range keys {
			t.Errorf("%s has the English text of %q: %v", language, key, english[key])
		}
	}
}
