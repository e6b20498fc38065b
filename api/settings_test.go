// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/must"
)

// said is a request and a part of its answer.
type said struct {
	why, method, body string
	code              int
	says              string
}

// says sends requests to an endpoint, one after the other.
func (r *rig) says(path string, rows []said) {
	r.t.Helper()
	for _, row := range rows {
		wants(r.t, r.do(row.method, path, row.body), row.code, row.says, row.why)
	}
}

// PUT /live/night changes the fields of its body, keeps the fields of another when, says
// whether it is night, and names the wrong field.
func TestNight(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.says("/live/night", []said{
			{"nobody has set it", "GET", "", 200,
				`{"when":"off","from":"22:00:00","to":"06:00:00","brightness":3,"color":"#FF0000","widget":"`},
			{"neither is it night", "GET", "", 200, `"active":false,"tonight":null}`},
			{"by the time", "PUT", `{"when":"time","from":"23:00","to":"23:00:01","brightness":"5"}`, 200,
				`"data":{"when":"time","from":"23:00:00","to":"23:00:01","brightness":5,"color":"#FF0000",`},
			{"it has its times", "GET", "", 200, `"tonight":{"from":"23:00:00","to":"23:00:01"}}`},
			{"in the dark", "PUT", `{"when":"dark","color":"#ff8000","widget":""}`, 200,
				`"when":"dark","from":"23:00:00","to":"23:00:01","brightness":5,"color":"#FF8000",`},
			{"the dark has none", "GET", "", 200, `"tonight":null}`},
			{"nothing", "PUT", `{}`, 200, `"when":"dark"`},
			{"no such when", "PUT", `{"when":"noon","brightness":7}`, 400, `when: \"noon\" is not one of off, time, sun, dark`},
			{"no time", "PUT", `{"from":"25:00"}`, 400, `from: \"25:00\" is not a time, want HH:MM or HH:MM:SS`},
			{"no widget of that id", "PUT", `{"widget":"x","brightness":7}`, 400, `widget: there is no widget \"x\"`},
			{"two faults", "PUT", `{"to":true,"color":"reddish"}`, 400, `color: \"reddish\", want #RRGGBB`},
			{"nothing was changed", "GET", "", 200, `"when":"dark","from":"23:00:00","to":"23:00:01","brightness":5,`},
		})
		if got := r.do("GET", "/api/v2/device/display", "").Body.String(); !strings.Contains(got,
			`"screensaver":{"enabled":true,"active":false,"modes":{"time_based":{"enabled":false,`) ||
			!strings.Contains(got, `"when_dark":{"enabled":true}`) {
			t.Errorf("the screensaver reads %s", got)
		}
	})
}

// TestAudioAvailable: whether there is a speaker is known only while it runs.
func TestAudioAvailable(t *testing.T) {
	var plugged atomic.Bool
	story(t, func(s *setup) { s.dev.Audio = plugged.Load }, func(t *testing.T, r *rig) {
		for _, in := range []bool{false, true, false} {
			plugged.Store(in)
			want := `"available":false,"volume"`
			if in {
				want = `"available":true,"volume"`
			}
			for _, path := range []string{"/api/v2/device/audio", "/api/v2/device"} {
				if body := r.do("GET", path, "").Body.String(); !strings.Contains(body, want) {
					t.Errorf("a speaker is there: %v; %s answers %s", in, path, body)
				}
			}
		}
	})
	story(t, func(s *setup) { s.dev.Audio = nil }, func(t *testing.T, r *rig) {
		if a, err := r.dev.Audio(t.Context()); err != nil || a != (device.Audio{Volume: 50, Range: a.Range, Limit: a.Limit}) {
			t.Errorf("a device that never has a speaker says %+v, %v", a, err)
		}
	})
}

// TestQuietHours: PUT /live/quiet changes the fields of its body, answers with the quiet hours,
// and names a wrong field.
func TestQuietHours(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.says("/live/quiet", []said{
			{"nobody has set them", "GET", "", 200,
				`{"enabled":false,"start":"22:00:00","end":"07:00:00","volume":0,"active":false}`},
			{"all of them", "PUT", `{"enabled":true,"start":"23:00","end":"23:00:01","volume":"15"}`, 200,
				`"data":{"enabled":true,"start":"23:00:00","end":"23:00:01","volume":15,`},
			{"one", "PUT", `{"volume":5}`, 200, `"start":"23:00:00","end":"23:00:01","volume":5,`},
			{"nothing", "PUT", `{}`, 200, `"volume":5,`},
			{"no time", "PUT", `{"start":"25:00","volume":7}`, 400, `start: \"25:00\" is not a time, want HH:MM or HH:MM:SS`},
			{"two faults", "PUT", `{"end":true,"volume":101}`, 400, `volume: 101, want 0 to 100`},
			{"nothing was changed", "GET", "", 200, `"volume":5,`},
			{"no object", "PUT", `[]`, 400, `errors`},
		})
	})
}

// PUT /live/region changes the fields of its body, and names the wrong field.
func TestRegion(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.says("/live/region", []said{
			{"nobody has set it", "GET", "", 200,
				`{"language":"en","hours":24,"first_day":"mon","temperature":"C","date":"dmy"}`},
			{"all of it", "PUT", `{"language":"FR","hours":"12","first_day":"sun","temperature":"f","date":"ymd"}`, 200,
				`"data":{"language":"fr","hours":12,"first_day":"sun","temperature":"F","date":"ymd"}`},
			{"one", "PUT", `{"language":"zh"}`, 200, `"language":"zh","hours":12,`},
			{"no such language", "PUT", `{"language":"tlh","hours":24}`, 400,
				`language: \"tlh\" is not one of en, de, es, fr, nl, zh`},
			{"13 hours", "PUT", `{"hours":13,"date":"dmy"}`, 400, `hours: 13, want 24 or 12`},
			{"nothing was changed", "GET", "", 200,
				`{"language":"zh","hours":12,"first_day":"sun","temperature":"F","date":"ymd"}`},
		})
	})
}

// TestTransitionsEverywhere: the document, the page and the guide have them all.
func TestTransitionsEverywhere(t *testing.T) {
	var doc struct {
		Components struct {
			Schemas struct{ Transition struct{ Enum []string } }
		}
	}
	must.Do(t, json.Unmarshal(openAPI, &doc))
	if names := doc.Components.Schemas.Transition.Enum; !slices.Equal(names, paint.Transitions()) {
		t.Errorf("openapi.json has %v", names)
	}
	for path, mark := range map[string]string{"web/index.html": `<option value="%" data-t="transition.%">`,
		"../docs/effects.md": "`%`"} {
		text := must.Get(os.ReadFile(path))(t)
		for _, name := range paint.Transitions() {
			if !strings.Contains(string(text), strings.ReplaceAll(mark, "%", name)) {
				t.Errorf("%s has no %s", path, name)
			}
		}
	}
}
