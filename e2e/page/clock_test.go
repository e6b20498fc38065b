// SPDX-License-Identifier: Apache-2.0

package page

import (
	"encoding/json"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp/kb"
)

// lent makes a key with a scope.
func lent(t *testing.T, r *rig.Device, scope string) (key string) {
	t.Helper()
	var made struct{ Key string }
	_, answer := r.Ask("POST", "/live/keys", `{"name":"lent","scope":"`+scope+`"}`)
	if json.Unmarshal(answer, &made) != nil || made.Key == "" {
		t.Fatalf("no key: %s", answer)
	}
	return made.Key
}

// TestPageIsGreyWithin3Seconds: a device that stands still, with its connections open, greys the
// panel within three seconds of its last word, by the page's clock, and not within two.
func TestPageIsGreyWithin3Seconds(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	p.StopClock()
	p.Timers(1, 2500*time.Millisecond) // the next word of the device has come
	stop(t, r)
	grey, says := p.CSS("#stage[data-away]"), p.CSS("#away")
	if n := p.Advance(2*time.Second, grey); n[0] != 0 {
		t.Error("the panel is grey after two seconds")
	}
	// What the device has said before it stopped may come late, and counts from then: hence one go.
	if n := p.Advance(3*time.Second, grey, says); n[0] != 1 || n[1] != 1 {
		t.Errorf("three seconds after the last word there are %d grey panels and %d sentences", n[0], n[1])
	}
}

// stop makes the device stand still, with its connections open, until the test ends or goes on.
func stop(t *testing.T, r *rig.Device) (goOn func()) {
	t.Helper()
	if err := r.Cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	goOn = func() { r.Cmd.Process.Signal(syscall.SIGCONT) }
	t.Cleanup(goOn)
	return goOn
}

// TestHiddenPageRests: a page that nobody looks at shows a key that was revoked once, and rests.
func TestHiddenPageRests(t *testing.T) {
	p := browser.NewPage(t, 1100, 900, browser.Light)
	r := rig.Launch(t, nil)
	p.Expect(browser.IsAway)
	p.Expect(browser.KeyIsRefused)
	p.Answer("/live/update", &installer{Installed: "1", Channel: "beta", State: "idle", Kind: "apt", Enabled: true})
	p.Visit(browser.Home(t, r) + "/#" + lent(t, r, "all"))
	p.Live()
	p.StopClock()
	p.Open("Device")
	p.Choose("Channel", "Stable") // the question for updates is of this clock, too
	p.Timers(1, time.Minute)
	p.Hide()
	p.Idle() // what was under way has ended
	before := len(p.Asked())
	p.Advance(10 * time.Minute)
	asked := slices.DeleteFunc(p.Asked()[before:], func(a string) bool {
		return a == "WS /live/watch" // opened again: in these minutes of the page's clock the device says nothing
	})
	if len(asked) > 0 {
		t.Errorf("hidden it asks in ten minutes for %q", asked)
	}
	r.Call("DELETE", "/live/keys/lent", "", nil)
	p.Within("Connect to the device").Shows()
	// What a change before has asked for may still be under way, and may hear of the key first.
	before = len(p.Asked())
	p.Advance(10 * time.Minute)
	asked = p.Asked()[before:]
	if len(asked) > 1 || strings.HasPrefix(strings.Join(asked, ""), "WS ") {
		t.Errorf("with a revoked key it asks for %q, want at most one question", asked)
	}
}

// TestHiddenPageWaitsForTheDevice: a page that nobody looks at asks a device that is gone after a
// minute only, and at once when somebody looks.
func TestHiddenPageWaitsForTheDevice(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	p.Expect(browser.IsAway)
	p.StopClock()
	p.Hide()
	r.Kill()
	p.CSS("#link[data-state=wait]").Shows()
	p.Timers(2, time.Minute)
	before := len(p.Asked("WS "))
	p.Advance(59 * time.Second)
	if n := len(p.Asked("WS ")) - before; n != 0 {
		t.Errorf("%d connections in a minute, want none", n)
	}
	p.Look()
	if n := len(p.Asked("WS ")) - before; n != 2 {
		t.Errorf("%d connections when somebody looks, want 2", n)
	}
}

// TestPageLookIsReadInOrder: Tab goes through Look as one reads it, on a desk from the night to
// the text at its right, on a phone from the text below the panel to the night.
func TestPageLookIsReadInOrder(t *testing.T) {
	p, _ := browser.SignedIn(t, 1280, 900)
	p.Open("Look")
	p.CSS("#night").Is(":enabled")
	p.Within("Night on a clock of 24 hours").Shows()
	for width, first := range map[int]string{1280: "[name=night-when]", 390: ".reel > button"} {
		p.Resize(width, 900)
		p.CSS("#places").Control("Device").Focus()
		p.Key(kb.Tab)
		p.CSS("#settings").Focused().Shows()
		p.Focused().Is(first)
	}
}
