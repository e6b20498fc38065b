// SPDX-License-Identifier: Apache-2.0

package trial

import "time"

// Rules of what a version may take.
const (
	lateFrame = 4096 * time.Microsecond // from when a frame is late: a quarter of its time at 60 a second
	chanceOf  = 16 << 20                // bytes by which the same program differs from start to start
	fewFrames = 500                     // of which nothing can be said about lateness: one would be more than a thousandth
)

// heavier reports whether the new version takes more than 1.5 times the memory, and more
// than the collector of garbage makes of chance.
func heavier(before, now Observation) bool {
	return before.Memory > 0 && now.Memory > before.Memory+max(before.Memory/2, chanceOf)
}

// Since returns o with the lateness of the frames that were drawn after first was seen; all
// of them where the daemon was started meanwhile, or nothing is known of first.
func (o Observation) Since(first Observation) Observation {
	drawn := o.Drawn - first.Drawn
	if first.Drawn == 0 || drawn < 0 {
		return o
	}
	late := o.Late*float64(o.Drawn) - first.Late*float64(first.Drawn)
	o.Drawn, o.Late = drawn, 0
	if drawn > 0 {
		o.Late = min(max(late/float64(drawn), 0), 1)
	}
	return o
}

// Lasting returns o with the lateness since first, where enough frames were drawn since to
// tell, else as it is: then the share of all frames is the best known.
func (o Observation) Lasting(first Observation) Observation {
	if since := o.Since(first); since.Drawn >= fewFrames {
		return since
	}
	return o
}

// later reports whether more than twice as many frames are late, and 1 % more.
func later(before, now Observation) bool {
	// Twice alone would condemn a version for one late frame where there was none before.
	return before.Drawn >= fewFrames && now.Drawn >= fewFrames && now.Late > 2*before.Late+0.01
}
