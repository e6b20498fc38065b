// SPDX-License-Identifier: Apache-2.0

package config

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestHardware(t *testing.T) {
	const text = `
[panel]
driver = "composite"
[[panel.part]]
driver = "ws2812"
map = "/etc/shadow"
width = 4
height = 4
[light]
source = "bh1750"
[audio]
output = "buzzer"
line = "GPIO13"
allow = ["hunter2.local"]
[mqtt]
broker = "mqtt://me:hunter2@host"
password = "hunter2"
[weather]
key = "hunter2"
`
	got, err := Hardware([]byte(text))
	must.Do(t, err)
	for _, not := range []string{"hunter2", "mqtt", "shadow", "map"} {
		if strings.Contains(string(got), not) {
			t.Errorf("it has %q:\n%s", not, got)
		}
	}
	cfg, err := Parse(got, "")
	if err != nil || cfg.Panel.Driver() != "composite" || cfg.Light.Source() != "bh1750" || cfg.Buzzer != "GPIO13" {
		t.Errorf("%v, panel %q, light %q, buzzer %q:\n%s", err, cfg.Panel.Driver(), cfg.Light.Source(), cfg.Buzzer, got)
	}
	for _, bad := range []string{"[panel", "a = " + strings.Repeat("[", 40), strings.Repeat("#", maxBytes+1)} {
		if _, err := Hardware([]byte(bad)); err == nil {
			t.Errorf("%.20q was read", bad)
		}
	}
}
