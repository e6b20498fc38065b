// SPDX-License-Identifier: Apache-2.0

package api

import (
	"strings"
	"testing"
)

// PUT /live/region changes the fields of its body, and names the wrong field.
func TestRegion(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			why, method, body string
			code              int
			says              string
		}{
			{"nobody has set it", "GET", "", 200, `{"language":"en","hours":24,"first_day":"mon","temperature":"C","date":"dmy"}`},
			{"all of it", "PUT", `{"language":"FR","hours":"12","first_day":"sun","temperature":"f","date":"ymd"}`, 200, `"data":{"language":"fr","hours":12,"first_day":"sun","temperature":"F","date":"ymd"}`},
			{"one", "PUT", `{"language":"zh"}`, 200, `"language":"zh","hours":12,`},
			{"no such language", "PUT", `{"language":"tlh","hours":24}`, 400, `language: \"tlh\" is not one of en, de, es, fr, nl, zh`},
			{"13 hours", "PUT", `{"hours":13,"date":"dmy"}`, 400, `hours: 13, want 24 or 12`},
			{"nothing was changed", "GET", "", 200, `{"language":"zh","hours":12,"first_day":"sun","temperature":"F","date":"ymd"}`},
		} {
			if got := r.do(row.method, "/live/region", row.body); got.Code != row.code || !strings.Contains(got.Body.String(), row.says) {
				t.Errorf("%s: %d %s, want %d %s", row.why, got.Code, got.Body, row.code, row.says)
			}
		}
	})
}
