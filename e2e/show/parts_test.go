// SPDX-License-Identifier: Apache-2.0

package show

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestPageSounds: the page plays a built-in sound in the browser, and, when it
// is allowed to, what the device plays.
func TestPageSounds(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	p.Open("Send")
	p.Choose("Sound", "Cat")
	p.Press("Play the sound in this browser")
	if seconds := p.Sound(); seconds < 0.2 || seconds > 5 {
		t.Errorf("the sound lasts %v s", seconds)
	}
	p.Open("Now")
	p.Tick("Hear it here", true)
	r.Call("POST", "/api/v2/device/notifications",
		`{"model":{"cycles":0,"frames":[{"text":"x"}],"sound":{"category":"alarms","id":"alarm13","repeat":0}}}`, nil)
	p.Loud()
	p.Tick("Hear it here", false)
}

// TestPageHearsInTime: the page plays at the stream's rate, is never far behind, and lets nothing
// pile up while the browser keeps quiet.
func TestPageHearsInTime(t *testing.T) {
	p, _ := browser.SignedIn(t, 390, 844)
	got := p.Hears()
	if got.Early != 0 || got.Contexts != 1 || got.Rate != 8000 || !got.Closed {
		t.Errorf("%+v: want one context, of the stream's rate, closed at the end", got)
	}
	if got.Suspended < 1 || got.Suspended > 6 || got.Running < 95 || got.Behind > 0.5 {
		t.Errorf("%+v: want 0.5 s waiting at most, and no gap while it plays", got)
	}
}

// TestPageIcons: an icon is uploaded, sent and deleted.
func TestPageIcons(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	m.Set(3, 3, color.RGBA{0, 0, 255, 255})
	var picture bytes.Buffer
	must.Do(t, png.Encode(&picture, m))
	p, r := browser.SignedIn(t, 1100, 900)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	p.Open("Send")
	p.Press("no icon")
	p.CSS("#icons .pick").AtLeast(100)
	p.Give("Upload…", "Front Door.png", picture.Bytes())
	p.Sees("Your own")
	p.Press("front-door")
	p.Control("Icon: front-door").Shows()
	p.Press("How it is shown")
	p.Tick("until dismissed", true)
	p.Press("Show it")
	p.CSS("#queue img").Drawn(1)
	eventually.True(t, "the icon shows", func() bool {
		return color.RGBAModel.Convert(r.Frame().At(3, 3)) == color.RGBA{0, 0, 255, 255}
	})
	p.Press("no icon")
	p.Press("Delete front-door")
	p.Press("Really delete front-door?")
	p.CSS("#icons .remove").Gone()
}

// TestPageTellsWhatFails, and what to change, to whoever has given it the key, in the
// reader's language.
func TestPageTellsWhatFails(t *testing.T) {
	if _, err := os.Stat("/dev/spidev0.0"); err == nil {
		t.Skip("this machine has /dev/spidev0.0")
	}
	r := rig.Launch(t, nil, rig.Configured(t, "[panel]\ndriver = \"max7219\"\n")...)
	eventually.True(t, "the panel has failed", func() bool {
		status, _ := r.Health()
		return status == http.StatusServiceUnavailable
	})
	p := browser.NewPage(t, 1100, 900, browser.Light)
	p.Expect(browser.FailsItsCheck)
	p.SignIn(r)
	p.CSS("#trouble").Shows()
	p.Open("Device")
	p.Within("This device").Press("Diagnostics")
	p.Sees("panel does not work", "/dev/spidev0.0")
	p.Press("Close")
	p.CSS("#health").Gone()
	p.Speak("de", browser.Home(t, r))
	p.Reload()
	p.Sees("/dev/spidev0.0 gibt es nicht")

	// Without the modules that have the words, in the device's own.
	p = browser.NewPage(t, 1100, 900, browser.Light)
	p.Expect(browser.FailsItsCheck)
	p.Expect(`later\.js`)
	p.Answer("/later.js", http.NotFoundHandler())
	p.Speak("de", browser.Home(t, r))
	p.SignIn(r)
	p.Sees("there is no /dev/spidev0.0")
	p.Hidden("#well").Is("[data-level=degraded]")
}
