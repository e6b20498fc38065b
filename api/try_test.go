// SPDX-License-Identifier: Apache-2.0

package api

import (
	"strings"
	"testing"
)

// TestTry: what can be tried, and what is refused.
func TestTry(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	for _, row := range []struct{ why, body, fault string }{
		{"an effect of text", `{"effect":"rainbow"}`, ""},
		{"a background", `{"effect":"plasma","seconds":10}`, ""},
		{"an overlay", `{"effect":"snow","seconds":1}`, ""},
		{"a transition", `{"transition":"zoom"}`, ""},
		{"a colour", `{"color":"#ff8000"}`, ""},
		{"it is ended", `{"seconds":0}`, ""},
		{"no such effect", `{"effect":"fog"}`, "effect: fog is unknown"},
		{"no such transition", `{"transition":"snow"}`, "transition: snow is unknown"},
		{"no such face", `{"face":"none"}`, "face: none is unknown"},
		{"no colour", `{"color":"red"}`, "color: red, want #RRGGBB"},
		{"two", `{"effect":"snow","transition":"zoom"}`, "face, effect, transition or color: want one of them"},
		{"nothing", `{}`, "face, effect, transition or color: want one of them"},
		{"too long", `{"effect":"snow","seconds":11}`, "seconds: 11, want 0 to 10"},
		{"a number", `{"effect":7}`, "effect: "},
	} {
		w := r.do("POST", "/live/try", row.body)
		if row.fault == "" && w.Code != 200 || row.fault != "" && (w.Code != 400 || !strings.Contains(w.Body.String(), row.fault)) {
			t.Errorf("%s: %d %s, want %q", row.why, w.Code, w.Body, row.fault)
		}
	}
}
