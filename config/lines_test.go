// SPDX-License-Identifier: Apache-2.0

package config

import "testing"

func TestLines(t *testing.T) {
	at := linesOf([]byte(`name = "x" # = 1
# speed = 5
[panel] # here
driver = "composite"

[[panel.part]]
driver = "ws2812"
[[panel.part]]
  "at" = [8, 0]
  modules=4
[panel.part.more]
x = 1

[input]
[[input.gpio]]
line = "5"
[ "text" ]
colors.ink = 1
`))
	for path, want := range map[string]int{
		"name": 1, "speed": 1, "panel": 3, "panel.driver": 4, "panel.size": 3,
		"panel.part": 6, "panel.part.1": 6, "panel.part.1.driver": 7, "panel.part.1.at": 6, "panel.part.driver": 7,
		"panel.part.2": 8, "panel.part.2.at": 9, "panel.part.2.modules": 10, "panel.part.2.more.x": 12, "panel.part.3.at": 6,
		"input.gpio.1.line": 16, "input.gpio.line": 16, "input.rotary": 14,
		"text.colors.ink": 18, "nowhere.at.all": 1, "": 1,
	} {
		if got := at.line(path); got != want {
			t.Errorf("%q is in line %d, want %d", path, got, want)
		}
	}
}
