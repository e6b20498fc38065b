// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"bufio"
	"strconv"
	"strings"
)

// framesDrawn returns the counter of frames from the metrics, -1 without it.
func framesDrawn(text string) int64 {
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "ledpost_frames_drawn_total "); ok {
			n, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return -1
			}
			return int64(n)
		}
	}
	return -1
}

// readMetrics takes from the metrics which panel is driven, and how late its frames are.
func readMetrics(text string, o *Observation) {
	var all, inTime float64
	const late = "ledpost_frame_late_seconds_"
	bound := late + "bucket{le=\"" + strconv.FormatFloat(lateFrame.Seconds(), 'g', -1, 64) + "\"} "
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		line := lines.Text()
		if labels, ok := strings.CutPrefix(line, "ledpost_panel_info{"); ok {
			o.Panel, _, _ = strings.Cut(labels, "}")
		} else if value, ok := strings.CutPrefix(line, bound); ok {
			inTime, _ = strconv.ParseFloat(value, 64)
		} else if value, ok := strings.CutPrefix(line, late+"count "); ok {
			all, _ = strconv.ParseFloat(value, 64)
		}
	}
	if all > 0 && inTime <= all {
		o.Drawn, o.Late = int64(all), 1-inTime/all
	}
}
