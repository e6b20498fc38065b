// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hil"
)

// TestFaultsOfATest: what a test has written wrongly is named by the test's own lines and words.
func TestFaultsOfATest(t *testing.T) {
	stub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(`{"brightness":100}`))
	}))
	defer stub.Close()
	for _, c := range []struct {
		why  string
		test func(t hil.T)
		want string
		not  string
	}{
		{"a wrong key of a panel", func(t hil.T) { hil.Start(t, hil.Panel("max7219", "rotate = 180", "module = 4")) },
			"line 2: panel.module: driver \"max7219\": unknown key module, use modules", "line 4"},
		{"a driver that there is not", func(t hil.T) { hil.Start(t, hil.Panel("tube")) },
			"panel.driver: unknown driver \"tube\"", "line"},
		{"a wrong key of the second text", func(t hil.T) {
			hil.Start(t, hil.Panel("max7219"), hil.Config("[text]\nspeed = 40"), hil.Config("# mine\n[text]\nspeeed = 40"))
		}, "Config 2: config: line 3: unknown key text.speeed", ""},
		{"a text of no TOML", func(t hil.T) { hil.Start(t, hil.Panel("max7219"), hil.Config("[text]\nspeed =")) },
			"Config 1: config: ", ""},
		{"two texts that go together ill", func(t hil.T) {
			hil.Start(t, hil.Panel("max7219"), hil.Config("[limits]\nbrightness_limit = {min = 60, max = 90}"),
				hil.Config("[limits]\nbrightness_limit = {min = 95}"))
		}, "limits.brightness_limit", "line"},
		{"an address", func(t hil.T) { hil.At(t, "127.0.0.1:8080", "key") },
			`"127.0.0.1:8080" is no URL of a device, as http://192.0.2.7:8080`, ""},
		{"a device without a size", func(t hil.T) { hil.At(t, stub.URL, "key").Shows(t, hello, time.Second) },
			`no width and height: GET /api/v2/device/display answers {"brightness":100}`, "0×0"},
	} {
		said := run(c.test)
		if !strings.Contains(said, c.want) || c.not != "" && strings.Contains(said, c.not) {
			t.Errorf("%s: %s\nwant %q, not %q", c.why, said, c.want, c.not)
		}
	}
}
