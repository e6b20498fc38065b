// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/multicast"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
	"github.com/ledpost/ledpost/internal/testtool"
)

// strange has the records that a stranger announces; in them IP is the address that it has.
const strange = "LEDPOST_STRANGE"

// TestStranger is no test but a program: displays of other makers, which TestPageShowsTheHouse starts on another
// host. It announces them all the time.
func TestStranger(t *testing.T) {
	if os.Getenv(strange) == "" {
		return
	}
	links := multicast.Links(nil)
	conn := must.Get(multicast.Listen(links))(t)
	go func() {
		for range conn.Packets() {
			continue
		}
	}()
	m := &dns.Msg{MsgHdr: dns.MsgHdr{Response: true}}
	for line := range strings.Lines(os.Getenv(strange)) {
		rr := must.Get(dns.NewRR(strings.ReplaceAll(line, "IP", links[0].Addresses[0].Addr().String())))(t)
		m.Answer = append(m.Answer, rr)
	}
	data := must.Get(m.Pack())(t)
	for {
		must.Do(t, conn.Send(links[0].Index, netip.AddrPort{}, data))
		time.Sleep(200 * time.Millisecond)
	}
}

// stranger starts it.
func stranger(t *testing.T, records ...string) {
	t.Helper()
	cable := must.Get(browser.TheCable())(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestStranger$", "-test.timeout=10m")
	cmd.Env = append(os.Environ(), strange+"="+strings.Join(records, "\n"))
	cable.Enter(cmd)
	must.Do(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
}

// announced are the records of a service of multicast DNS.
func announced(kind, name string, port int, text string) []string {
	service := kind + "._tcp.local."
	instance := strings.ReplaceAll(name, " ", `\032`) + "." + service
	return []string{
		service + " 120 IN PTR " + instance, fmt.Sprintf("%s 120 IN SRV 0 0 %d stranger.local.", instance, port),
		instance + " 120 IN TXT " + text, "stranger.local. 120 IN A IP",
	}
}

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

// TestPageShowsTheHouse: three devices and two displays of other makers. Somebody enters a key for each device, once,
// sees them live, sends to several and gives them a scene.
func TestPageShowsTheHouse(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes two minutes")
	}
	testtool.Find(t, "chromium")
	if !netns.Own(t) { // nobody else is found there
		return
	}
	if _, err := browser.TheCable(); err != nil {
		testtool.Missing(t, "a second host: "+err.Error())
	}
	stranger(t, append(announced("_lametric-api", "Bath", 4343, `"id=17" "nm=Bath <b>"`),
		announced("_awtrix", "Attic", 80, `"id=awtrix_1" "name=Attic" "type=awtrix3"`)...)...)
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
	enter := func(name, key string) {
		t.Helper()
		p.Open("Device")
		if p.CSS("#views [data-view=house][open]").Count() == 0 {
			p.CSS("#views [data-view=house] > summary").Click()
		}
		view := p.CSS("#views [data-view=house]")
		view.Sees("Bath <b>", "LaMetric", "AWTRIX")
		view.Type("Key of "+name, key)
		p.Shoot("house-keys.png")
		view.Press("Add " + name)
	}
	enter("Kitchen", kitchen.Key)
	p.Live()
	house := p.Within("The house")
	living := func(name string) {
		t.Helper()
		p.CSS("#house-tiles .face").Words(name).Shows()
		house.Lacks("Not there", "refuses")
	}
	living("Kitchen")
	p.CSS("#house-tiles img").Drawn(1)
	house.Sees("Add Hall", "Attic", "Bath <b>")
	enter("Hall", "a-key-that-is-wrong")
	p.Live()
	house.Sees("It refuses the key.")
	p.Shoot("house-refused.png")
	enter("Hall", hall.Key)
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

	p.Open("Send")
	p.Type("Text", "Dinner")
	p.CSS("#also").Tick("Kitchen", true)
	p.Shoot("house-send.png")
	p.Press("Show it")
	p.Toast("Also on Kitchen")
	if got := kitchen.Queue(); len(got) != 1 || got[0].Model.Frames[0]["text"] != "Dinner" {
		t.Errorf("the kitchen has %v", got)
	}
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
