// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

func clockTimeOf(t testing.TB, s string) clockTime {
	t.Helper()
	return must.Get(parseClockTime(s))(t)
}

// TestAlarmForms: an alarm is written as clients write it, whatever form it came in.
func TestAlarmForms(t *testing.T) {
	for from, want := range map[string]string{
		`{"time":"07:00"}`:                             `{"time":"07:00"}`,
		`{"time":"07:00:00","days":[]}`:                `{"time":"07:00"}`,
		`{"time":"00:00","days":["sun","mon","sun"]}`:  `{"time":"00:00","days":["mon","sun"]}`,
		`{"time":"23:59:59","days":["fri",""]}`:        `{"time":"23:59:59","days":["fri"]}`,
		`{"time":"07:00","days":null,"enabled":false}`: `{"time":"07:00","enabled":false}`,
		`{"time":""}`: `{"time":""}`,
	} {
		var a AlarmConfig
		if err := json.Unmarshal([]byte(from), &a); err != nil {
			t.Errorf("%s: %v", from, err)
		}
		if got, err := json.Marshal(&a); err != nil || string(got) != want {
			t.Errorf("%s is written as %s (%v), want %s", from, got, err, want)
		}
		if err := a.check(""); (err == nil) != a.Time.set || err != nil && !strings.HasPrefix(err.Error(), "time: ") {
			t.Errorf("%s: %v", from, err)
		}
	}
	for _, bad := range []string{`{"time":"24:00"}`, `{"time":"7"}`, `{"time":7}`, `{"time":"07:00","days":["someday"]}`,
		`{"time":"07:00","days":"mon"}`} {
		if err := json.Unmarshal([]byte(bad), new(AlarmConfig)); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
	if all, _ := json.Marshal(weekdays(device.AllDays)); string(all) != `["mon","tue","wed","thu","fri","sat","sun"]` {
		t.Errorf("every day is %s", all)
	}
}
