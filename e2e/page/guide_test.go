// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
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
	ctx := browse(t, 1100, 900, lightScheme)
	for _, fault := range []string{`404.*/live/stations`, `502.*/live/stations`, isAway} {
		expect(ctx, fault)
	}
	near := fmt.Sprintf("[weather]\nurl = %q\nplaces = %[1]q\n[audio]\nallow = [\"127.0.0.1\"]\n", server.URL)
	data, at := t.TempDir(), []string{"--http", ":" + rig.FreePort(t)}
	g := guide{t: t, ctx: ctx, text: string(text)}

	g.r = rig.LaunchIn(t, data, nil, append(rig.Configured(t, near), at...)...)
	signIn(t, ctx, g.r)
	g.do(switches())
	g.r.Stop()

	g.r = rig.LaunchIn(t, data, nil, append(rig.Configured(t, near+fmt.Sprintf("[radio]\ndirectory = %q\n", server.URL)+rig.ReleasesOf(t)), at...)...)
	signIn(t, ctx, g.r)
	g.do(jobs(server.URL))
}

// do does jobs in their order.
func (g guide) do(jobs []job) {
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
		if err := chromedp.Do(g.ctx, job.steps...); err != nil {
			g.t.Errorf("%s: %v", job.about, err)
		}
		if job.want != nil {
			eventually.True(g.t, job.about, func() bool { return job.want(g) })
		}
		do(g.t, g.ctx, js(`for (const d of document.querySelectorAll('dialog[open]')) d.close()`))
	}
}

// A job is something that docs/page.md explains under a word in bold.
type job struct {
	about string
	names []string // that its explanation has
	steps []step
	want  func(g guide) bool
}

// guide is a device, its page, and the text of the guide.
type guide struct {
	t    *testing.T
	ctx  context.Context
	r    *rig.Device
	text string
}

// section is the item of the list that begins with a word in bold.
func (g guide) section(about string) (string, bool) {
	_, rest, ok := strings.Cut(g.text, "**"+about+"**")
	item, _, _ := strings.Cut(rest, "\n- ")
	item, _, _ = strings.Cut(item, "\n\n")
	return item, ok
}

// settings are those of the app with this package.
func (g guide) settings(pkg string) listed {
	var all []listed
	g.r.Call("GET", "/live/apps", "", &all)
	for _, w := range all {
		if w.Package == pkg {
			return w
		}
	}
	return listed{}
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
	return func(g guide) bool { return strings.Contains(string(g.settings(pkg).Settings), text) }
}

// press clicks what is visible and has that name, in the dialog that is open if there is
// one.
func press(name string) step {
	find := fmt.Sprintf(`(() => {
		const seen = (e) => e.localName === 'summary' ? e.innerText.trim() : e.textContent.trim(); // without badges that are hidden
		const all = [...([...document.querySelectorAll('dialog[open]')].at(-1) || document).querySelectorAll('button, a, summary, label, input')];
		return all.find((e) => e.checkVisibility() && !e.disabled && [seen(e), e.querySelector('h2')?.textContent, e.ariaLabel].includes(%q) || e.title.split(' ')[0] === %[1]q || e.title === %[1]q);
	})()`, name)
	return both(soon(name, find+` !== undefined`), js(find+`.click()`))
}

// soon waits for a condition, and tells which one did not come.
func soon(what, condition string) step {
	poll := chromedp.Poll[bool](condition, chromedp.WithPollingTimeout(time.Minute))
	return func(ctx context.Context, target *chromedp.Target) (v chromedp.Void, err error) {
		if _, err := poll(ctx, target); err != nil {
			return v, fmt.Errorf("%s: %w", what, err)
		}
		return v, nil
	}
}

// both does one step after the other.
func both(steps ...step) step {
	return func(ctx context.Context, target *chromedp.Target) (v chromedp.Void, err error) {
		for _, s := range steps {
			if _, err := s(ctx, target); err != nil {
				return v, err
			}
		}
		return v, nil
	}
}

// picture presses the picture of an app.
func picture(app string) step { return both(press("Apps"), press("Settings of "+app)) }

// write puts a text into the field that a label names.
func write(label, text string) step {
	find := fmt.Sprintf(`(() => {
		const l = [...([...document.querySelectorAll('dialog[open]')].at(-1) || document).querySelectorAll('label')].find((l) => l.checkVisibility() && l.textContent.trim().startsWith(%q));
		return l && (l.control || l.querySelector('input, select'));
	})()`, label)
	set := fmt.Sprintf(`{const i = %s; i.value = %q; for (const e of ['input', 'change']) i.dispatchEvent(new Event(e, {bubbles: true}));}`, find, text)
	return both(soon(label, find+` != null`), js(set))
}

// neighbours is a server with places, stations and a calendar.
func neighbours(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/json/stations/search"):
			fmt.Fprint(w, `[{"name":"Jazz FM","url":"http://radio.test/live","url_resolved":"http://radio.test/live","codec":"MP3","bitrate":128}]`)
		case r.URL.Path == "/v1/search":
			fmt.Fprint(w, `{"results":[{"name":"Paris","latitude":48.85,"longitude":2.35,"country":"France","admin1":"Île-de-France"}]}`)
		case r.URL.Path == "/work.ics":
			fmt.Fprintf(w, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Dentist\r\nDTSTART:%s\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", time.Now().UTC().Add(time.Hour).Format("20060102T150405Z"))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}
