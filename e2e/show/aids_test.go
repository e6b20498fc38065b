// SPDX-License-Identifier: Apache-2.0

package show

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp/kb"
)

// looks looks for words in what helps with a form.
func looks(p *browser.Page, words string) {
	p.CSS(".aid input").Write(words)
	p.Key(kb.Enter)
}

// TestPageAids: data is tried before it is saved, a station and a place are looked for
// and taken, alarms fold, and a face is chosen from pictures.
func TestPageAids(t *testing.T) {
	server := rig.Outside(t)
	p, r := browser.SignedIn(t, 1100, 900, rig.Configured(t, fmt.Sprintf(
		"[radio]\ndirectory = %q\n[weather]\nurl = %[1]q\nplaces = %[1]q\n[audio]\nallow = [\"127.0.0.1\"]\n",
		server.URL))...)
	p.Expect(browser.ValueIsBad + `.*/live/apps/test`)
	holds := func(pkg, want string) {
		t.Helper()
		if got := settings(r, pkg); got != want {
			t.Errorf("%s has %s, want %s", pkg, got, want)
		}
	}

	data, note := app(p, "My Data"), p.CSS(".aid .note")
	data.Type("URL", server.URL+"/value")
	data.Type("JSON pointer", "/room/temperature")
	data.Type("Text", "{value} °C")
	data.Press("Test")
	note.Reads("Value found: 21.5. It shows: 21.5 °C")
	data.CSS("ul.json").Press("/room/humidity~1out*")
	note.Reads("Value found: 40. It shows: 40 °C")
	p.Shoot("aid-data.png")
	data.Type("JSON pointer", "/none")
	data.Press("Test")
	data.CSS(".aid .note.fault, .setting .note.fault").Counts(2)
	data.CSS("ul.json").Press("/room/temperature*")
	note.Reads("Value found: 21.5. It shows: 21.5 °C")
	data.Press("Cancel")

	// A station is looked for, kept, played and dropped, each at once.
	const jazz = `{"stations":[{"name":"Jazz FM","url":"http://radio.test/live"}]}`
	radio := app(p, "Radio")
	looks(p, "jazz")
	radio.CSS(".found .station").Counts(1)
	p.Shoot("aid-radio.png")
	radio.Press("Keep Jazz FM as a favourite")
	favourites := p.CSS("#favourites .station")
	favourites.Counts(1)
	holds("com.lametric.radio", jazz)
	favourites.Press("Remove Jazz FM from the favourites")
	favourites.Gone()
	radio.Press("Play Jazz FM")
	favourites.Counts(1)
	radio.Sees("Jazz FM plays.")
	saves(radio)
	holds("com.lametric.radio", jazz)

	// A place is kept by the press that chooses it.
	for _, c := range []struct{ app, place, pkg, want string }{
		{"Weather", "Paris, Texas*", "com.lametric.weather", `{"latitude":33.66,"longitude":-95.55,"place":"Paris, Texas"}`},
		{"Sun and moon", "Paris, Île-de-France*", "com.ledpost.sky", `{"latitude":48.85,"longitude":2.35}`},
	} {
		form := app(p, c.app)
		looks(p, "paris")
		form.CSS(".found button").Counts(2)
		p.Shoot("aid-places.png")
		form.Press(c.place)
		form.Gone()
		holds(c.pkg, c.want)
		if !browser.Find(apps(r), c.pkg).Visible {
			t.Errorf("%s does not take its turn", c.app)
		}
	}

	clock := app(p, "Clock")
	clock.Press("Add to Alarms")
	clock.Set("Time", "06:45")
	clock.Press("Mon*")
	clock.CSS("details[open].fold summary").Reads("6:45 AM Mon")
	p.Shoot("alarm.png")
	clock.Within("Face").Bring()
	clock.Within("Face").CSS("img").Drawn(3)
	clock.Press("Show all")
	p.CSS("#pictures-list img").Drawn(9)
	p.Shoot("faces.png")
	p.Press("Line of the seconds")
	saves(clock)
	holds("com.lametric.clock", `{"alarms":[{"days":["mon"],"time":"06:45"}],"face":"seconds","living":["new_year"],"week":true}`)
}

// TestPageWithoutNetwork: a built-in city is found without the place search, a name that
// none of them has is refused in plain words, and the directory of stations is switched on.
func TestPageWithoutNetwork(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	config := rig.Configured(t, fmt.Sprintf("[weather]\nurl = %q\nplaces = %[1]q\n", gone.URL))
	p, r := browser.SignedIn(t, 390, 844, append(config, "--http", ":"+rig.FreePort(t))...)
	for _, said := range []string{`502.*/live/places`, `404.*/live/stations`, `502.*/live/stations`, browser.IsAway} {
		p.Expect(said)
	}
	weather := app(p, "Weather")
	looks(p, "Atlantis")
	weather.CSS(".aid .note.fault").Reads("The place search does not answer*")
	looks(p, "zürich")
	weather.Control("Zurich, Switzerland").Shows()
	weather.CSS(".aid .note").Sees("only built-in cities")
	p.Shoot("weather-offline.png")
	weather.Press("Zurich, Switzerland")
	weather.Gone()
	p.Toast("Zurich")

	radio := app(p, "Radio")
	looks(p, "jazz")
	p.Shoot("radio-off.png")
	radio.Press("Switch the directory on (radio-browser.info)")
	p.Toast("The directory is on")
	_, text := r.Ask("GET", "/live/config", "")
	if !strings.Contains(string(text), "[radio]\ndirectory = \"https://all.api.radio-browser.info\"") {
		t.Errorf("the configuration is %s", text)
	}
}

// TestDirectoryInConfiguration: the address gets into any text, and nothing else goes out of it.
func TestDirectoryInConfiguration(t *testing.T) {
	p, _ := browser.SignedIn(t, 1100, 900)
	for in, want := range map[string]string{
		"":             "# Written by the set-up",
		"name = 'a'\n": "name = 'a'\n\n[radio]\ndirectory = \"d\"\n",
		"[radio] # x\ndirectory = \"o\"\n[tts]\n": "[radio] # x\ndirectory = \"d\"\n\n[tts]\n",
	} {
		got := browser.Call[string](p, "/configtext.js", "withDirectory", in, "d")
		if !strings.HasPrefix(got, want) || strings.Count(got, "directory =") != 1 {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}
