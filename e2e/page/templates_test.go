// SPDX-License-Identifier: Apache-2.0

package page

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// ideas are the templates that every device has.
const ideas = 6

// drawing is what the page asks for to have a message drawn.
const drawing = "POST /live/preview"

// TestPageTemplates: a press on a template puts it into the message and sends nothing; the message
// that was being written comes back, also after a second template.
func TestPageTemplates(t *testing.T) {
	p, r := browser.SignedIn(t, 1280, 900)
	p.Open("Send")
	text, templates := p.CSS("#text"), p.Within("Templates")
	templates.CSS("img").Drawn(ideas)
	p.Control("Previous message").Gone()
	text.Write("half a sentence")
	p.Press("Effects, background, duration")
	p.Type("Duration of the frame, m:ss", "9")
	for _, tile := range []int{1, 2} {
		title := templates.CSS("li b").Nth(tile).Text()
		templates.CSS("li button").Nth(tile).Click()
		text.Holds(title)
		p.Shoot(fmt.Sprintf("templates-pressed-%d.png", tile))
	}
	if sent := p.Asked("POST /api/v2/device/notifications"); len(sent) != 0 || len(r.Queue()) != 0 {
		t.Errorf("a press on a template sends %d messages", len(sent))
	}
	p.Press("Previous message")
	text.Holds("half a sentence")
	p.Field("Duration of the frame, m:ss").Holds("0:09")
	p.Control("Previous message").Gone()
	p.Press("Clear")
	text.Holds("")
	p.Press("Previous message")
	text.Holds("half a sentence")
	templates.CSS("li button").Nth(1).Click()
	text.Write("another")
	templates.CSS("li button").Nth(2).Click()
	for _, former := range []string{"another", "half a sentence", "another"} { // all of them, in turn
		p.Press("Previous message")
		text.Holds(former)
	}
}

// TestPageTemplatesAreDrawnAgain: a template that could not be drawn is drawn by itself, later,
// a picture that lacks an icon is asked for again, and a panel of another size has its own
// pictures, of templates, apps and effects.
func TestPageTemplatesAreDrawnAgain(t *testing.T) {
	p, r := browser.SignedIn(t, 1280, 900)
	asks := func(before, n int) {
		t.Helper()
		eventually.True(t, fmt.Sprintf("the page asks for %d drawings more than %d", n, before), func() bool {
			return len(p.Asked(drawing))-before >= n
		})
	}
	drawn := func() int { return len(p.Asked(drawing)) }
	p.Expect(`status of 500 .*/live/preview`)
	p.Answer("/live/preview", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusInternalServerError)
		io.WriteString(w, `{"errors":[{"message":"broken"}]}`)
	}))
	p.Open("Send")
	asks(0, ideas)
	pictures := p.Within("Templates").CSS("img")
	p.Answer("/live/preview", browser.Pass(func(header http.Header, body []byte) []byte {
		header.Set("Retry-After", "1") // an icon is missing
		return body
	}))
	asks(drawn(), ideas+1)
	pictures.Drawn(ideas)
	p.Answer("/live/preview", nil)
	asks(drawn(), ideas)
	pictures.Drawn(ideas)
	p.CSS("html").Restyle("--columns", "64")
	before := drawn()
	r.Call("PUT", "/api/v2/device/display", `{"brightness":50,"brightness_mode":"manual"}`, nil)
	asks(before, ideas) // in another size
	p.Open("Apps")
	p.Press("Add an app")
	p.CSS("#gallery-list img").Nth(1).Drawn(1)
	p.Press("Close")
	p.CSS("html").Restyle("--columns", "48")
	before = drawn()
	p.Press("Add an app")
	asks(before, 1)
	p.Press("Close")
	p.Open("Look")
	effects := func() []string { return p.Asked("GET /live/effects/") }
	eventually.True(t, "the effects are drawn in another size", func() bool {
		return slices.ContainsFunc(effects(), func(asked string) bool { return strings.HasSuffix(asked, ".gif?of=48x8") })
	})
	p.Idle()
	seen := effects()[len(effects())-1]
	p.Answer("/api/v2/device", browser.Pass(func(_ http.Header, body []byte) []byte {
		return bytes.Replace(body, []byte(`"width":37`), []byte(`"width":40`), 1)
	}))
	r.Call("PUT", "/api/v2/device/display", `{"brightness":60,"brightness_mode":"manual"}`, nil)
	eventually.True(t, "the effects in sight are drawn in another size", func() bool {
		return slices.Contains(effects(), strings.Replace(seen, "48x8", "40x8", 1))
	})
}

// TestPageTemplatesWantAKey: a key that may not draw sees no templates, and no sketch of what is written.
func TestPageTemplatesWantAKey(t *testing.T) {
	p := browser.NewPage(t, 1280, 900, browser.Light)
	r := rig.Launch(t, nil)
	p.Expect(`status of 403`)
	p.Visit(browser.Home(t, r) + "/#" + lent(t, r, "read"))
	p.Live()
	p.Open("Send")
	p.Within("Templates").Gone()
	p.Type("Text", "tea")
	p.CSS("#sketch").Gone()
	p.Idle()
	before := len(p.Asked(drawing))
	p.Open("Now")
	for _, brightness := range []string{"40", "50"} { // by the second the templates of the first would have been drawn
		r.Call("PUT", "/api/v2/device/display", `{"brightness":`+brightness+`,"brightness_mode":"manual"}`, nil)
		p.Field("Brightness").Holds(brightness)
	}
	if n := len(p.Asked(drawing)) - before; n != 0 {
		t.Errorf("it asks %d times more", n)
	}
}

// TestPageHours: the mode's card lists the hours of the schedule in short, five at first, and says
// in another mode that they have no effect.
func TestPageHours(t *testing.T) {
	p, r := browser.SignedIn(t, 1280, 900)
	p.Open("Apps")
	card, rows := p.Within("Mode"), p.CSS("#hours li")
	card.Sees("No app has its own hours. Press Schedule to show the weather at breakfast, for example.")
	clock := browser.Find(apps(r), "com.lametric.clock").Widget
	block := func(days, from, to string) string {
		return fmt.Sprintf(`{"days":[%s],"from":%q,"to":%q,"widget":%q}`, days, from, to, clock)
	}
	blocks := block(`"mon","tue","wed","fri"`, "07:00", "09:00") + "," + block(`"sat","sun"`, "22:00", "06:00")
	r.Call("PUT", "/live/schedule", "["+blocks+"]", nil)
	rows.Nth(1).Reads("Clock Mon–Wed, Fri · 7:00 AM–9:00 AM")
	rows.Nth(2).Reads("Clock Sat, Sun · 10:00 PM–6:00 AM")
	card.Sees("These hours apply in the mode Schedule.")
	p.Shoot("hours.png")
	for _, from := range []string{"10:00", "11:00", "12:00", "13:00"} {
		blocks += "," + block(`"mon"`, from, "14:00")
	}
	r.Call("PUT", "/live/schedule", "["+blocks+"]", nil)
	r.Call("PUT", "/api/v2/device", `{"mode":"schedule"}`, nil)
	rows.Counts(few)
	card.Lacks("These hours apply")
	card.Press("and 1 more")
	rows.Counts(6)
}
