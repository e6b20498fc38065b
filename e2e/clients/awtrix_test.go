// SPDX-License-Identifier: Apache-2.0

package clients

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"

	"github.com/ledpost/ledpost/internal/testtool"
)

// TestIoBrokerAwtrix runs iobroker.awtrix-light: its states are set, its apps come
// and go, what a user does arrives, and it never warns.
func TestIoBrokerAwtrix(t *testing.T) {
	r, here := atTheirPorts(t, rig.Configured(t, "[awtrix]\nenabled = true\n")...)
	if !here {
		return
	}
	a := startAdapter(t, "iobroker.awtrix-light", map[string]any{
		"awtrixIp": "192.0.2.1", "userName": "dev", "userPassword": r.Key, "downloadScreenContent": true,
		"downloadScreenContentInterval": 1,
		// Three seconds would be its own choice; after one answer that came later it
		// calls the device offline, for a whole minute.
		"httpTimeout": eventually.Patience.Seconds(),
		"customApps": []map[string]any{{
			"name": "greeting", "text": "hello", "icon": "2867", "duration": 9, "rainbow": true, "position": 0, "repeat": -1,
			"scrollSpeed": 100,
		}},
	})
	for _, id := range strings.Fields(`info.connection meta.uid meta.version sensor.lux display.brightness ` +
		`device.battery device.ipAddress
		device.wifiSignal device.freeRAM device.uptime display.content settings.brightness settings.textColor settings.volume`) {
		eventually.True(t, id+" is set", func() bool { return a.state(id) != nil && a.state(id) != "<undefined>" })
	}
	if got := a.state("info.connection"); got != true {
		t.Errorf("it is connected: %v", got)
	}
	eventually.True(t, "its app is there", func() bool { return slices.Contains(awtrixApps(t, r), "greeting") })
	for _, row := range []struct {
		id  string
		val any
	}{
		{"settings.brightness", 102}, {"settings.brightnessAuto", false}, {"settings.textColor", "#FF0000"},
		{"settings.volume", 10},
		{"display.power", true}, {"display.moodlight.active", true}, {"display.moodlight.active", false},
		{"indicator.1.active", true}, {"indicator.1.active", false}, {"apps.next", true}, {"apps.prev", true},
		{"apps.greeting.activate", true}, {"apps.Time.activate", true}, {"notification.dismiss", true},
	} {
		a.set(row.id, row.val)
		if row.id != "settings.textColor" { // comes back in another form
			eventually.True(t, row.id+" is done", func() bool { return a.state(row.id) == jsonOf(row.val) })
		}
	}
	for i, does := range []map[string]any{
		{"command": "notification",
			"message": map[string]any{"text": "Washer done", "icon": "2867", "hold": true, "repeat": 1}},
		{"command": "sound", "message": map[string]any{"sound": "cat"}},
		{"command": "rtttl", "message": "two:d=4,o=5,b=100:c,e"},
	} {
		a.user(does)
		eventually.True(t, fmt.Sprint("an answer to ", does), func() bool { return a.reply(i) != nil })
		if answer, _ := a.reply(i).(map[string]any); answer["data"] != "OK" {
			t.Errorf("%v: %v", does, a.reply(i))
		}
	}
	eventually.True(t, "the notification is there", func() bool {
		return slices.ContainsFunc(r.Queue(), func(q rig.Queued) bool { return q.Model.Frames[0]["text"] == "WASHER DONE" })
	})
	for _, warning := range a.stop() {
		t.Error(warning)
	}
	if slices.Contains(awtrixApps(t, r), "greeting") {
		t.Error("its app outlives it")
	}
}

// jsonOf is v as it comes back from JSON.
func jsonOf(v any) any {
	if n, ok := v.(int); ok {
		return float64(n)
	}
	return v
}

// awtrixApps are the names of the apps in the turn.
func awtrixApps(t *testing.T, r *rig.Device) (names []string) {
	var turns map[string]int
	r.Call("GET", "/api/loop", "", &turns)
	for name := range turns {
		names = append(names, name)
	}
	return names
}

// TestAwtrixMQTT sends what blueprints of Home Assistant send, with mosquitto's own
// programs.
func TestAwtrixMQTT(t *testing.T) {
	if testing.Short() {
		t.Skip("a broker and a dozen programs")
	}
	broker, pub, sub := testtool.Find(t, "mosquitto"), testtool.Find(t, "mosquitto_pub"), testtool.Find(t, "mosquitto_sub")
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close()
	hub := exec.Command(broker, "-p", port)
	must.Do(t, hub.Start())
	t.Cleanup(func() { hub.Process.Kill(); hub.Wait() })
	const config = "[mqtt]\nbroker = \"tcp://127.0.0.1:%s\"\n[awtrix]\nenabled = true\nprefix = \"awtrix_kitchen\"\n"
	r := rig.Launch(t, nil, rig.Configured(t, fmt.Sprintf(config, port))...)
	eventually.True(t, "the device is online", func() bool {
		out, _ := exec.Command(sub, "-p", port, "-t", "awtrix_kitchen/stats/device", "-C", "1", "-W", "1").Output()
		return strings.TrimSpace(string(out)) == "online"
	})
	say := func(topic, payload string) {
		t.Helper()
		if out, err := exec.Command(pub, "-p", port, "-q", "1", "-t", "awtrix_kitchen/"+topic, "-m",
			payload).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	frames := func() (all []string) {
		for _, q := range r.Queue() {
			for _, f := range q.Model.Frames {
				all = append(all, fmt.Sprint(f["text"]))
			}
		}
		return all
	}
	say("custom/weather", `{"icon":"2282","text":"21 °C","lifetime":7200,"color":"#FFCC00","textCase":2,"duration":10}`)
	say("custom/bins", `[{"text":"Paper","icon":"1899","color":[0,0,255]},{"text":"Glass","background":"#003300"}]`)
	eventually.True(t, "custom apps", func() bool { return containsAll(awtrixApps(t, r), "weather", "bins0", "bins1") })
	say("custom/bins", ``)
	eventually.True(t, "they go", func() bool { return !slices.Contains(awtrixApps(t, r), "bins0") })
	say("notify",
		`{"text":[{"t":"Front ","c":"FFFFFF"},{"t":"door","c":"FF0000"}],"icon":"8945","hold":true,"stack":true,`+
			`"wakeup":true,"rtttl":"d:d=4,o=5,b=100:c,e"}`)
	say("notify",
		`{"text":"second","repeat":2,"rainbow":true,"pushIcon":2,"effect":"Plasma","overlay":"snow","progress":50}`)
	eventually.True(t, "both notifications", func() bool { return containsAll(frames(), "FRONT DOOR", "SECOND") })
	say("notify/dismiss", ``)
	eventually.True(t, "the first one is dismissed", func() bool { return !slices.Contains(frames(), "FRONT DOOR") })
	say("settings", `{"BRI":51,"ABRI":false,"TCOL":"#00FF00"}`)
	say("indicator1", `{"color":[255,0,0],"blink":500}`)
	say("moodlight", `{"brightness":128,"kelvin":2700}`)
	say("switch", `{"name":"weather"}`)
	say("power", `{"power":false}`)
	eventually.True(t, "settings, indicator and power", func() bool {
		var settings struct {
			BRI  int
			MATP bool
		}
		var stats struct{ Indicator1 bool }
		r.Call("GET", "/api/settings", "", &settings)
		r.Call("GET", "/api/stats", "", &stats)
		return settings.BRI == 51 && !settings.MATP && stats.Indicator1
	})
}

// containsAll reports whether all of want are in list.
func containsAll(list []string, want ...string) bool {
	return !slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(list, w) })
}

// TestAwtrixIsOff unless it is switched on; open, it needs no key, but never for
// other sites.
func TestAwtrixIsOff(t *testing.T) {
	get := func(r *rig.Device, origin string) int {
		q, _ := http.NewRequest("GET", r.URL+"/api/stats", nil)
		if origin != "" {
			q.Header.Set("Origin", origin)
		}
		a := must.Get(http.DefaultClient.Do(q))(t)
		defer a.Body.Close()
		io.Copy(io.Discard, a.Body)
		return a.StatusCode
	}
	off := rig.Launch(t, nil)
	if code := get(off, ""); code != 401 && code != 404 {
		t.Errorf("off, it answers with %d", code)
	}
	closed := rig.Launch(t, nil, rig.Configured(t, "[awtrix]\nenabled = true\n")...)
	if code := get(closed, ""); code != 401 {
		t.Errorf("without a key it answers with %d", code)
	}
	open := rig.Launch(t, nil, rig.Configured(t, "[awtrix]\nenabled = true\nopen = true\n")...)
	if code := get(open, ""); code != 200 {
		t.Errorf("open, it answers with %d", code)
	}
	if code := get(open, "http://evil.example"); code != 403 {
		t.Errorf("a page of another site is answered with %d", code)
	}
}
