// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net/http"
	"strings"
	"testing"
)

func TestButtons(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	r.do("PUT", "/api/v2/device/audio", `{"volume":40}`)
	rows := []struct {
		name, button string
		status       int
		volume       string
	}{
		{"louder", "volume_up", http.StatusOK, `"volume":45`},
		{"softer", "volume_down", http.StatusOK, `"volume":40`},
		{"held", "volume_up?hold=0.01", http.StatusOK, `"volume":45`},
		{"and back", "volume_down?hold=0", http.StatusOK, `"volume":40`},
		{"held for too long", "volume_up?hold=6", http.StatusBadRequest, `"volume":40`},
		{"held for no time", "volume_up?hold=NaN", http.StatusBadRequest, `"volume":40`},
		{"no such button", "nose", http.StatusNotFound, `"volume":40`},
	}
	for _, row := range rows {
		if w := r.do("POST", "/live/buttons/"+row.button, ""); w.Code != row.status {
			t.Errorf("%s: %d %s", row.name, w.Code, w.Body)
		}
		if w := r.do("GET", "/api/v2/device/audio", ""); !strings.Contains(w.Body.String(), row.volume) {
			t.Errorf("%s: %s, want %s", row.name, w.Body, row.volume)
		}
	}
	for _, path := range []string{"/api", "/api/", "/live", "/live/"} {
		if w := r.do("GET", path, ""); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, w.Code)
		}
	}
}
