// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestHomeAssistant does what the lametric integration does when it is set up,
// with the bodies that its library sends, and checks of the answers what that
// library insists on.
func TestHomeAssistant(t *testing.T) {
	r := newRig(t, func(s *setup) { s.original.Network = nil }) // on a machine that has neither
	get := func(path string) (object map[string]any) {
		t.Helper()
		if w := r.do("GET", path, ""); w.Code != 200 || json.Unmarshal(w.Body.Bytes(), &object) != nil {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		return object
	}
	d := get("/api/v2/device")
	for part, keys := range map[string]string{
		"audio":     "available volume volume_limit volume_range",
		"bluetooth": "active address available discoverable name pairable",
		"display":   "brightness brightness_mode brightness_limit brightness_range height width type on screensaver",
		"wifi":      "active address available encryption essid ip mode netmask",
	} {
		for key := range strings.FieldsSeq(keys) {
			if v, ok := d[part].(map[string]any)[key]; !ok || v == nil {
				t.Errorf("%s has no %s", part, key)
			}
		}
	}
	if serial, _ := d["serial_number"].(string); !regexp.MustCompile(`^[A-Z0-9]{4,32}$`).MatchString(serial) {
		t.Errorf("serial number %q", serial)
	}
	wifi := d["wifi"].(map[string]any)
	if a, err := netip.ParseAddr(wifi["ip"].(string)); err != nil || !a.Is4() {
		t.Errorf("ip %v", wifi["ip"])
	}
	if !slices.Contains([]any{"dhcp", "static"}, wifi["mode"]) {
		t.Errorf("mode %v", wifi["mode"])
	}

	hello := r.do("POST", "/api/v2/device/notifications",
		`{"icon_type":"info","priority":"critical","model":{"cycles":2,"frames":[{"icon":7956,"text":"Connected to Home `+
			`Assistant!"}],"sound":{"category":"notifications","repeat":1,"id":"win"}}}`)
	var answer struct{ Success struct{ ID json.Number } }
	if err := json.Unmarshal(hello.Body.Bytes(), &answer); err != nil || hello.Code != 200 {
		t.Fatalf("%d %s", hello.Code, hello.Body)
	}
	if _, err := answer.Success.ID.Int64(); err != nil {
		t.Errorf("id %s is not an integer", answer.Success.ID)
	}
	r.do("POST", "/api/v2/device/notifications",
		`{"life_time":120000.0,"model":{"cycles":1,"frames":[{"icon":2867,"text":null}],`+
			`"sound":{"url":"http://192.0.2.1/a.mp3","type":"mp3"}}}`)
	var queue []struct {
		Model struct {
			Frames []map[string]any
			Sound  map[string]any
		}
	}
	if err := json.Unmarshal(r.do("GET", "/api/v2/device/notifications", "").Body.Bytes(), &queue); err != nil ||
		len(queue) != 2 {
		t.Fatalf("%v, %d in the queue", err, len(queue))
	}
	for _, item := range queue {
		for _, f := range item.Model.Frames {
			if f["text"] == nil && f["goalData"] == nil && f["chartData"] == nil {
				t.Errorf("a frame of no kind: %v", f)
			}
		}
		if item.Model.Sound["id"] == nil && item.Model.Sound["url"] == nil {
			t.Errorf("a sound of no kind: %v", item.Model.Sound)
		}
	}
	if get("/api/v2/device/notifications/current")["id"] == nil {
		t.Error("nothing is visible")
	}
	r.do("DELETE", "/api/v2/device/notifications", "")
	if w := r.do("GET", "/api/v2/device/notifications/current", ""); strings.TrimSpace(w.Body.String()) != "{}" {
		t.Errorf("current: %s, want {}", w.Body)
	}
}

// Content-Type and Accept are ignored, whatever clients write there.
func TestTypesAreIgnored(t *testing.T) {
	r := newRig(t, nil)
	for i, header := range []struct{ kind, accept string }{
		{"", ""}, {"application/octet-stream", "*/*"}, {"text/plain", "application.json"},
		{"application/x-www-form-urlencoded", "image/png;q=1"},
		{"nonsense", "nonsense"}, {"application/json; charset=utf-16", "text/html"},
	} {
		req := request("PUT", "/api/v2/device/audio", fmt.Sprintf(`{"volume":%d}`, i))
		req.Header.Set("Content-Type", header.kind)
		req.Header.Set("Accept", header.accept)
		w := recordOf(r.Handler(), req)
		if w.Code != 200 || w.Header().Get("Content-Type") != "application/json;charset=UTF8" ||
			!strings.Contains(w.Body.String(), fmt.Sprintf(`"volume":%d,`, i)) {
			t.Errorf("%+v: %d %s %s", header, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
	}
}
