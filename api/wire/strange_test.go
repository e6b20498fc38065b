// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestUnknown: what no frame has is named with the frame and with what is meant.
func TestUnknown(t *testing.T) {
	for _, row := range []struct{ why, frames, want string }{
		{"nothing strange", `[{"text":"a","chartRange":[0,1]},{"text":[{"t":"a","c":"#ff0000"}]},{"progress":70}]`, ""},
		{"a misspelt key", `[{"text":"a"},{"txt":"b"}]`, `frame 2 has no "txt" (did you mean "text"?)`},
		{"another case", `[{"goaldata":{}}]`, `frame 1 has no "goaldata" (did you mean "goalData"?)`},
		{"a key like none", `[{"headline":"b"}]`, `frame 1 has no "headline", only align, background, `},
		{"in a goal",
			`[{"goalData":{"start":0,"curent":1}}]`, `goalData of frame 1 has no "curent" (did you mean "current"?)`},
		{"in a piece of text", `[{"text":["a",{"text":"a"}]}]`, `text of frame 1 has no "text", only c, effect, t`},
		{"in a threshold",
			`[{"thresholds":[{"from":1},{"form":2}]}]`, `thresholds of frame 1 has no "form" (did you mean "from"?)`},
		{"in a bar", `[{"progress":{"percentage":1}}]`, `progress of frame 1 has no "percentage", only back, `},
		{"a long key",
			`[{"` + strings.Repeat("a", 999) + `":1}]`, `frame 1 has no "` + strings.Repeat("a", 39) + "…, only "},
		{"no frames", `[null,1,"a",[{"a":1}]]`, ""},
		{"no list", `7`, ""},
	} {
		err := ""
		if s := Unknown([]byte(row.frames)); s != nil {
			err = s.Error()
		}
		if err != row.want && !(strings.HasSuffix(row.want, " ") && strings.HasPrefix(err, row.want)) {
			t.Errorf("%s: %s, want %s", row.why, err, row.want)
		}
	}
}

// FuzzUnknown: whatever is JSON is looked through, and what is found stands there.
func FuzzUnknown(f *testing.F) {
	f.Add([]byte(`[{"text":[{"t":"a"}],"goalData":{"a":1}},{"\u0061":1}]`))
	f.Add([]byte(`{"":[[{}]]}`))
	f.Fuzz(func(t *testing.T, list []byte) {
		if !json.Valid(list) {
			return
		}
		s := Unknown(list)
		if s != nil && (s.Frame < 1 || len(s.Known) == 0 || slices.Contains(s.Known, s.Key)) {
			t.Errorf("%s: %+v", list, s)
		}
	})
}
