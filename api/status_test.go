// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestWatch: the status at once, on a change, with every heartbeat, and word of a
// change that it does not tell; and it ends with the device.
func TestWatch(t *testing.T) {
	r := newRig(t, nil)
	address := running(t, r)
	c, _, err := dialSocket(t, address, "/live/watch", basicHeader())
	must.Do(t, err)
	defer c.CloseNow()
	next := func() (m map[string]any) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, body, err := c.Read(ctx)
		if err != nil || json.Unmarshal(body, &m) != nil {
			t.Fatalf("%v: %s", err, body)
		}
		return m
	}
	until := func(what string, ok func(map[string]any) bool) {
		t.Helper()
		for range 20 { // heartbeats come in between
			if ok(next()) {
				return
			}
		}
		t.Fatalf("%s: it was not told", what)
	}
	if m := next(); m["showing"].(map[string]any)["kind"] != "widget" || m["mode"] != "auto" {
		t.Errorf("at first %v", m)
	}
	r.do("PUT", "/api/v2/device", `{"mode":"kiosk"}`)
	until("the mode", func(m map[string]any) bool { return m["mode"] == "kiosk" })
	r.do("PUT", "/live/look", `{"text_color":"#FF0000"}`)
	until("a setting", func(m map[string]any) bool { return m["changed"] == true && len(m) == 1 })
	for range 2 {
		until("a heartbeat", func(m map[string]any) bool { return m["mode"] == "kiosk" })
	}
}

// TestStatusIsNeverStale: a GET after a change shows it.
func TestStatusIsNeverStale(t *testing.T) {
	r := newRig(t, nil)
	for i := range 50 {
		mode := []string{"manual", "auto"}[i%2]
		r.do("PUT", "/api/v2/device", `{"mode":"`+mode+`"}`)
		var st struct{ Mode string }
		if w := r.do("GET", "/live/status", ""); json.Unmarshal(w.Body.Bytes(), &st) != nil || st.Mode != mode {
			t.Fatalf("after %s: %s", mode, w.Body)
		}
	}
}

// TestClientsThatNeedApps does what they ask first, and looks for what they
// cannot do without.
func TestClientsThatNeedApps(t *testing.T) {
	r := newRig(t, withTimer)
	get := func(path string, to any) {
		t.Helper()
		if w := r.do("GET", path, ""); w.Code != http.StatusOK || json.Unmarshal(w.Body.Bytes(), to) != nil {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	type app struct {
		Package     string
		Title       *string
		Vendor      *string
		Version     *string
		VersionCode *string `json:"version_code"`
		Actions     map[string]map[string]struct {
			DataType string `json:"data_type"`
			Name     string
			Required *bool
		}
		Triggers map[string]any
		Widgets  map[string]struct {
			Index    *int
			Package  string
			Visible  *bool
			Settings map[string]any
		}
	}
	t.Run("lmnotify: set_device reads all apps, with a slash at the end", func(t *testing.T) {
		var all map[string]app
		get("/api/v2/device/apps/", &all)
		for pkg, a := range all {
			if a.Package != pkg || a.Title == nil || a.Vendor == nil || a.Version == nil || a.VersionCode == nil ||
				a.Triggers == nil || len(a.Widgets) == 0 {
				t.Errorf("%s lacks a field: %+v", pkg, a)
			}
			for id, w := range a.Widgets {
				if w.Index == nil || w.Package != pkg || w.Visible == nil || w.Settings["_title"] == nil || len(id) != 32 {
					t.Errorf("widget %s lacks a field: %+v", id, w)
				}
			}
		}
	})
	t.Run("openHAB: types of parameters that it knows, none of them named parameters", func(t *testing.T) {
		var index struct{ Endpoints map[string]string }
		get("/api/v2", &index)
		for _, key := range []string{"apps_list_url", "apps_get_url", "apps_switch_url", "apps_action_url",
			"apps_switch_next_url", "apps_switch_prev_url"} {
			if index.Endpoints[key] == "" {
				t.Errorf("the index has no %s", key)
			}
		}
		var one app
		get("/api/v2/device/apps/com.lametric.countdown", &one)
		for action, params := range one.Actions {
			for name, p := range params {
				if p.Name != name || p.Required == nil || name == "parameters" ||
					p.DataType != "bool" && p.DataType != "int" && p.DataType != "string" {
					t.Errorf("%s %s: %+v", action, name, p)
				}
			}
		}
	})
	t.Run("demetriek: app_next and app_previous", func(t *testing.T) {
		for _, method := range []string{"PUT", "POST"} {
			for _, path := range []string{"/api/v2/device/apps/next", "/api/v2/device/apps/prev"} {
				wants(t, r.do(method, path, ""), http.StatusOK, "", method, path)
			}
		}
	})
}
