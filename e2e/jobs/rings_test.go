// SPDX-License-Identifier: Apache-2.0

package jobs

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/maskurl"
)

const radio, clock, countdown = "com.lametric.radio", "com.lametric.clock", "com.lametric.countdown"

// act does what an app can do.
func act(r *rig.Device, w browser.Listed, body string) {
	r.Call("POST", "/api/v2/device/apps/"+w.Package+"/widgets/"+w.Widget+"/actions", body, nil)
}

// TestPageTimer: minutes, minutes:seconds and hours are read; anything else is refused
// beside its field.
func TestPageTimer(t *testing.T) {
	p := browser.NewPage(t, 1100, 900, browser.Light)
	p.SignIn(rig.Launch(t, nil))
	for text, want := range map[string]float64{ // 0 = no duration
		"5": 300, "1:30": 90, "0:01": 1, "1:00:00": 3600, "24:00:00": 86400, "24:00:01": 86401,
		"1:60": 0, "x": 0, "": 0, "1:2:3:4": 0, "-1": 0,
	} {
		got := browser.Call[*float64](p, "/durations.js", "seconds", text) // nil = NaN
		if want == 0 && got != nil || want != 0 && (got == nil || *got != want) {
			t.Errorf("%q is read as %v, want %v", text, got, want)
		}
	}
	p.Open("Apps")
	timer := p.Within("Start a timer")
	for _, c := range []struct {
		text string
		runs bool
	}{ // no minute, out of range twice, nothing
		{"1:60", false}, {"0", false}, {"24:00:01", false}, {"", false}, {"1:30", true},
	} {
		p.Press("Settings of Countdown")
		timer.CSS(".note.fault").Gone()
		timer.Type("Minutes, or minutes:seconds", c.text)
		timer.Press("Start")
		if !c.runs {
			timer.CSS(".note.fault").Matches(".")
			p.Press("Cancel")
		}
		timer.Gone()
	}
}

// TestPageStopsWhatRings: from every place, and nothing but what sounds: the radio under a silent
// message, an alarm and a timer while the radio plays; at last a timer that runs silently.
func TestPageStopsWhatRings(t *testing.T) {
	p := browser.NewPage(t, 390, 844, browser.Dark)
	r := rig.Launch(t, nil, rig.Configured(t, "[audio]\nallow = [\"127.0.0.1\"]\n")...)
	p.SignIn(r)
	strip := p.Within("Sound")
	for _, place := range []string{"Now", "Send", "Apps", "Look", "Device"} {
		r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":"up"}],
			"sound":{"category":"alarms","id":"alarm13","repeat":0}}}`, nil)
		p.Open(place)
		strip.Shows()
		p.Shoot("sounding-" + place + ".png")
		strip.Press("Stop")
		strip.Gone()
		eventually.True(t, "nothing rings", func() bool { return len(r.Queue()) == 0 })
	}

	is := func(what, kind, alert, plays string) {
		t.Helper()
		eventually.True(t, what, func() bool {
			var now struct {
				Showing struct{ Kind, Package string }
				Playing struct{ ID string }
			}
			r.Call("GET", "/live/status", "", &now)
			shows := now.Showing.Kind == kind && (kind != "notification" || now.Showing.Package == alert)
			return shows && now.Playing.ID == plays
		})
	}
	stop := func(what string) { // once the page knows that it sounds
		t.Helper()
		strip.Sees(what)
		strip.Press("Stop")
	}
	address := station(t) + "/jazz?token=1"
	jazz := maskurl.Mask(address) // the status tells no more
	second := browser.Listed{Package: radio}
	status, answer := r.Ask("POST", "/live/apps",
		fmt.Sprintf(`{"package":%q,"settings":{"stations":[{"name":"Jazz","url":%q}]}}`, radio, address))
	if err := json.Unmarshal(answer, &second); status != http.StatusCreated || err != nil {
		t.Fatalf("%d %s", status, answer)
	}
	act(r, second, `{"id":"radio.play"}`)
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":"silent"}]}}`, nil)
	is("the radio plays under a message", "notification", "", jazz)
	stop("Something plays")
	is("the radio is silent, and the message stays", "notification", "", "")
	r.Call("DELETE", "/api/v2/device/notifications", "", nil)

	act(r, second, `{"id":"radio.play"}`)
	act(r, app(r, countdown), `{"id":"countdown.configure","params":{"duration":1,"start_now":true}}`)
	is("a timer rings", "notification", countdown, "alarm7")
	stop("It rings")
	is("the radio plays after the timer", "widget", "", jazz)
	soon := time.Now().Add(8 * time.Second).Format(time.TimeOnly)
	act(r, app(r, clock), `{"id":"clock.alarm","params":{"enabled":true,"time":"`+soon+`"}}`)
	is("an alarm rings", "notification", clock, "alarm10")
	stop("It rings")
	is("the radio plays after the alarm", "widget", "", jazz)
	stop("Something plays")
	is("nothing sounds", "widget", "", "")
	act(r, app(r, countdown), `{"id":"countdown.configure","params":{"duration":300,"start_now":true}}`)
	strip.CSS("p").Matches(`^Countdown · [45]:\d\d$`)
	p.Shoot("sounding-timer.png")
	p.Open("Send")
	p.Press("no icon")
	p.Within("Choose an icon").Within("Sound").Shows() // behind a dialog nothing can be pressed
	p.Shoot("sounding-dialog.png")
	stop("Countdown")
	eventually.True(t, "no timer runs", func() bool {
		var list []struct{ Package, Rings string }
		r.Call("GET", "/live/apps", "", &list)
		return !slices.ContainsFunc(list, func(w struct{ Package, Rings string }) bool {
			return w.Package == countdown && w.Rings != ""
		})
	})
	strip.Gone()
}

// station is the address of a station that never ends, which says nothing.
func station(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(s.CloseClientConnections)
	return s.URL
}
