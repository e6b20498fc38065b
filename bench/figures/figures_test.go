// SPDX-License-Identifier: Apache-2.0

package figures

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestKeeps(t *testing.T) {
	for _, row := range []struct {
		why, limit string
		value      float64
		unit       string
		kept       bool
		fault      string
	}{
		{"below", "18.7 ms", 10.9, "ms", true, ""},
		{"at the limit", "0.25", 0.25, "", true, ""},
		{"above", "26 MB", 26.1, "MB", false, ""},
		{"words after the unit", "16.7 ms, then a frame is dropped", 17, "ms", false, ""},
		{"enough", "at least 55", 59.5, "", true, ""},
		{"too little", "at least 55", 54, "", false, ""},
		{"no limit", "", 1e9, "MB", true, ""},
		{"another unit", "0.3 s", 10, "ms", false, `"0.3 s"`},
		{"no number", "small", 10, "", false, `"small"`},
	} {
		kept, err := keeps(row.limit, row.value, row.unit)
		if kept != row.kept || (err != nil) != (row.fault != "") || err != nil && !strings.Contains(err.Error(), row.fault) {
			t.Errorf("%s: %v, %v", row.why, kept, err)
		}
	}
}

// TestReport: a limit comes from the section of the command, and a figure without a row is a
// fault.
func TestReport(t *testing.T) {
	const page = "## One: `go -C bench run ./one`\n\n| | limit | measured |\n|---|---|---|\n" +
		"| start | 0.3 s | 0.1 s |\n\n" +
		"## Two: `go -C bench run ./two`\n\n| | limit | measured |\n|---|---|---|\n| start | 5 s | 1 s |\n"
	if _, err := parse(page, "three"); err == nil {
		t.Error("a section that is missing has limits")
	}
	for _, row := range []struct{ command, row, fault string }{
		{"two", "start", ""},
		{"one", "start", "start: 1 s, want 0.3 s"},
		{"one", "end", `no row "end"`},
	} {
		r := must.Get(parse(page, row.command))(t)
		r.Figure(row.row, 1, "s")
		if err := r.Err(); (err != nil) != (row.fault != "") || err != nil && !strings.Contains(err.Error(), row.fault) {
			t.Errorf("%s of %s: %v, want %q", row.row, row.command, err, row.fault)
		}
	}
}
