// SPDX-License-Identifier: Apache-2.0

package refresh

import "time"

// checkEvery is how often a [Process] is asked for its Err, at least.
const checkEvery = time.Second

// still counts for how long the number of refreshes has been the same.
type still struct {
	frames uint32        // when it was looked at last
	at     time.Duration // when that was
	time   time.Duration // so far
}

// look returns for how long the number has been the same now. Of a longer time
// between two checks only checkEvery counts: a machine that slept or a program that
// was stopped says nothing about the refresher.
func (s *still) look(now time.Duration, frames uint32) time.Duration {
	s.time += min(now-s.at, checkEvery)
	if frames != s.frames {
		s.time = 0
	}
	s.frames, s.at = frames, now
	return s.time
}
