// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageSpeaks: the page speaks the browser's language, and the one that is chosen
// on it, which it keeps; also where it has the words only when they are needed, as in the set-up.
func TestPageSpeaks(t *testing.T) {
	p := browser.NewPage(t, 1100, 900, browser.Light)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":60,"brightness_mode":"manual"}`, nil)
	p.SignIn(r)
	says := func(language, send, brightness string) {
		t.Helper()
		p.CSS("html[lang=" + language + "]").Shows()
		p.CSS("#places a[href$=send]").Reads(send)
		p.CSS("[name=brightness-now]").Reads(brightness)
	}
	says("en", "Send", "60%")
	language := "Language"
	for _, c := range []struct{ language, name, label, send, brightness, setUp, panel string }{
		{"de", "Deutsch", "Sprache", "Senden", "60 %", "Einrichten…", "Die Anzeige"},
		{"es", "Español", "Idioma", "Enviar", "60 %", "Configurar…", "El panel"},
		{"fr", "Français", "Langue", "Envoyer", "60 %", "Configurer…", "Le panneau"},
		{"nl", "Nederlands", "Taal", "Versturen", "60%", "Instellen…", "Het paneel"},
		{"zh", "中文", "语言", "发送", "60%", "设置向导…", "面板"},
	} {
		p.Follow("#/device")
		p.Choose(language, c.name)
		language = c.label
		p.Press(c.setUp)
		p.Within(c.panel).Shows()
		p.Shoot("setup-" + c.language + ".png")
		if key := regexp.MustCompile(`\b(setup|panels)\.[\w-]+`).FindString(p.Within(c.panel).Text()); key != "" {
			t.Errorf("the set-up in %s shows the key %q", c.language, key)
		}
		p.SignIn(r)
		says(c.language, c.send, c.brightness)
	}
	// Also for one who comes from another site, as by a link in Home Assistant.
	p.Visit("about:blank")
	p.Follow(browser.Home(t, r) + "/")
	says("zh", "发送", "60%")
	p.Speak("", browser.Home(t, r))
	p.Reload()
	says("en", "Send", "60%")
}

// TestPageTranslatesTheDevice: what the device says in English is in the reader's
// language: names of apps, their forms and actions, effects, what the doctor finds. A
// name that the user has given stays.
func TestPageTranslatesTheDevice(t *testing.T) {
	p := browser.NewPage(t, 1100, 900, browser.Light)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/live/apps", renamed(apps(r), "com.lametric.countdown", "Tea"), nil)
	for _, c := range []struct{ language, clock, face, leaf, action, fire, panel, found, hub75 string }{
		{"de", "Uhr", "Zifferblatt", "Kalenderblatt", "Zurücksetzen", "Feuer",
			"Die Anzeige funktioniert", "Die automatische Helligkeit",
			"hub75, 64×64 Pixel, farbig, etwa 110 Hz, 93 % der Zeit beleuchtet; auf Fotos mit 1/100 s und kürzer sind Streifen"},
		{"nl", "Klok", "Wijzerplaat", "Kalenderblad", "Terugzetten", "Vuur",
			"Het paneel werkt", "de automatische helderheid",
			"hub75, 64×64 pixels, in kleur, ongeveer 110 Hz, 93 % van de tijd aan; foto’s van 1/100 s en korter tonen strepen"},
		{"zh", "时钟", "表盘", "日历页", "复位", "火焰", "面板", "自动亮度",
			"hub75，64×64 像素，彩色，约 110 Hz，93 % 的时间点亮；以 1/100 秒或更短时间拍照会出现条纹"},
	} {
		p.Speak(c.language, browser.Home(t, r))
		p.SignIn(r)
		p.Open("Apps")
		p.Row("Tea").Shows() // the name that the user gave
		p.Row(c.clock).CSS(".thumb").Click()
		form := p.Within(c.clock)
		form.Within(c.face).Control(c.leaf).Shows()
		form.Press("Name and turn")
		form.CSS("[name=title]").Holds("") // it has no name but that of its app
		p.Shoot("clock-" + c.language + ".png")
		form.Press("Cancel")
		for _, list := range []string{"#settings [name=background]", "#background"} { // of the settings, and of the composer
			if effects := p.Hidden(list).Options(); !slices.Contains(effects, c.fire) {
				t.Errorf("%s: the effects in %s are %q, want %q among them", c.language, list, effects, c.fire)
			}
		}
		p.Row("Tea").CSS(".thumb").Click()
		p.Within("Tea").Control(c.action).Shows()
		p.Press("Cancel")
		p.Open("Device")
		doctor := p.CSS("[data-view=doctor]")
		doctor.CSS("summary").Click()
		doctor.Sees(c.panel)
		eventually.True(t, c.language+": the doctor finds "+c.found, func() bool { // in a list that is folded
			return strings.Contains(strings.Join(doctor.Hidden("li").Texts(), " "), c.found)
		})
		p.Shoot("doctor-" + c.language + ".png")
		if got := browser.Call[string](p, "/findings.js", "finding", hub75Line); got != c.hub75 {
			t.Errorf("%s: the doctor's line on a HUB75 panel is %q, want %q", c.language, got, c.hub75)
		}
	}
}

// hub75Line is the doctor's longest line on a panel, joined of several sentences.
const hub75Line = "hub75, 64×64 pixels, color, about 110 Hz, lit for 93 % of the time; " +
	"photographs of 1/100 s and shorter show stripes"

// renamed is the list with the title of a package's widgets, as PUT /live/apps takes it.
func renamed(all []browser.Listed, pkg, title string) string {
	var items []string
	for _, w := range all {
		item := fmt.Sprintf(`{"widget":%q}`, w.Widget)
		if w.Package == pkg {
			item = fmt.Sprintf(`{"widget":%q,"title":%q}`, w.Widget, title)
		}
		items = append(items, item)
	}
	return "[" + strings.Join(items, ",") + "]"
}
