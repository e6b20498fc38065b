// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
	"github.com/ledpost/ledpost/internal/testtool"
)

// called starts a device of a name that receives streams at an address, and waits until others can find it.
func called(t *testing.T, name, size, streams string) *rig.Device {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.toml")
	must.Do(t, os.WriteFile(file, fmt.Appendf(nil, "name = %q\n[stream]\naddress = %q\n", name, streams), 0o600))
	r := rig.Launch(t, nil, "--config", file, "--size", size)
	announced := func() bool { return strings.Contains(r.Log.String(), "announced by multicast DNS") }
	eventually.True(t, name+" can be found", announced)
	return r
}

// finds waits until a device has found displays of such kinds and names. It searches once a minute.
func finds(t *testing.T, r *rig.Device, want ...string) {
	t.Helper()
	for begun := time.Now(); ; time.Sleep(time.Second) {
		var found struct{ Displays []struct{ Kind, Name string } }
		r.Call("GET", "/live/house", "", &found)
		var names []string
		for _, d := range found.Displays {
			names = append(names, d.Kind+" "+d.Name)
		}
		if strings.Join(names, ", ") == strings.Join(want, ", ") {
			return
		}
		if time.Since(begun) > 3*eventually.Patience {
			t.Fatalf("it has found %q, want %q", names, want)
		}
	}
}

// alone reports whether the calling test runs where nobody else is found, and joins a second host to that.
func alone(t *testing.T) (cable browser.Cable, here bool) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes two minutes")
	}
	if !netns.Own(t) {
		return cable, false
	}
	cable, err := browser.TheCable()
	if err != nil {
		testtool.Missing(t, "a second host: "+err.Error())
	}
	return cable, true
}

// enter enters the key of a display.
func enter(p *browser.Page, name, key string) {
	p.Open("Device")
	if p.CSS("#views [data-view=house][open]").Count() == 0 {
		p.CSS("#views [data-view=house] > summary").Click()
	}
	view := p.CSS("#views [data-view=house]")
	view.Type("Key of "+name, key)
	p.Shoot("house-keys.png")
	view.Press("Add " + name)
	p.Live()
}

// sendAlso sends a message to another display, too.
func sendAlso(t *testing.T, p *browser.Page, name string, to *rig.Device) {
	t.Helper()
	p.Open("Send")
	p.Type("Text", "Dinner")
	p.CSS("#also").Tick(name, true)
	p.Shoot("house-send.png")
	p.Press("Show it")
	p.Toast("Also on " + name)
	if got := to.Queue(); len(got) != 1 || got[0].Model.Frames[0]["text"] != "Dinner" {
		t.Errorf("%s has %v", name, got)
	}
}

// TestFirefoxShowsTheHouse: the policy of the page lets Firefox, too, ask a display by its address, and no other.
func TestFirefoxShowsTheHouse(t *testing.T) {
	testtool.Find(t, "firefox-esr", "firefox")
	if _, here := alone(t); !here {
		return
	}
	desk, kitchen := called(t, "Desk", "37x8", "127.0.0.4"), called(t, "Kitchen", "64x16", "127.0.0.2")
	finds(t, desk, "ledpost Kitchen")
	p := browser.NewFirefox(t, 1280, 900, browser.Dark)
	p.SignIn(desk)
	enter(p, "Kitchen", kitchen.Key)
	p.CSS("#house-tiles .face").Words("Kitchen").Shows()
	p.CSS("#house-tiles img").Drawn(1)
	p.Shoot("house-firefox.png")
	sendAlso(t, p, "Kitchen", kitchen)
}

// TestPageShowsTheHouse: three devices and two displays of other makers. Somebody enters a key for each device, once,
// sees them live, sends to several and gives them a scene.
func TestPageShowsTheHouse(t *testing.T) {
	testtool.Find(t, "chromium")
	cable, here := alone(t)
	if !here {
		return
	}
	rig.Announce(t, cable.Do, 200*time.Millisecond,
		rig.Service("_lametric-api", "Bath", cable.Far, 4343, "id=17", "nm=Bath <b>"),
		rig.Service("_awtrix", "Attic", cable.Far, 80, "id=awtrix_1", "name=Attic", "type=awtrix3"))
	const inKitchen, inHall = "127.0.0.2", "127.0.0.3"
	desk := called(t, "Desk", "37x8", "127.0.0.4")
	kitchen, hall := called(t, "Kitchen", "64x16", inKitchen), called(t, "Hall", "37x8", inHall)
	for _, r := range []*rig.Device{desk, kitchen, hall} {
		r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"enabled":false}}`, nil)
	}
	finds(t, desk, "ledpost Hall", "ledpost Kitchen", "awtrix Attic", "lametric Bath <b>")

	p := browser.NewPage(t, 1280, 900, browser.Dark)
	p.Expect(browser.IsAway)
	p.Expect(browser.KeyIsRefused)
	p.Expect("blocked by CORS policy") // the refusal of a key, which the page cannot read
	p.SignIn(desk)
	p.CSS("#house").Gone()
	if asked := p.Asked("GET /live/house"); len(asked) > 0 {
		t.Errorf("nobody has a key of another display, and the page asks %q", asked)
	}
	enter(p, "Kitchen", kitchen.Key)
	house := p.Within("The house")
	living := func(name string) {
		t.Helper()
		p.CSS("#house-tiles .face").Words(name).Shows()
		house.Lacks("Not there", "refuses")
	}
	living("Kitchen")
	p.CSS("#house-tiles img").Drawn(1)
	house.Sees("Add Hall", "Attic", "Bath <b>")
	enter(p, "Hall", "a-key-that-is-wrong")
	house.Sees("It refuses the key.")
	p.Shoot("house-refused.png")
	enter(p, "Hall", hall.Key)
	p.CSS("#views [data-view=house]").Sees("Bath <b>", "LaMetric", "AWTRIX")
	p.Open("Now")
	living("Hall")
	p.CSS("#house-tiles img").Drawn(2)
	p.Looks("the house")
	for _, scheme := range []string{browser.Dark, browser.Light} {
		p.LessMotion(scheme)
		for _, width := range []int{1280, 390} {
			p.Resize(width, 844)
			p.Shoot(fmt.Sprintf("house-%s-%d.png", scheme, width))
		}
	}

	sendAlso(t, p, "Kitchen", kitchen)
	if got := hall.Queue(); len(got) != 0 {
		t.Errorf("the hall has %v", got)
	}

	desk.Call("PUT", "/live/look", `{"text_color":"#12AB34"}`, nil)
	p.Open("Apps")
	p.Press("Same on others…")
	p.Hidden("#scene-also :checked").Counts(2)
	p.Shoot("house-scene.png")
	p.Press("Use it")
	p.Toast("The same scene on Hall and Kitchen")
	for _, r := range []*rig.Device{kitchen, hall} {
		if _, look := r.Ask("GET", "/live/look", ""); !strings.Contains(string(look), `"#12AB34"`) {
			t.Errorf("a display looks like %s", look)
		}
	}

	p.Open("Now")
	streamed(t, kitchen, inKitchen)
	streamed(t, hall, inHall)
	house.Sees("One picture, from 127.0.0.1")
	p.Shoot("house-wall.png")

	kitchen.Stop()
	house.Sees("Not there since")
	p.Shoot("house-gone.png")
}
