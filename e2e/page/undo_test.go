// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"

	"github.com/chromedp/chromedp"
)

// TestPageUndoes: what is removed, dismissed or saved is as before after one press; a widget leaves the
// device when it can no longer be taken back, by the page's clock, or because nobody looks at the page.
func TestPageUndoes(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	shelf, back := p.CSS("#apps"), p.CSS("#toasts").Control("Undo")
	settings := func(title string) browser.Part {
		p.Press("Settings of " + title)
		if p.CSS("#app-form > details.extra[open]").Count() == 0 {
			p.Press("Name and turn")
		}
		return p.Within(title)
	}
	removes := func(title string) {
		t.Helper()
		form := settings(title)
		form.Press("Remove")
		form.Press("Really remove it?")
		p.Toast(title + " is removed.")
		shelf.Row(title).Gone()
	}
	before := apps(r)
	p.Open("Apps")
	removes("Date")
	p.Looks("the offer to take it back")
	p.Shoot("undo.png")
	back.Click()
	p.Toast("It is as before.")
	shelf.Row("Date").Shows()
	same := func(a, b browser.Listed) bool {
		return a.Widget == b.Widget && string(a.Settings) == string(b.Settings)
	}
	if now := apps(r); !slices.EqualFunc(now, before, same) {
		t.Errorf("the device has %+v, want %+v", now, before)
	}

	form := settings("Date")
	form.Type("Name", "Calendar day")
	form.Press("Save")
	shelf.Row("Calendar day").Shows()
	back.Click()
	shelf.Row("Date").Shows()

	p.StopClock()
	removes("Date")
	if n := len(apps(r)); n != len(before) {
		t.Errorf("%d widgets while it can be taken back, want %d", n, len(before))
	}
	p.Advance(10 * time.Second)
	back.Gone()
	eventually.True(t, "it has left the device", func() bool { return len(apps(r)) == len(before)-1 })
	removes("Countdown")
	p.Hide()
	eventually.True(t, "so has the one of a page that nobody looks at", func() bool {
		return len(apps(r)) == len(before)-2
	})
	p.Look()

	for _, m := range []string{`"priority":"warning","model":{"cycles":0,"frames":[{"icon":2867,"text":"one"}]}`,
		`"model":{"cycles":0,"frames":[{"text":"two"}]}`} {
		r.Call("POST", "/api/v2/device/notifications", "{"+m+"}", nil)
	}
	p.Open("Send")
	queue := p.Within("Queue")
	queue.Row("two").Shows()
	queue.Press("Dismiss all")
	queue.Sees("Nothing is waiting.")
	back.Click()
	queue.Row("two").Shows()
	if q := r.Queue(); len(q) != 2 || texts(q) != "one two" || q[0].Priority != "warning" {
		t.Errorf("the queue is %+v", q)
	}
}

// TestPageUndoesLater: a reload, and an answer that does not come, leave the offer to take back; what was dismissed
// is then there once.
func TestPageUndoesLater(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	p.Expect(browser.IsAway)
	back := p.CSS("#toasts").Control("Undo")
	for _, text := range []string{"one", "two"} {
		r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":"`+text+`"}]}}`, nil)
	}
	p.Open("Send")
	queue := p.Within("Queue")
	queue.Row("two").Shows()
	queue.Press("Dismiss all")
	queue.Sees("Nothing is waiting.")
	p.Reload()
	p.Answer("/api/v2/device/notifications", http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		panic(http.ErrAbortHandler)
	}))
	back.Click()
	p.Toast("The device does not answer.")
	p.Answer("/api/v2/device/notifications", nil)
	back.Click()
	queue.Row("two").Shows()
	if q := r.Queue(); texts(q) != "one two" {
		t.Errorf("the queue is %+v", q)
	}
	p.CSS("#toasts .undo").Gone()

	p.Open("Apps")
	p.Press("Settings of Date")
	p.Press("Name and turn")
	form := p.Within("Date")
	form.Type("Name", "Calendar day")
	form.Press("Save")
	p.CSS("#apps").Row("Calendar day").Shows()
	p.Reload()
	back.Click()
	p.CSS("#apps").Row("Date").Shows()
	p.Reload()
	p.CSS("#apps").Row("Date").Shows()
	p.Beats(1)
	back.Gone()
}

// TestPageChangesWhatIsLeft: a change after several removals waits until all of them have left the device.
func TestPageChangesWhatIsLeft(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	before := apps(r)
	p.Open("Apps")
	release := p.Hold("/live/apps/" + browser.Find(before, "com.ledpost.date").Widget + "$")
	for _, title := range []string{"Date", "Countdown"} {
		p.Press("Settings of " + title)
		p.Press("Remove")
		p.Press("Really remove it?")
		p.CSS("#apps").Row(title).Gone()
	}
	p.CSS("#apps").Tick("Clock takes its turn", false)
	eventually.True(t, "the second one has left the device", func() bool { return len(apps(r)) == len(before)-1 })
	p.Beats(2)
	if put := p.Asked("PUT /live/apps"); len(put) != 0 {
		t.Errorf("the list is sent while the device has the first one: %v", put)
	}
	release()
	eventually.True(t, "the rest is changed", func() bool {
		now := apps(r)
		return len(now) == len(before)-2 && !browser.Find(now, "com.lametric.clock").Visible
	})
}

// TestPageSendsAgain what was dismissed, for the rest of its life, whichever time and zone the browser
// has, and without its sound.
func TestPageSendsAgain(t *testing.T) {
	p, r := browser.NewPage(t, 390, 844, browser.Light, chromedp.Env("TZ=America/New_York")), rig.Launch(t, nil)
	p.SignIn(r)
	p.Open("Send")
	const lifetime = time.Minute
	for _, row := range []struct {
		why   string
		later time.Duration
	}{
		{"in step", 0},
		{"an hour ahead of the device", time.Hour},
		{"an hour behind it", -2 * time.Hour},
	} {
		p.Later(row.later)
		r.Call("POST", "/api/v2/device/notifications",
			fmt.Sprintf(`{"lifetime":%d,"model":{"cycles":0,"frames":[{"text":"bell"}],`+
				`"sound":{"category":"notifications","id":"cat"}}}`, lifetime.Milliseconds()), nil)
		queue := p.Within("Queue")
		queue.Row("bell").Shows()
		queue.Press("Dismiss bell")
		queue.Row("bell").Gone()
		p.CSS("#toasts").Press("Undo")
		queue.Row("bell").Shows()
		var again []struct {
			Expires string `json:"expiration_date"`
			Model   struct{ Sound any }
		}
		r.Call("GET", "/api/v2/device/notifications", "", &again)
		if len(again) != 1 || again[0].Model.Sound != nil {
			t.Fatalf("%s: the queue is %+v", row.why, again)
		}
		end := must.Get(time.Parse("2006-01-02T15:04:05", again[0].Expires))(t)
		if left := time.Until(end); left < lifetime/2 || left > lifetime+2*time.Second {
			t.Errorf("%s: it lives for %v more, of %v", row.why, left, lifetime)
		}
		r.Ask("DELETE", "/api/v2/device/notifications", "")
		queue.Row("bell").Gone()
	}
}

// texts are those of messages, in their order.
func texts(q []rig.Queued) (all string) {
	for _, m := range q {
		text, _ := m.Model.Frames[0]["text"].(string)
		all += " " + text
	}
	return all[min(1, len(all)):]
}
