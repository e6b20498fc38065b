// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestAppsKnowAMonochromePanel: a countdown that has ended blinks on LEDs that are only on
// or off: all of them are dark in turn, and none is to be dim, which they cannot be.
func TestAppsKnowAMonochromePanel(t *testing.T) {
	t.Parallel()
	d := hil.Start(t, hil.Panel("max7219", "modules = 4"))
	const app = "/api/v2/device/apps/com.lametric.countdown"
	var about struct{ Widgets map[string]any }
	asked(t, d, "GET", app, "", &about)
	for id := range about.Widgets {
		asked(t, d, "POST", app+"/widgets/"+id+"/actions", `{"id":"countdown.configure","params":{"duration":1,"start_now":true}}`, nil)
	}
	eventually.True(t, "the countdown has ended", func() bool {
		var s struct{ Showing struct{ Kind string } }
		asked(t, d, "GET", "/live/status", "", &s)
		return s.Showing.Kind == "notification"
	})
	for _, want := range []string{"#", ".", "#"} {
		eventually.True(t, "the panel blinks", func() bool { return levels(d) == want })
	}
}

// levels returns "#" if LEDs are on, "." if all are dark, and "+" if one is dim.
func levels(d *hil.Device) string {
	level := "."
	for i, v := range d.Picture().Pix {
		switch {
		case i%4 == 3 || v == 0: // opaque
		case v < 128:
			return "+"
		default:
			level = "#"
		}
	}
	return level
}

// asked calls the API of d, and reads its answer into to.
func asked(t *testing.T, d *hil.Device, method, path, body string, to any) {
	t.Helper()
	req, err := http.NewRequest(method, strings.TrimSuffix(d.URL(), "/")+path, strings.NewReader(body))
	must.Do(t, err)
	req.SetBasicAuth("dev", d.Key())
	resp, err := http.DefaultClient.Do(req)
	must.Do(t, err)
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err == nil && to != nil {
		err = json.Unmarshal(answer, to)
	}
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %d %s, %v", method, path, resp.StatusCode, answer, err)
	}
}
