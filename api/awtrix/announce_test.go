// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestAnnouncement: blueprints find the device by manufacturer and model, and its topic in
// the sensor whose id has device_topic.
func TestAnnouncement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, h := start(t, fresh()), new(hub)
		r.cfg.Announce, r.cfg.Discovery = true, "homeassistant"
		end := h.serve(r)
		const topic = "homeassistant/device/awtrix_w00bs9/config "
		said := h.take("homeassistant/")
		if len(said) != 1 || !strings.HasPrefix(said[0], topic) || !strings.HasSuffix(said[0], " (kept)") {
			t.Fatalf("%q", said)
		}
		var all struct {
			Device struct {
				Identifiers         []string
				Connections         []any
				Manufacturer, Model string
			}
			Components map[string]map[string]any
		}
		must.Do(t, json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimPrefix(said[0], topic), " (kept)")), &all))
		if d := all.Device; d.Manufacturer != "Blueforcer" || d.Model != "AWTRIX 3" || d.Connections != nil ||
			len(d.Identifiers) != 1 || d.Identifiers[0] != "awtrix_w00bs9" {
			t.Errorf("%+v", d)
		}
		kinds, ids := map[any]int{}, map[any]bool{}
		for name, e := range all.Components {
			kinds[e["platform"]]++
			if ids[e["unique_id"]] || e["unique_id"] == nil || e["name"] == nil ||
				e["command_topic"] == nil && e["state_topic"] == nil {
				t.Errorf("%s: %v", name, e)
			}
			ids[e["unique_id"]] = true
		}
		if kinds["light"] != 4 || kinds["button"] != 3 || kinds["binary_sensor"] != 3 || kinds["sensor"] != 2 {
			t.Errorf("%v", kinds)
		}
		if e := all.Components["topic"]; e["name"] != "Device topic" || e["value_template"] != `{{ "awtrix_w00bs9" }}` {
			t.Errorf("%v", e)
		}
		r.Obey(t.Context(), "homeassistant/status", []byte("online"), false)
		synctest.Wait()
		if again := h.take("homeassistant/"); len(again) != 1 || again[0] != said[0] {
			t.Errorf("after a start of Home Assistant: %q", again)
		}
		end()
		r.cfg.Announce = false
		h.serve(r)
		if said := h.take("homeassistant/"); said != nil {
			t.Errorf("left out: %q", said)
		}
	})
}

// TestAnnouncedCommands: what the announced lights and buttons send is obeyed, and the stats that
// they read follow within a second or so.
func TestAnnouncedCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, h := start(t, fresh()), new(hub)
		h.serve(r)
		for _, row := range []struct{ topic, payload, stat string }{
			{"power", `{"power":false}`, `"matrix":false`}, {"power", `{"power":true}`, `"matrix":true`},
			{"indicator1", `{"color":"FFFFFF"}`, `"indicator1":true`}, {"indicator1", `{"color":"0"}`, `"indicator1":false`},
			{"indicator3", `{"color":[1,2,3]}`, `"indicator3":true`}, {"settings", `{"ABRI":false,"BRI":128}`, `"bri":128`},
		} {
			h.take("")
			r.Obey(t.Context(), prefix+"/"+row.topic, []byte(row.payload), false)
			time.Sleep(1100 * time.Millisecond)
			if said := strings.Join(h.take(prefix+"/stats "), ""); !strings.Contains(said, row.stat) {
				t.Errorf("%s %s: %s", row.topic, row.payload, said)
			}
		}
	})
}
