// SPDX-License-Identifier: Apache-2.0

package api

import (
	"strings"
	"testing"
)

// PUT /live/quiet changes what is sent, tells how the quiet hours are now, and names
// what is wrong.
func TestQuietHours(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			why, method, body string
			code              int
			says              string
		}{
			{"nobody has set them", "GET", "", 200, `{"enabled":false,"start":"22:00:00","end":"07:00:00","volume":0,"active":false}`},
			{"all of them", "PUT", `{"enabled":true,"start":"23:00","end":"23:00:01","volume":"15"}`, 200, `"data":{"enabled":true,"start":"23:00:00","end":"23:00:01","volume":15,`},
			{"one", "PUT", `{"volume":5}`, 200, `"start":"23:00:00","end":"23:00:01","volume":5,`},
			{"nothing", "PUT", `{}`, 200, `"volume":5,`},
			{"no time", "PUT", `{"start":"25:00","volume":7}`, 400, `start: \"25:00\" is not a time, want HH:MM or HH:MM:SS`},
			{"two faults", "PUT", `{"end":true,"volume":101}`, 400, `volume: 101, want 0 to 100`},
			{"nothing was changed", "GET", "", 200, `"volume":5,`},
			{"no object", "PUT", `[]`, 400, `errors`},
		} {
			if got := r.do(row.method, "/live/quiet", row.body); got.Code != row.code || !strings.Contains(got.Body.String(), row.says) {
				t.Errorf("%s: %d %s, want %d %s", row.why, got.Code, got.Body, row.code, row.says)
			}
		}
	})
}
