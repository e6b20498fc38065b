// SPDX-License-Identifier: Apache-2.0

package clients

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/ledpost/ledpost/internal/netns"
)

// atTheirPorts starts the device on the ports that clients have built in, in a
// network of the test's own; false: the test goes on in another process.
func atTheirPorts(t *testing.T, args ...string) (*rig.Device, bool) {
	t.Helper()
	rig.NPM(t) // from out here: in there is no registry
	if !netns.Own(t, "192.0.2.1/24") {
		return nil, false
	}
	return rig.Launch(t, nil, append([]string{"--http", ":8080", "--https", ":4343"}, args...)...), true
}

// TestIoBroker runs iobroker.lametric: each of its states is set and has the type
// that its object promises, what a user changes arrives, and it never warns.
func TestIoBroker(t *testing.T) {
	r, here := atTheirPorts(t)
	if !here {
		return
	}
	a := startAdapter(t, "iobroker.lametric",
		map[string]any{"lametricIp": "192.0.2.1", "lametricToken": r.Key, "type": "poll"})
	for _, id := range strings.Fields(`info.connection meta.name meta.serial meta.version meta.versionUpdate ` +
		`meta.versionApi meta.model meta.mode
		meta.audio.volume meta.audio.volumeMin meta.audio.volumeMax meta.bluetooth.available meta.bluetooth.name meta.bluetooth.active
		meta.bluetooth.discoverable meta.bluetooth.pairable meta.bluetooth.address meta.display.brightness meta.display.brightnessMin
		meta.display.brightnessMax meta.display.brightnessAuto meta.display.brightnessMode
		meta.display.width meta.display.height meta.display.type
		meta.display.screensaver.enabled meta.display.screensaver.widget meta.display.screensaver.modes.timeBased.enabled
		meta.display.screensaver.modes.timeBased.startTime meta.display.screensaver.modes.timeBased.startTimeLocal
		meta.display.screensaver.modes.timeBased.endTime meta.display.screensaver.modes.timeBased.endTimeLocal
		meta.display.screensaver.modes.whenDark.enabled meta.wifi.active meta.wifi.address meta.wifi.available meta.wifi.encryption
		meta.wifi.ssid meta.wifi.ip meta.wifi.mode meta.wifi.netmask streaming.supported mydatadiy.obj`) {
		eventually.True(t, id+" is set", func() bool { return a.state(id) != nil && a.state(id) != "<undefined>" })
	}
	for id, want := range map[string]any{"info.connection": true, "meta.model": "sa8", "meta.display.width": 37.0,
		"streaming.supported": true} {
		if got := a.state(id); got != want {
			t.Errorf("%s is %v, want %v", id, got, want)
		}
	}
	a.changes(r)
	a.notifies(r)
	a.usesApps(r)
	for _, warning := range a.stop() {
		t.Error(warning)
	}
}

// changes is a user who changes what can be changed.
func (a *adapter) changes(r *rig.Device) {
	a.t.Helper()
	for _, row := range []struct {
		id       string
		val      any
		then     string // the state that the device's answer sets
		want     any
		get, key string // where the device has it
	}{
		{"meta.mode", "manual", "meta.mode", "manual", "", "mode"},
		{"meta.display.brightness", 40, "meta.display.brightnessMode", "manual", "/display", "brightness_mode"},
		{"meta.display.brightnessAuto", true, "meta.display.brightnessMode", "auto", "/display", "brightness_mode"},
		{"meta.audio.volume", 33, "meta.audio.volume", 33.0, "/audio", "volume"},
		{"meta.display.screensaver.modes.timeBased.startTime", "21:30:00",
			"meta.display.screensaver.modes.timeBased.startTime", "21:30:00", "", ""},
		{"meta.display.screensaver.modes.whenDark.enabled", true, "meta.display.screensaver.modes.whenDark.enabled",
			true, "", ""},
		{"meta.display.screensaver.enabled", true, "meta.display.screensaver.enabled", true, "", ""},
	} {
		a.set(row.id, row.val)
		eventually.True(a.t, row.id+" is changed", func() bool { return a.state(row.then) == row.want })
		if row.key != "" {
			var object map[string]any
			if r.Call("GET", "/api/v2/device"+row.get, "", &object); object[row.key] != row.want {
				a.t.Errorf("%s: the device has %v", row.id, object[row.key])
			}
		}
	}
	a.set("meta.display.screensaver.enabled", false) // what waits is shown again
}

// notifies is a script of a user: a text with all that it can have, a chart, a
// sound from the network, and what ioBroker itself sends when it is in trouble.
func (a *adapter) notifies(r *rig.Device) {
	a.t.Helper()
	for i, message := range []string{
		`{"text":"Washing is done","icon":"2867","sound":"cat","cycles":2,"priority":"warning","iconType":"alert",` +
			`"lifeTime":60000}`,
		`{"text":[[1,5,3,8],"and text"],"icon":1234,"cycles":1}`,
		`{"text":"radio","soundUrl":"http://192.0.2.1:1/none.mp3"}`,
	} {
		a.user(map[string]any{"command": "notification", "message": json.RawMessage(message)})
		eventually.True(a.t, "the adapter has the answer to "+message, func() bool { return a.reply(i) != nil })
		answer, _ := a.reply(i).(map[string]any)
		id, _ := answer["id"].(string)
		if id == "" {
			a.t.Fatalf("%s: %v", message, a.reply(i))
		}
		var item rig.Queued
		r.Call("GET", "/api/v2/device/notifications/"+id, "", &item)
		if i == 0 &&
			(item.Priority != "warning" || item.Model.Sound["id"] != "cat" ||
				item.Model.Frames[0]["text"] != "Washing is done") {
			a.t.Errorf("the device has %+v", item)
		}
	}
	a.user(map[string]any{"command": "sendNotification",
		"message": json.RawMessage(`{"category":{"instances":{"system.adapter.x.0":{"messages":[{"message":"restart ` +
			`loop"}]}}}}`)})
	eventually.True(a.t, "ioBroker's own message is critical", func() bool {
		return slices.ContainsFunc(r.Queue(), func(item rig.Queued) bool {
			return item.Priority == "critical" && item.Model.Frames[0]["text"] == "restart loop"
		})
	})
	r.Call("DELETE", "/api/v2/device/notifications", "", nil)
}

// usesApps is a user who presses the buttons of apps.
func (a *adapter) usesApps(r *rig.Device) {
	a.t.Helper()
	var apps map[string]struct{ Widgets map[string]any }
	r.Call("GET", "/api/v2/device/apps", "", &apps)
	widget := func(pack string) string {
		for id := range apps[pack].Widgets {
			return id
		}
		a.t.Fatalf("there is no %s", pack)
		return ""
	}
	shown := func() string {
		var status struct{ Showing struct{ Widget string } }
		r.Call("GET", "/live/status", "", &status)
		return status.Showing.Widget
	}
	clock, countdown := widget("com.lametric.clock"), widget("com.lametric.countdown")
	eventually.True(a.t, "the adapter knows the apps", func() bool { return a.state("apps."+countdown+".vendor") != nil })
	a.set("apps."+countdown+".activate", true)
	eventually.True(a.t, "the countdown shows", func() bool { return shown() == countdown })
	a.set("apps."+clock+".activate", true)
	eventually.True(a.t, "the clock shows", func() bool { return shown() == clock })
	a.set("apps."+countdown+".countdown.configure", 240)
	a.set("apps."+countdown+".countdown.start", true)
	eventually.True(a.t, "an action shows its widget", func() bool { return shown() == countdown })
	for _, id := range []string{"apps.next", "apps.prev", "apps.reload"} {
		a.set(id, true)
	}
}

// TestIoBrokerHTTPS is the same adapter over TLS, with the certificate unverified.
func TestIoBrokerHTTPS(t *testing.T) {
	r, here := atTheirPorts(t)
	if !here {
		return
	}
	a := startAdapter(t, "iobroker.lametric",
		map[string]any{"lametricIp": "192.0.2.1", "lametricToken": r.Key, "type": "poll", "useHttps": true})
	eventually.True(t, "the last state is set", func() bool {
		return a.state("meta.display.screensaver.modes.whenDark.enabled") != nil
	})
	for _, warning := range a.stop() {
		t.Error(warning)
	}
}

// TestLaMetricLocal makes every call that lametric-local has.
func TestLaMetricLocal(t *testing.T) {
	r := rig.Launch(t, nil)
	dir, node := rig.NPM(t)
	out, err := exec.Command(node, filepath.Join(dir, "lametric-local.js"), r.URL, r.Key).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.HasSuffix(string(out), "17 calls\n") {
		t.Errorf("%s", out)
	}
}
