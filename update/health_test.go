// SPDX-License-Identifier: Apache-2.0

package update

import "testing"

// TestWorse: only a part that was well before and has failed now is worse.
func TestWorse(t *testing.T) {
	const (
		all = `{"status":"ok","parts":[{"name":"panel","status":"ok"},{"name":"state","status":"ok"},{"name":"mqtt",` +
			`"status":"ok"},{"name":"key","status":"warning"}]}`
		away = `{"status":"degraded","parts":[{"name":"panel","status":"ok"},{"name":"state","status":"ok"},` +
			`{"name":"mqtt","status":"degraded","detail":"x"}]}`
		dark = `{"status":"failed","parts":[{"name":"panel","status":"failed"},{"name":"state","status":"ok"},` +
			`{"name":"mqtt","status":"ok"}]}`
		darkAway = `{"status":"failed","parts":[{"name":"panel","status":"failed"},{"name":"state","status":"ok"},` +
			`{"name":"mqtt","status":"degraded"}]}`
		unsaved = `{"status":"failed","parts":[{"name":"panel","status":"failed"},{"name":"state","status":"failed"},` +
			`{"name":"mqtt","status":"ok"}]}`
		strange = `{"status":"failed","parts":[{"name":"panel","status":"ok"},{"name":"state","status":"ok"},` +
			`{"name":"mqtt","status":"ok"},{"name":"novelty","status":"failed"}]}`
		bareOK  = `{"status":"ok"}`
		bareBad = `{"status":"failed"}`
		none    = "-"
	)
	for _, row := range []struct {
		why, before, now string
		part             string
		worse            bool
	}{
		{"nothing has changed", all, all, "", false},
		{"the broker went away", all, away, "", false},
		{"the broker came back", away, all, "", false},
		{"the panel fails", all, dark, "panel", true},
		{"the panel fails, and the broker went away", all, darkAway, "panel", true},
		{"the panel had failed before", dark, dark, "", false},
		{"the panel had failed before, and now the state too", dark, unsaved, "state", true},
		{"a part of the new version alone fails", all, strange, "", false},
		{"without a key, before and now", bareOK, bareBad, "", true},
		{"without a key before", bareOK, dark, "", true},
		{"without a key now", all, bareBad, "", true},
		{"without a key, and it had failed before", bareBad, bareBad, "", false},
		{"with a key now, and it had failed before", bareBad, dark, "", false},
		{"it does not answer, which others judge", all, none, "", false},
		{"it did not answer before", none, dark, "", false},
		{"it answers in no known form", all, "<html>", "", true},
	} {
		read := func(body string) Health {
			if body == none {
				return Health{}
			}
			return ParseHealth([]byte(body))
		}
		if part, worse := read(row.now).Worse(read(row.before)); part != row.part || worse != row.worse {
			t.Errorf("%s: %q, %v, want %q, %v", row.why, part, worse, row.part, row.worse)
		}
	}
}
