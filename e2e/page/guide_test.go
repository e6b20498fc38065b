// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestGuideOfThePage does what docs/page.md says, by the names that it says: first with a
// new device, which asks nobody, then beside servers that take the places of those on the
// internet.
func TestGuideOfThePage(t *testing.T) {
	text, err := os.ReadFile("../../docs/page.md")
	if err != nil {
		t.Fatal(err)
	}
	server := neighbours(t)
	p := browser.NewPage(t, 1100, 900, browser.Light)
	for _, fault := range []string{`404.*/live/stations`, `502.*/live/stations`, browser.IsAway} {
		p.Expect(fault)
	}
	near := fmt.Sprintf("[weather]\nurl = %q\nplaces = %[1]q\n[audio]\nallow = [\"127.0.0.1\"]\n", server.URL)
	data, at := t.TempDir(), []string{"--http", ":" + rig.FreePort(t)}
	g := guide{t: t, Page: p, text: string(text)}

	g.r = rig.LaunchIn(t, data, nil, append(rig.Configured(t, near), at...)...)
	p.SignIn(g.r)
	g.do(switches)
	g.r.Stop()

	directory := fmt.Sprintf("[radio]\ndirectory = %q\n", server.URL)
	g.r = rig.LaunchIn(t, data, nil, append(rig.Configured(t, near+directory+rig.ReleasesOf(t)), at...)...)
	p.SignIn(g.r)
	g.do(jobs(server.URL))
}

// A guide is a device, its page, and the text of the guide.
type guide struct {
	*browser.Page
	t    *testing.T
	r    *rig.Device
	text string
}

// A job is something that docs/page.md explains under a word in bold.
type job struct {
	about string
	names []string // that its explanation has
	do    func(g guide)
	want  func(g guide) bool // nil = the page has shown it
}

// do does jobs in their order, each on a page that is opened anew.
func (g guide) do(jobs []job) {
	g.t.Helper()
	for _, job := range jobs {
		section, ok := g.section(job.about)
		if !ok {
			g.t.Errorf("docs/page.md tells nothing about %q", job.about)
			continue
		}
		for _, name := range job.names {
			if !strings.Contains(section, "*"+name+"*") {
				g.t.Errorf("%s: docs/page.md does not name %q", job.about, name)
			}
		}
		g.SignIn(g.r)
		job.do(g)
		if job.want != nil {
			eventually.True(g.t, job.about, func() bool { return job.want(g) })
		}
	}
}

// section is the item of the list that begins with a word in bold.
func (g guide) section(about string) (string, bool) {
	_, rest, ok := strings.Cut(g.text, "**"+about+"**")
	item, _, _ := strings.Cut(rest, "\n- ")
	item, _, _ = strings.Cut(item, "\n\n")
	return item, ok
}

// gets reports whether the device's answer has a text.
func gets(path, text string) func(guide) bool {
	return func(g guide) bool {
		_, answer := g.r.Ask("GET", path, "")
		return strings.Contains(string(answer), text)
	}
}

// has reports whether the settings of an app have a text.
func has(pkg, text string) func(guide) bool {
	return func(g guide) bool { return strings.Contains(string(browser.Find(apps(g.r), pkg).Settings), text) }
}

// settings opens those of an app.
func (g guide) settings(app string) browser.Part {
	g.t.Helper()
	g.Open("Apps")
	g.Press("Settings of " + app)
	return g.Within(app)
}

// neighbours is a server with places, stations and a calendar.
func neighbours(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/json/stations/search"):
			fmt.Fprint(w, `[{"name":"Jazz FM","url":"http://radio.test/live","url_resolved":"http://radio.test/live",
				"codec":"MP3","bitrate":128}]`)
		case r.URL.Path == "/v1/search":
			fmt.Fprint(w, `{"results":[{"name":"Paris","latitude":48.85,"longitude":2.35,
				"country":"France","admin1":"Île-de-France"}]}`)
		case r.URL.Path == "/work.ics":
			fmt.Fprintf(w, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Dentist\r\n"+
				"DTSTART:%s\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", time.Now().UTC().Add(time.Hour).Format("20060102T150405Z"))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}
