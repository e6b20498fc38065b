// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestRegionsChange: a page by POST, then one of its regions by PUT; a fault changes nothing and names its field.
func TestRegionsChange(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		w := r.do("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"regions":[`+
			`{"id":"temp","role":"value","text":"21.5","unit":"°C"},{"id":"bar","role":"bar","value":40}]}}`)
		var made struct{ Success struct{ ID string } }
		must.Do(t, json.Unmarshal(w.Body.Bytes(), &made))
		path := "/live/notifications/" + made.Success.ID
		for _, row := range []struct {
			why, path, body string
			code            int
			want            string // of the answer, and of the page afterwards
			page            string
		}{
			{"a value", path, `{"regions":[{"id":"temp","text":"22.1"}]}`, http.StatusOK, `"success"`, `"text":"22.1","unit":"°C"`},
			{"a bar", path, `{"regions":[{"id":"bar","value":55}]}`, http.StatusOK, `"success"`, `"value":55`},
			{"one of two that is not there", path, `{"regions":[{"id":"bar","value":7},{"id":"tmp","text":"9"}]}`,
				http.StatusBadRequest, `regions[1].id: \"tmp\" is no region of the page, which has temp, bar`, `"value":55`},
			{"words for a bar", path, `{"regions":[{"id":"bar","value":"full"}]}`, http.StatusBadRequest,
				`regions[0].value: \"full\", want a number`, `"value":55`},
			{"a page in place of changes", path, `{"regions":[{"id":"x","role":"value","text":"9"}]}`, http.StatusBadRequest,
				"regions: want regions without a role", `"value":55`},
			{"frames", path, `{"frames":[{"text":"9"}]}`, http.StatusBadRequest, "regions: want regions without a role", `"value":55`},
			{"what is about all of a page", path, `{"regions":[{"id":"bar","value":7}],"duration":5000}`, http.StatusBadRequest,
				"regions: have no role, so they change a page", `"value":55`},
			{"another id", "/live/notifications/9999", `{"regions":[{"id":"bar","value":7}]}`, http.StatusNotFound,
				"", `"value":55`},
		} {
			w := r.do("PUT", row.path, row.body)
			if w.Code != row.code || !strings.Contains(w.Body.String(), row.want) {
				t.Errorf("%s: %d %s, want %d and %s", row.why, w.Code, w.Body, row.code, row.want)
			}
			if now := r.do("GET", "/api/v2/device/notifications/current", "").Body.String(); !strings.Contains(now, row.page) {
				t.Errorf("%s: the page is %s, want %s", row.why, now, row.page)
			}
		}
	})
}
