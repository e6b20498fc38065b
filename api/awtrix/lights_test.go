// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

func TestIndicators(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		red := note.Color{R: 255, Set: true}
		for _, row := range []struct {
			why, body string
			want      note.Indicator
		}{
			{"on", `{"color":[255,0,0]}`, note.Indicator{Color: red}},
			{"blinks", `{"color":"#FF0000","blink":500}`,
				note.Indicator{Color: red, Effect: note.IndicatorBlink, Period: time.Second / 2}},
			{"fades", `{"color":"FF0000","blink":0,"fade":2000}`,
				note.Indicator{Color: red, Effect: note.IndicatorFade, Period: 2 * time.Second}},
			{"off by a text", `{"color":"0"}`, note.Indicator{}},
			{"on again", `{"color":"#f00"}`, note.Indicator{Color: red}},
			{"off by black", `{"color":[0,0,0]}`, note.Indicator{}},
			{"on again", `{"color":16711680}`, note.Indicator{Color: red}},
			{"off by nothing", ``, note.Indicator{}},
		} {
			r.post("/api/indicator2", row.body)
			all, err := r.dev.Indicators(context.Background())
			if err != nil || all[1] != row.want || all[0] != (note.Indicator{}) || all[2] != (note.Indicator{}) {
				t.Errorf("%s: %s: %+v, %v", row.why, row.body, all, err)
			}
		}
		r.post("/api/indicator3", `{"color":"#FF0000"}`)
		if _, text := r.ask("GET", "/api/stats", ""); !strings.Contains(text,
			`"indicator1":false,"indicator2":false,"indicator3":true`) {
			t.Errorf("stats: %s", text)
		}
		if status, text := r.ask("POST", "/api/indicator1", `[`); status != 500 || text != "ErrorParsingJson" {
			t.Errorf("%d %s", status, text)
		}
	})
}

func TestMoodlight(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			why, body string
			want      note.Mood
		}{
			{"a colour", `{"brightness":255,"color":"#FF00FF"}`,
				note.Mood{Color: note.Color{R: 255, B: 255, Set: true}, Brightness: 100}},
			{"a temperature", `{"brightness":1,"kelvin":2300}`, note.Mood{Kelvin: 2300, Brightness: 1}},
			{"one out of range", `{"kelvin":100}`, note.Mood{Kelvin: note.MinKelvin}},
			{"a brightness alone", `{"brightness":128}`,
				note.Mood{Color: note.Color{R: 255, G: 255, B: 255, Set: true}, Brightness: 50}},
			{"off", ``, note.Mood{}},
			{"off", `{}`, note.Mood{}},
		} {
			r.post("/api/moodlight", row.body)
			if m, err := r.dev.Mood(context.Background()); err != nil || m != row.want {
				t.Errorf("%s: %s: %+v, %v", row.why, row.body, m, err)
			}
		}
	})
}
