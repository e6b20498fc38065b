// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
)

// TestLenientPuts: bodies of PUT that clients send, and the part of the answer
// that they change.
func TestLenientPuts(t *testing.T) {
	r := newRig(t, nil)
	for _, c := range []struct{ name, target, body, want string }{
		{"nothing to change", "display", `{}`, `"brightness":60,"brightness_mode":"auto"`},
		{"everything null", "display", `{"brightness":null,"brightness_mode":null,"on":null,"screensaver":null}`,
			`"brightness":60`},
		{"empty strings for a number and an object", "display", `{"brightness":"","on":"","screensaver":""}`,
			`"brightness":60`},
		{"digits", "display", `{"brightness":"70"}`, `"brightness":70`},
		{"a float", "display", `{"brightness":71.0,"brightness_mode":" MANUAL"}`,
			`"brightness":71,"brightness_mode":"manual"`},
		{"off with 0", "display", `{"on":0}`, `"on":false`},
		{"on with 1", "display", `{"on":1}`, `"on":true`},
		{"off with a string", "display", `{"on":"False"}`, `"on":false`},
		{"on with a string", "display", `{"on":"true"}`, `"on":true`},
		{"a time without seconds", "display", `{"screensaver":{"mode":"time_based","mode_params":{"start_time":"19:30"}}}`,
			`"start_time":"19:30:00"`},
		{"off with a string of 0", "display", `{"on":" 0 "}`, `"on":false`},
		{"on with a float", "display", `{"on":1.0}`, `"on":true`},
		{"empty words", "display", `{"brightness_mode":"","screensaver":{"mode":"","mode_params":{"start_time":""}}}`,
			`"brightness_mode":"manual"`},
		{"a time based screensaver", "display",
			`{"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true}}}`,
			`"time_based":{"enabled":true`},
		{"the mode alone, as Symcon sends it", "display", `{"screensaver":{"enabled":"true","mode":"when_dark"}}`,
			`"when_dark":{"enabled":true}`},
		{"the mode off, as ioBroker sends it", "display",
			`{"screensaver":{"enabled":true,"mode":"when_dark","mode_params":{"enabled":false}}}`,
			`"when_dark":{"enabled":false}`},
		{"volume with a space", "audio", `{"volume":" 34.0"}`, `"volume":34`},
		{"an empty name", "bluetooth", `{"name":""}`, `"name":"LM0001"`},
		{"volume in digits", "audio", `{"volume":"33"}`, `"volume":33`},
		{"mode in capitals", "", `{"mode":"Schedule"}`, `"mode":"schedule"`},
	} {
		wants(t, r.do("PUT", strings.TrimSuffix("/api/v2/device/"+c.target, "/"), c.body), http.StatusOK, c.want, c.name)
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

// What GET gives can be sent back with PUT, and changes nothing.
func TestWholeObjectsSentBack(t *testing.T) {
	for name, change := range map[string]func(*setup){
		"as a new device": nil,
		"after the limits were lowered": func(s *setup) {
			s.dev.Limits = device.Limits{
				BrightnessRange: device.Range{Min: 10, Max: 90}, BrightnessLimit: device.Range{Min: 20, Max: 40},
				VolumeRange: device.Range{Min: 0, Max: 100}, VolumeLimit: device.Range{Min: 5, Max: 30},
			}
			s.saved.Settings.Brightness, s.saved.Settings.Volume = 100, 100
		},
	} {
		t.Run(name, func(t *testing.T) { sentBack(t, change) })
	}
}

func sentBack(t *testing.T, change func(*setup)) {
	r := newRig(t, change)
	before := r.do("GET", "/api/v2/device", "").Body.String()
	for _, target := range []string{"/api/v2/device", "/api/v2/device/display", "/api/v2/device/audio",
		"/api/v2/device/bluetooth"} {
		object := r.do("GET", target, "").Body.String()
		wants(t, r.do("PUT", target, object), http.StatusOK, "", target)
	}
	if after := r.do("GET", "/api/v2/device", "").Body.String(); after != before {
		t.Errorf("changed:\n%s\n%s", before, after)
	}
}

// GET device keeps its JSON; it is never old.
func TestDeviceIsNeverOld(t *testing.T) {
	r := newRig(t, nil)
	for _, c := range []struct{ target, body, want string }{
		{"display", `{"brightness":41}`, `"brightness":41`},
		{"display", `{"on":false}`, `"on":false`},
		{"audio", `{"volume":42}`, `"volume":42`},
		{"", `{"mode":"manual"}`, `"mode":"manual"`},
		{"bluetooth", `{"active":true}`, `"active":true,"discoverable"`},
	} {
		if before := r.do("GET", "/api/v2/device", "").Body.String(); strings.Contains(before, c.want) {
			t.Errorf("%s before %s", c.want, c.body)
		}
		r.do("PUT", strings.TrimSuffix("/api/v2/device/"+c.target, "/"), c.body)
		if after := r.do("GET", "/api/v2/device", "").Body.String(); !strings.Contains(after, c.want) {
			t.Errorf("no %s after %s", c.want, c.body)
		}
	}
}

// A queued notification that is sent back as a new one is the same again.
func TestQueuedNotificationSentBack(t *testing.T) {
	r := newRig(t, nil)
	r.do("POST", "/api/v2/device/notifications",
		`{"priority":"critical","icon_type":"alert","model":{"cycles":0,"sound":{"category":"alarms","id":"alarm1"},`+
			`"frames":[{"icon":"a1","text":"x","duration":2000,"color":"#FF0000"},{"goalData":{"start":1,"current":2,"end":3,`+
			`"unit":"m"}},{"chartData":[1,2]},{"icon":7}]}}`)
	item := func(id string) (m map[string]any) {
		json.Unmarshal(r.do("GET", "/api/v2/device/notifications/"+id, "").Body.Bytes(), &m)
		for _, moves := range []string{"id", "created", "updated", "expiration_date"} {
			delete(m, moves)
		}
		return m
	}
	r.do("POST", "/api/v2/device/notifications", r.do("GET", "/api/v2/device/notifications/1", "").Body.String())
	if first, second := item("1"), item("2"); !reflect.DeepEqual(first, second) || len(first) == 0 {
		t.Errorf("first  %v\nsecond %v", first, second)
	}
}

// TestBrokenIcons: an icon that there is not, or of no form, never costs the message, and who asks for
// the message is told why a sign stands in its place.
func TestBrokenIcons(t *testing.T) {
	r := newRig(t, func(s *setup) { s.dev.Icons = icons.New(icons.Config{}, slog.New(slog.DiscardHandler)) })
	for _, row := range []struct{ why, icon, echo, reason string }{
		{"a quoted number", `"'8146'"`, `"icon":"'8146'"`, "'8146'"},
		{"words", `"12 34"`, `"icon":"12 34"`, "is no icon"},
		{"a negative number", `-5`, `"icon":"-5"`, "is no icon"},
		{"a fraction", `1.5`, `"icon":"1.5"`, "is no icon"},
		{"an unknown name", `"nosuch"`, `"icon":"nosuch"`, "there is no icon"},
		{"no data", `"data:image/png"`, `"icon":"data:image/png"`, "no comma before the data"},
		{"no base64", `"data:image/png;base64,€€€"`, `"icon":"data:image/png;base64,€€€"`, "base64"},
		{"three bytes", `"data:image/png;base64,AAAA"`, `"icon":"data:image/png;base64,AAAA"`, "neither PNG"},
	} {
		body := frameOf(`{"icon":` + row.icon + `,"text":"a test"},{"text":"b"},{"icon":"none of"},` +
			`{"icon":` + row.icon + `,"text":"c"},{"icon":"this-either"}`)
		w := r.do("POST", "/api/v2/device/notifications", body)
		var answer struct{ Success struct{ ID string } }
		if json.Unmarshal(w.Body.Bytes(), &answer); w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", row.why, w.Code, w.Body)
			continue
		}
		w = r.do("GET", "/api/v2/device/notifications/"+answer.Success.ID, "")
		others := []string{`; frames[2].icon: \"none of\" is no icon`, `; frames[4].icon: there is no icon \"this-either\"`}
		for _, want := range append(others, row.echo, `"reason":"frames[0].icon: `, row.reason) {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: %s lacks %s", row.why, w.Body, want)
			}
		}
		r.do("DELETE", "/api/v2/device/notifications/"+answer.Success.ID, "")
		w = r.do("GET", "/api/v2/device/notifications/"+answer.Success.ID, "")
		for _, want := range append(others, `"outcome":"dismissed"`, `"reason":"frames[0].icon: `, row.reason,
			"dismissed while") {
			if !strings.Contains(w.Body.String(), want) || strings.Contains(w.Body.String(), "frames[3].icon") {
				t.Errorf("%s, dismissed: %s lacks %s", row.why, w.Body, want)
			}
		}
	}
}
