// SPDX-License-Identifier: Apache-2.0

package trial

import "testing"

func TestFramesDrawn(t *testing.T) {
	for text, want := range map[string]int64{
		"# HELP x\nledpost_frames_drawn_total 1.25e+06\n": 1_250_000,
		"ledpost_frames_drawn_total 7":                    7,
		"ledpost_frames_drawn_total x":                    -1,
		"other 7":                                         -1,
	} {
		if got := framesDrawn(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestLoopback(t *testing.T) {
	for addr, want := range map[string]string{
		":8080":          "http://127.0.0.1:8080",
		"0.0.0.0:80":     "http://127.0.0.1:80",
		"[::]:8080":      "http://127.0.0.1:8080",
		"192.168.1.5:80": "http://192.168.1.5:80",
		"x":              "",
	} {
		if got := Loopback(addr); got != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
}

// TestReadMetrics: the panel, and the share of frames later than 4.096 ms.
func TestReadMetrics(t *testing.T) {
	var o Observation
	readMetrics(`ledpost_frame_late_seconds_bucket{le="0.002048"} 80
ledpost_frame_late_seconds_bucket{le="0.004096"} 90
ledpost_frame_late_seconds_bucket{le="+Inf"} 100
ledpost_frame_late_seconds_count 100
ledpost_panel_info{driver="max7219",size="32x8"} 1
`, &o)
	if o.Panel != `driver="max7219",size="32x8"` || o.Drawn != 100 || o.Late < 0.0999 || o.Late > 0.1001 {
		t.Errorf("%+v", o)
	}
}
