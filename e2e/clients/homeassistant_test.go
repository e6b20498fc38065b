// SPDX-License-Identifier: Apache-2.0

package clients

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"encoding/xml"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"

	"github.com/ledpost/ledpost/internal/netns"
)

// TestHomeAssistant is Home Assistant's conversation with the device from the
// first search to a notification, transcribed from its source: manifest.json,
// config_flow.py, coordinator.py and the platforms of its integration lametric,
// and demetriek's device.py and local_auth.py. The device is on a network of the
// test's own, at its own ports; nobody types a key.
func TestHomeAssistant(t *testing.T) {
	if !netns.Own(t, "192.0.2.1/24") {
		return
	}
	r := rig.Launch(t, nil, "--http", ":8080", "--https", ":4343")
	h := &homeAssistant{t: t, http: http.Client{Timeout: 8 * time.Second, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // as ssl=False of aiohttp
	}}}
	serial := h.discovers()
	h.pairs(r)
	d := h.polls()
	if d.Serial != serial {
		t.Errorf("the description says %q, the device %q", serial, d.Serial)
	}
	h.greets()
	for range 3 {
		h.polls()
	}
	h.setsEntities()
	h.notifies()
}

type homeAssistant struct {
	t    *testing.T
	http http.Client
	host string // what SSDP said
	key  string // what pairing gave
}

// haDevice is what a poll must give: the fields that have no default in
// demetriek's models and those that an entity reads.
type haDevice struct {
	ID, Name, Mode, Model string
	Serial                string `json:"serial_number"`
	OS                    string `json:"os_version"`
	Audio                 struct {
		Volume *int
		Range  struct{ Min, Max int } `json:"volume_range"`
	}
	Bluetooth struct {
		Available, Active, Discoverable, Pairable *bool
		Name, Address                             *string
	}
	Display struct {
		Brightness, Width, Height *int
		Mode                      string `json:"brightness_mode"`
		Screensaver               struct{ Enabled *bool }
	}
	Wifi struct {
		Active, Available       *bool
		Address, Essid, Netmask *string
		IP                      netip.Addr
		Mode                    string
		Strength                *int
	}
	Update *struct{ Version string } `json:"update_available"`
}

// discovers is the SSDP listener and async_step_ssdp: it matches the deviceType
// of manifest.json, takes the host out of LOCATION, gives up on link-local ones,
// and reads the serial number.
func (h *homeAssistant) discovers() (serial string) {
	h.t.Helper()
	conn := must.Get(net.ListenPacket("udp4", "192.0.2.1:0"))(h.t)
	defer conn.Close()
	var location string
	eventually.True(h.t, "a search is answered", func() bool {
		search := "M-SEARCH * HTTP/1.1\r\nHOST:239.255.255.250:1900\r\nMAN:\"ssdp:discover\"\r\nMX:1\r\n" +
			"ST:urn:schemas-upnp-org:device:LaMetric:1\r\n\r\n"
		if _, err := conn.WriteTo([]byte(search), &net.UDPAddr{IP: net.IPv4(239, 255, 255, 250), Port: 1900}); err != nil {
			return false
		}
		conn.SetReadDeadline(time.Now().Add(2 * time.Second))
		answer := make([]byte, 2048)
		n, _, err := conn.ReadFrom(answer)
		for line := range strings.Lines(string(answer[:n])) {
			if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "location") {
				location = strings.TrimSpace(value)
			}
		}
		return err == nil && location != ""
	})
	at := must.Get(url.Parse(location))(h.t)
	h.host = at.Hostname()
	if ip, err := netip.ParseAddr(h.host); err != nil || ip.IsLinkLocalUnicast() || ip.IsLoopback() {
		h.t.Fatalf("the location is %s", location)
	}
	resp := must.Get(h.http.Get(location))(h.t)
	defer resp.Body.Close()
	var description struct {
		Device struct {
			Type   string `xml:"deviceType"`
			Serial string `xml:"serialNumber"`
			Name   string `xml:"friendlyName"`
		} `xml:"device"`
	}
	must.Do(h.t, xml.NewDecoder(resp.Body).Decode(&description))
	if d := description.Device; d.Type != "urn:schemas-upnp-org:device:LaMetric:1" || d.Serial == "" || d.Name == "" {
		h.t.Errorf("the description has %+v", d)
	}
	return description.Device.Serial
}

// pairs is LaMetricLocalAuth: on HTTPS without a port, no key, an answer each
// second; somebody presses a button of the device meanwhile.
func (h *homeAssistant) pairs(r *rig.Device) {
	h.t.Helper()
	var asked struct {
		Challenge struct {
			UUID, State, Type string
			Duration          int
		}
	}
	h.ask("POST", "https://"+h.host+"/api/v1/user/request?group=web_admin", "", "", &asked)
	if c := asked.Challenge; c.UUID == "" || c.State != "in-progress" || c.Type != "press_key" || c.Duration != 60 {
		h.t.Fatalf("%+v", asked)
	}
	eventually.True(h.t, "a press resolves the challenge", func() bool {
		if _, errs, code := rig.Command(h.t, "", "press", "action", "--to", r.URL, "--key", r.Key); code != 0 {
			h.t.Fatal(errs)
		}
		var c struct{ State, Type, UUID string }
		h.ask("GET", "https://"+h.host+"/api/v1/user/challenge/"+asked.Challenge.UUID, "", "", &c)
		return c.State == "resolved"
	})
	var exchanged struct{ User struct{ Key string } }
	h.ask("POST", "https://"+h.host+"/api/v1/user/request/exchange", "",
		`{"challenge_id":"`+asked.Challenge.UUID+`"}`, &exchanged)
	var users []struct{ Group, Status, Origin, Key string }
	h.ask("GET", "https://"+h.host+"/api/v1/user",
		"no-auth-challenge=1; authorization="+exchanged.User.Key+":", "", &users)
	for _, u := range users {
		if u.Group == "integration" && u.Status == "active" && u.Key != "" {
			h.key = u.Key
		}
	}
	if h.key == "" || h.key == r.Key {
		h.t.Fatalf("the users are %+v", users)
	}
}

// ask asks as both libraries do; cookie is pairing's, else the key is shown once
// there is one.
func (h *homeAssistant) ask(method, at, cookie, body string, to any) {
	h.t.Helper()
	req, err := http.NewRequestWithContext(h.t.Context(), method, at, strings.NewReader(body))
	must.Do(h.t, err)
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Content-Type", "application/octet-stream") // aiohttp's, with no body
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if cookie != "" {
		req.Header.Set("Cookie", cookie)
	} else if h.key != "" {
		req.SetBasicAuth("dev", h.key)
	}
	resp, err := h.http.Do(req)
	must.Do(h.t, err)
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 || !strings.Contains(resp.Header.Get("Content-Type"), "application/json") {
		h.t.Fatalf("%s %s: %s %v %s", method, at, resp.Status, err, answer)
	}
	if to == nil {
		return
	}
	if err := json.NewDecoder(bytes.NewReader(answer)).Decode(to); err != nil {
		h.t.Fatalf("%s: %v in %s", at, err, answer)
	}
}

// api asks the device's API over HTTPS on 4343.
func (h *homeAssistant) api(method, path, body string, to any) {
	h.t.Helper()
	h.ask(method, "https://"+net.JoinHostPort(h.host, "4343")+path, "", body, to)
}

// polls is the coordinator, each 30 s, and what the entities make of it.
func (h *homeAssistant) polls() (d haDevice) {
	h.t.Helper()
	h.api("GET", "/api/v2/device", "", &d)
	b, p, w := d.Bluetooth, d.Display, d.Wifi
	if d.ID == "" || d.Name == "" || d.Serial == "" || d.OS == "" || d.Mode == "" || d.Model != "sa8" ||
		d.Audio.Volume == nil || d.Audio.Range.Max != 100 ||
		b.Available == nil || b.Active == nil || b.Discoverable == nil || b.Pairable == nil || b.Name == nil ||
		b.Address == nil ||
		p.Brightness == nil || p.Width == nil || p.Height == nil || p.Mode == "" || p.Screensaver.Enabled == nil ||
		w.Active == nil || w.Available == nil || w.Address == nil || w.Essid == nil || w.Netmask == nil || !w.IP.Is4() ||
		w.Mode == "" {
		h.t.Errorf("the device is %+v", d)
	}
	return d
}

// greets is the end of the set-up.
func (h *homeAssistant) greets() {
	h.t.Helper()
	id := h.sends(`{"icon_type":"info","priority":"critical","model":{"cycles":2,"frames":[{"icon":7956,` +
		`"text":"Connected to Home Assistant!"}],"sound":{"id":"win","category":"notifications","repeat":1}}}`)
	if id == "" {
		h.t.Error("the greeting has no id")
	}
	h.dismisses()
}

func (h *homeAssistant) sends(body string) string {
	h.t.Helper()
	var sent struct{ Success struct{ ID json.Number } }
	h.api("POST", "/api/v2/device/notifications", body, &sent)
	return sent.Success.ID.String()
}

// dismisses are the buttons "dismiss current" and "dismiss all".
func (h *homeAssistant) dismisses() {
	h.t.Helper()
	var current struct{ ID *json.Number }
	if h.api("GET", "/api/v2/device/notifications/current", "", &current); current.ID != nil {
		h.api("DELETE", "/api/v2/device/notifications/"+current.ID.String(), "", nil)
	}
	var queue []struct{ ID json.Number }
	h.api("GET", "/api/v2/device/notifications", "", &queue)
	for _, item := range queue {
		h.api("DELETE", "/api/v2/device/notifications/"+item.ID.String(), "", nil)
	}
}

// setsEntities sets each entity as a user does and polls what became of it:
// numbers brightness and volume, select brightness mode, the buttons of the apps.
func (h *homeAssistant) setsEntities() {
	h.t.Helper()
	h.api("PUT", "/api/v2/device/display", `{"brightness":25}`, nil)
	if d := h.polls(); *d.Display.Brightness != 25 {
		h.t.Errorf("brightness %d", *d.Display.Brightness)
	}
	for _, mode := range []string{"auto", "manual"} {
		h.api("PUT", "/api/v2/device/display", `{"brightness_mode":"`+mode+`"}`, nil)
		if d := h.polls(); d.Display.Mode != mode {
			h.t.Errorf("mode %s, want %s", d.Display.Mode, mode)
		}
	}
	h.api("PUT", "/api/v2/device/audio", `{"volume":17}`, nil)
	if d := h.polls(); *d.Audio.Volume != 17 {
		h.t.Errorf("volume %d", *d.Audio.Volume)
	}
	h.api("PUT", "/api/v2/device/apps/next", "", nil)
	h.api("PUT", "/api/v2/device/apps/prev", "", nil)
}

// notifies are notify.send_message and the actions lametric.message and .chart.
func (h *homeAssistant) notifies() {
	h.t.Helper()
	for _, body := range []string{
		`{"icon_type":"none","priority":"info","model":{"cycles":1,"frames":[{"icon":"a7956","text":"Meow!"}]}}`,
		`{"icon_type":"alert","priority":"warning","life_time":120000.0,"model":{"cycles":0,"frames":[{"text":"Washing is ` +
			`done"}],"sound":{"id":"alarm1","category":"alarms","repeat":1}}}`,
		`{"icon_type":"none","priority":"critical","model":{"cycles":3,"frames":[{"chartData":[1,2,3,4,5,4,3,2,1]}],` +
			`"sound":{"id":"cat","category":"notifications","repeat":1}}}`,
	} {
		if h.sends(body) == "" {
			h.t.Errorf("no id for %s", body)
		}
	}
	h.dismisses()
	var queue []any
	if h.api("GET", "/api/v2/device/notifications", "", &queue); len(queue) != 0 {
		h.t.Errorf("the queue is %v", queue)
	}
}
