// SPDX-License-Identifier: Apache-2.0

package jobs

import (
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestDemoJobs: the device in a tab does all the jobs of a real one, in as many presses, and plays the radio.
func TestDemoJobs(t *testing.T) {
	testtool.Night(t, "the device computes in a browser, beside the browser's own work")
	outside := rig.OutsideTLS(t)
	tab, r := browser.NewDemo(t, map[string]*httptest.Server{
		"all.api.radio-browser.info:443": outside, "geocoding-api.open-meteo.com:443": outside, "calendar.test:443": outside,
		"radio.test:80": jazz(t),
	})
	tab.Expect("stations|trial|of 404")
	window := func(t *testing.T) *browser.Page {
		p := tab.Tab()
		p.Resize(390, 844)
		return p
	}
	listens(window(t), r)
	each(t, r, window, slices.Concat(daily(r), rarer(r, "https://calendar.test/secret.ics")))
}

// listens switches on the directory of stations, which restarts the device, and plays a station in the page.
func listens(p *browser.Page, r *rig.Device) {
	p.SignIn(r)
	p.Tick("Hear it here", true)
	p.Open("Apps")
	p.Press("Settings of Radio")
	p.Type("Search for a station", "jazz")
	p.Key(kb.Enter)
	p.Press("Switch the directory on (radio-browser.info)")
	p.Toast("The directory is on.")
	p.Press("Play Jazz FM")
	p.Loud()
	p.Press("Cancel")
	p.Within("Sound").Press("Stop")
}

// jazz is a station that plays one second again and again.
func jazz(t *testing.T) *httptest.Server {
	t.Helper()
	second := must.Get(os.ReadFile("../../sounds/mp3/testdata/44100-j-cbr128.mp3"))(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "audio/mpeg")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		for _, err := w.Write(second); err == nil; _, err = w.Write(second) {
		}
	}))
	t.Cleanup(s.CloseClientConnections)
	return s
}
