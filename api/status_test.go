// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"encoding/json"
	"testing"
	"time"
)

// TestWatch: the status at once, on a change, with every heartbeat, and word of a
// change that it does not tell; and it ends with the device.
func TestWatch(t *testing.T) {
	r := newRig(t, nil)
	address := running(t, r)
	c := openSocket(t, address, "/live/watch", basicHeader())
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
