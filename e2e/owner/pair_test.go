// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// pairing is the request for a key that waits.
func pairing(t *testing.T, r *rig.Device) (id string) {
	t.Helper()
	var waiting struct{ Request *struct{ ID string } }
	if r.Call("GET", "/live/pairing", "", &waiting); waiting.Request != nil {
		id = waiting.Request.ID
	}
	return id
}

// needsKey is a page without the key, which may ask for one.
func needsKey(t *testing.T) (*browser.Page, *rig.Device) {
	t.Helper()
	p, r := browser.NewPage(t, 1100, 900, browser.Light), rig.Launch(t, nil)
	p.Visit(browser.Home(t, r) + "/")
	p.Press("I have a key")
	return p, r
}

// holdNow is how the page asks for a press.
const holdNow = "Hold the action button of the device for 2 s now: *"

// TestPagePairs is a person without the key: a button that is held gives one for
// everything, and the page says so when the request is denied or nobody comes.
func TestPagePairs(t *testing.T) {
	p, r := needsKey(t)
	note := p.CSS("#pair-note")
	p.Press("Press a button instead")
	note.Reads(holdNow)
	p.Shoot("page-pair.png")
	eventually.True(t, "a long press opens the page", func() bool {
		_, errs, code := rig.Command(t, "", "press", "--hold", "2s", "action", "--to", r.URL, "--key", r.Key)
		if code != 0 {
			t.Fatal(errs)
		}
		return p.CSS("#link[data-state=live]").Count() > 0
	})
	if key := p.Remembered("ledpost.key"); len(key) != 64 || key == r.Key {
		t.Errorf("the page's key is %q, want one of its own", key)
	}
	var keys []struct{ Name, Scope string }
	r.Call("GET", "/live/keys", "", &keys)
	if len(keys) != 1 || !strings.HasPrefix(keys[0].Name, "paired-") || keys[0].Scope != "all" {
		t.Errorf("the keys are %+v", keys)
	}
	p.Open("Device")
	p.Press("Log out")
	p.Press("Press a button instead")
	note.Reads(holdNow)
	answer(t, r, false)
	note.Reads("The request was denied.")
	p.Expect(`status of 429`)
	p.Speak("de", browser.Home(t, r))
	p.Reload()
	p.Press("Press a button instead")
	note.Reads("Eine Anfrage von dieser Adresse wurde abgelehnt: Versuch es in 60 Min*")
	p.Shoot("page-pair-denied.png")
}

// answer answers the request for a key, once there is one.
func answer(t *testing.T, r *rig.Device, approve bool) {
	t.Helper()
	eventually.True(t, "the device asks", func() bool { return pairing(t, r) != "" })
	r.Call("POST", "/live/pairing", fmt.Sprintf(`{"id":%q,"approve":%v}`, pairing(t, r), approve), nil)
}

// TestPageIsTooLate is a person who asks for a key and does not come.
func TestPageIsTooLate(t *testing.T) {
	p, r := needsKey(t)
	note, button := p.CSS("#pair-note"), p.CSS("#pair")
	p.Press("Press a button instead")
	note.Reads(holdNow)
	button.Click()
	p.Hidden("#pair-note").Reads("")
	button.Reads("Press a button instead")
	answer(t, r, true) // so that the page may ask again
	button.Click()
	note.Reads(holdNow)
	p.Later(time.Minute)
	answer(t, r, false)
	note.Reads("No button was pressed in time.")
}

// TestPageIsAsked is a person who has the key, while another asks for one.
func TestPageIsAsked(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	for _, row := range []struct{ button, state string }{{"Allow", "resolved"}, {"Deny", "expired"}} {
		var asked struct{ Challenge struct{ UUID string } }
		r.Call("POST", "/api/v1/user/request?group=web_admin", "", &asked)
		p.Sees("127.0.0.1 asks for a key that operates the device.")
		p.Shoot("page-asked.png")
		p.Press(row.button)
		eventually.True(t, "the request is "+row.state, func() bool {
			var c struct{ State string }
			r.Call("GET", "/api/v1/user/challenge/"+asked.Challenge.UUID, "", &c)
			return c.State == row.state
		})
		p.CSS("#asked").Gone()
		eventually.True(t, "the panel is free again", func() bool { return showing(r) != "prompt" })
	}
}
