// SPDX-License-Identifier: Apache-2.0

package show

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// rest is longer than one rests on something before it is tried.
const rest = 700 * time.Millisecond

// shows waits until the panel shows something of a kind.
func shows(t *testing.T, r *rig.Device, what, kind string) {
	t.Helper()
	eventually.True(t, what, func() bool {
		var s struct{ Showing struct{ Kind string } }
		r.Call("GET", "/live/status", "", &s)
		return s.Showing.Kind == kind
	})
}

// pictures opens the pictures of a choice, some of which can be tried.
func pictures(p *browser.Page, of string) browser.Part {
	p.CSS(".reel:has([name=" + of + "]) > button").Click()
	p.CSS("#pictures-list .pick").AtLeast(4)
	return p.CSS("#pictures-list li")
}

// TestPageTries: what has the focus for a moment, and what a button tries, shows on the
// panel; it is over with the dialog, can be switched off, and a key that only reads sees
// neither button nor switch.
func TestPageTries(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	p.Expect(`status of 403 .*/live/(try|config|apps|effects|welcome)`)
	p.Open("Look")
	pictures(p, "overlay").Nth(4).CSS(".tryit").Click()
	shows(t, r, "the button tries", "test")
	p.Shoot("try.png")
	p.Press("Close")
	shows(t, r, "it is over with the dialog", "widget")

	tiles := pictures(p, "overlay")
	tiles.CSS(".tryit").AtLeast(4)
	tiles.Nth(5).CSS(".pick").Hover()
	shows(t, r, "resting tries", "test")
	p.Tick("Show choices on the panel while I look through them", false)
	shows(t, r, "switching it off ends it", "widget")
	p.Idle() // what it has asked for has been counted
	before := len(p.Asked("POST /live/try"))
	p.StopClock()
	tiles.Nth(5).CSS(".pick").Hover()
	p.Advance(rest)
	p.Idle()
	if n := len(p.Asked("POST /live/try")) - before; n != 0 {
		t.Errorf("it is asked %d times while trying is off", n)
	}

	var key struct{ Key string }
	_, answer := r.Ask("POST", "/live/keys", `{"name":"reader","scope":"read"}`)
	if json.Unmarshal(answer, &key) != nil || key.Key == "" {
		t.Fatalf("no key: %s", answer)
	}
	p.Visit("about:blank")
	p.Visit(browser.Home(t, r) + "/#" + key.Key)
	p.Live()
	p.Open("Look")
	before = len(p.Asked("POST /live/try"))
	pictures(p, "overlay")
	eventually.True(t, "it asks whether it may try", func() bool { return len(p.Asked("POST /live/try")) > before })
	p.Idle()
	if n := p.CSS(".tryit, #pictures-try input").Count(); n != 0 {
		t.Errorf("a key that reads sees %d controls to try something", n)
	}
}

// A trial lets the device try things, and keeps what was tried.
type trial struct {
	mu    sync.Mutex
	tried []string
}

func (l *trial) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if string(body) != `{"seconds":0}` {
		l.mu.Lock()
		l.tried = append(l.tried, string(body))
		l.mu.Unlock()
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	browser.Pass(nil).ServeHTTP(w, r)
}

// taken is what was tried since the last time.
func (l *trial) taken() (all []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all, l.tried = l.tried, nil
	return all
}

// TestPageTriesByFocus: a face, a transition and a colour that have the focus for a moment show for three
// seconds, after which the panel returns by itself; the focus that goes on in time tries nothing. A
// chosen colour has a button, for who has no pointer.
func TestPageTriesByFocus(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	var trials trial
	p.Answer("/live/try", &trials)
	returns := func(what, tried string) {
		t.Helper()
		shows(t, r, what+" shows", "test")
		shows(t, r, "the panel returns from "+what, "widget")
		all := trials.taken()
		if len(all) != 1 || !regexp.MustCompile("^"+tried+"$").MatchString(all[0]) {
			t.Errorf("%s: %q was tried, want %s", what, all, tried)
		}
	}
	p.Open("Send")
	p.Field("What to show").Focus()
	p.Control("#FF0000").Focus()
	returns("a colour with the focus", `{"color":"#FF0000","seconds":3}`)
	p.Type("Text", "tea")
	p.Press("#FF8000")
	p.Shoot("try-colour.png")
	p.Press("Try the chosen colour on the panel")
	returns("a chosen colour", `{"color":"#FF8000","seconds":3}`)
	p.Press("Default")
	p.Control("Try the chosen colour on the panel").Gone()

	p.Open("Look")
	tiles := pictures(p, "transition")
	tiles.CSS(".tryit").AtLeast(4)
	tiles.Nth(5).CSS(".pick").Focus()
	returns("a transition with the focus", `{"transition":"slide_left","seconds":3}`)
	p.Press("Close")

	app(p, "Clock").Press("Show all")
	tiles.CSS(".tryit").AtLeast(4)
	tiles.Nth(3).CSS(".pick").Focus()
	returns("a face with the focus", `{"face":"[a-z_]+","seconds":3}`)
	p.StopClock()
	for _, at := range []string{".pick", ".tryit"} {
		tiles.Nth(5).CSS(at).Focus()
	}
	p.Advance(rest)
	p.Idle()
	if all := trials.taken(); len(all) > 0 {
		t.Errorf("%q is tried though the focus has gone on", all)
	}
}
