// SPDX-License-Identifier: Apache-2.0

package api

import (
	"strings"
	"testing"
)

// PUT /live/night changes the fields of its body, keeps the fields of another when, says
// whether it is night, and names the wrong field.
func TestNight(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			why, method, body string
			code              int
			says              string
		}{
			{"nobody has set it", "GET", "", 200, `{"when":"off","from":"22:00:00","to":"06:00:00","brightness":3,"color":"#FF0000","widget":"`},
			{"neither is it night", "GET", "", 200, `"active":false,"tonight":null}`},
			{"by the time", "PUT", `{"when":"time","from":"23:00","to":"23:00:01","brightness":"5"}`, 200, `"data":{"when":"time","from":"23:00:00","to":"23:00:01","brightness":5,"color":"#FF0000",`},
			{"it has its times", "GET", "", 200, `"tonight":{"from":"23:00:00","to":"23:00:01"}}`},
			{"in the dark", "PUT", `{"when":"dark","color":"#ff8000","widget":""}`, 200, `"when":"dark","from":"23:00:00","to":"23:00:01","brightness":5,"color":"#FF8000",`},
			{"the dark has none", "GET", "", 200, `"tonight":null}`},
			{"nothing", "PUT", `{}`, 200, `"when":"dark"`},
			{"no such when", "PUT", `{"when":"noon","brightness":7}`, 400, `when: \"noon\" is not one of off, time, sun, dark`},
			{"no time", "PUT", `{"from":"25:00"}`, 400, `from: \"25:00\" is not a time, want HH:MM or HH:MM:SS`},
			{"no widget of that id", "PUT", `{"widget":"x","brightness":7}`, 400, `widget: there is no widget \"x\"`},
			{"two faults", "PUT", `{"to":true,"color":"reddish"}`, 400, `color: \"reddish\", want #RRGGBB`},
			{"nothing was changed", "GET", "", 200, `"when":"dark","from":"23:00:00","to":"23:00:01","brightness":5,`},
		} {
			if got := r.do(row.method, "/live/night", row.body); got.Code != row.code || !strings.Contains(got.Body.String(), row.says) {
				t.Errorf("%s: %d %s, want %d %s", row.why, got.Code, got.Body, row.code, row.says)
			}
		}
		if got := r.do("GET", "/api/v2/device/display", "").Body.String(); !strings.Contains(got, `"screensaver":{"enabled":true,"active":false,"modes":{"time_based":{"enabled":false,`) || !strings.Contains(got, `"when_dark":{"enabled":true}`) {
			t.Errorf("the screensaver reads %s", got)
		}
	})
}
