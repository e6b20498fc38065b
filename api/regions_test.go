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
			{"the value of a value", path, `{"regions":[{"id":"temp","value":23.5}]}`, http.StatusOK, `"success"`,
				`"text":"23.5"`},
			{"a colour", path, `{"regions":[{"id":"bar","color":"#FF0000"}]}`, http.StatusOK, `"success"`, `"color":"#FF0000"`},
			{"the role's colour again", path, `{"regions":[{"id":"bar","color":null}]}`, http.StatusOK, `"success"`,
				`"role":"bar","value":55}`},
			{"nothing", path, `{"regions":[{"id":"bar"}]}`, http.StatusBadRequest,
				"regions[0]: changes nothing, want", `"value":55`},
			{"nothing that is known", path, `{"regions":[{"id":"bar","colour":"#FF0000"}]}`, http.StatusBadRequest,
				"regions[0]: changes nothing, want text", `"value":55`},
			{"one twice", path, `{"regions":[{"id":"bar","value":1},{"id":"bar","value":2}]}`, http.StatusBadRequest,
				`regions[1].id: \"bar\" changes twice`, `"value":55`},
			{"no regions", path, `{}`, http.StatusBadRequest, "regions: are missing", `"value":55`},
			{"frames", path, `{"frames":[{"text":"9"}]}`, http.StatusBadRequest,
				"frames: cannot change; send regions", `"value":55`},
			{"what is about all of a page", path, `{"regions":[{"id":"bar","value":7}],"duration":5000}`, http.StatusBadRequest,
				"duration: cannot change alone; send the whole page", `"value":55`},
			{"another page", path, `{"regions":[{"id":"x","role":"value","value":9},` +
				`{"id":"y","role":"label","text":"Y"}],"duration":5000}`, http.StatusOK, `"success"`,
				`"regions":[{"id":"x","role":"value","text":"9"},{"id":"y","role":"label","text":"Y"}]`},
			{"a page with a fault", path, `{"regions":[{"id":"x","role":"bar"}]}`, http.StatusBadRequest,
				"regions[0].value: is missing; a bar needs it", `"id":"y"`},
			{"another id", "/live/notifications/9999", `{"regions":[{"id":"bar","value":7}]}`, http.StatusNotFound,
				"Notification not found", `"id":"y"`},
		} {
			wants(t, r.do("PUT", row.path, row.body), row.code, row.want, row.why)
			if now := r.do("GET", "/api/v2/device/notifications/current", "").Body.String(); !strings.Contains(now, row.page) {
				t.Errorf("%s: the page is %s, want %s", row.why, now, row.page)
			}
		}
		r.do("DELETE", "/api/v2/device/notifications/current", "")
		w = r.do("PUT", path, `{"regions":[{"id":"x","text":"7"}]}`)
		if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "The notification has ended") {
			t.Errorf("after its end: %d %s", w.Code, w.Body)
		}
	})
}
