// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"image/color"
	"strings"
	"testing"
)

// A drawing with a fault is told, and what is wrong with it.
func TestDrawingFaults(t *testing.T) {
	const picture = "RRRRRRRR\n"
	still := "icon status-x\n" + strings.Repeat(picture, box)
	two := strings.Repeat("RRRRRRRR ........\n", box)
	for _, tt := range []struct{ why, text, says string }{
		{"a picture", still, ""},
		{"frames side by side", "icon status-x\ndelay 100\n" + two, ""},
		{"frames below each other", "icon status-x\ndelay 100 200\n" + strings.Repeat(picture, 2*box), ""},
		{"a comment and an own colour", "# x\ncolor q #000001\n" + strings.Replace(still, "R", "q", 1), ""},
		{"before the first icon", picture, "line 1: \"RRRRRRRR\" before the first icon"},
		{"a colour of three digits", "color q #123\n" + still, "line 1: colour"},
		{"a colour without a sign", "color #123456\n" + still, "line 1: colour"},
		{"no picture", "icon status-x\n", "0 rows, want a multiple of 8"},
		{"a row too few", strings.TrimSuffix(still, picture), "7 rows"},
		{"a short row", strings.Replace(still, "RRRRRRRR", "RRRRRRR", 1), "want 8 signs"},
		{"an unknown colour", strings.Replace(still, "R", "?", 1), "no colour '?'"},
		{"a frame too few in a row", "icon status-x\ndelay 100\n" + strings.Replace(two, " ........", "", 3), "row"},
		{"no delay", "icon status-x\n" + two, "for 0 ms"},
		{"a delay too few", "icon status-x\ndelay 100 100 100\n" + two, "3 delays for 2 frames"},
		{"no number", "icon status-x\ndelay fast\n" + two, "delay fast"},
		{"a picture that is not there", "icon status-x\ndelay 100\nplay 1 2 3\n" + two, "picture 3 of 2"},
		{"a picture that is never shown", "icon status-x\ndelay 100\nplay 1 1\n" + two, "picture 2 of 2 is never shown"},
	} {
		all, err := splitDrawings(tt.text, map[byte]color.RGBA{'R': {255, 0, 0, 255}})
		if err == nil {
			_, err = all[0].icon()
		}
		if tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("%s: %v, want %q", tt.why, err, tt.says)
		}
	}
}
