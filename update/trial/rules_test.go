// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/update"
)

// healthy is how a daemon that works is seen.
var healthy = Observation{
	Active: true, Frames: 10, Network: true, Free: 1 << 30,
	Health: update.Health{Answers: true, Healthy: true, Well: []string{"device", "panel", "mqtt"}},
}

// silentHealth is that of a daemon that does not answer.
var silentHealth update.Health

// TestTrial: what is seen of a version decides how its trial ends, and when.
func TestTrial(t *testing.T) {
	with := func(change func(*Observation)) Observation {
		s := healthy
		change(&s)
		return s
	}
	seenOf, panel := with, func(s *Observation) { s.Panel = "max7219" }
	drew := with(func(s *Observation) { s.Drawn = fewFrames })
	silent := with(func(s *Observation) { s.Health, s.Frames = update.Health{}, -1 })
	queued := with(func(s *Observation) {
		*s = Observation{Active: true, Waiting: true, Frames: -1, Network: true, Free: s.Free}
	})
	dark := with(func(s *Observation) {
		s.Health = update.Health{Answers: true, Well: []string{"device", "mqtt"}, Failed: []string{"panel"}}
	})
	offline := with(func(s *Observation) { s.Network = false })
	for _, row := range []struct {
		why    string
		before Observation
		moving bool
		seen   func(second int) Observation
		reason string
		second int // of the verdict
	}{
		{"it works", healthy, false, func(int) Observation { return healthy }, "", 60},
		{"it needs time for its start", healthy, false, func(s int) Observation {
			if s < 20 {
				return silent
			}
			return healthy
		}, "", 60},
		{"it hangs at once", healthy, false, func(int) Observation { return silent },
			"its API has not answered for 25 s", 26},
		{"it hangs after half a minute", healthy, false, func(s int) Observation {
			if s > 30 {
				return silent
			}
			return healthy
		}, "its API has not answered for 25 s", 56},
		{"it answers, but no more about its frames, as one without memory", healthy, false, func(s int) Observation {
			return with(func(seen *Observation) {
				if s > 30 {
					seen.Frames = -1
				}
			})
		}, "its API has not answered for 25 s", 56},
		{"a busy machine leaves it no time for an answer", healthy, false, func(s int) Observation {
			return with(func(seen *Observation) {
				if seen.Busy = true; s > 10 && s <= 100 {
					seen.Health, seen.Frames = silentHealth, -1
				}
			})
		}, "", 101},
		{"it hangs on a busy machine", healthy, false, func(int) Observation {
			return with(func(seen *Observation) { seen.Busy, seen.Health, seen.Frames = true, silentHealth, -1 })
		}, "its API has not answered for 25 s", 101},
		{"it crashes on a busy machine", healthy, false, func(s int) Observation {
			return with(func(seen *Observation) { seen.Busy, seen.Restarts = true, s/10 })
		}, "it ended and had to be started again", 10},
		{"its frames are late on a busy machine", drew, false, func(s int) Observation {
			return with(func(seen *Observation) { seen.Busy, seen.Drawn, seen.Late = s < 30, int64(1+100*s), 0.5 })
		}, "", 60},
		{"its frames are late on a calm one", drew, false, func(s int) Observation {
			return with(func(seen *Observation) { seen.Drawn, seen.Late = int64(1+100*s), 0.5 })
		}, "50.0 % of its frames are late, of those before were 0.0 %", 120},
		{"it crashes", healthy, false, func(s int) Observation {
			return with(func(seen *Observation) {
				if s > 10 {
					seen.Restarts = 1
				}
			})
		}, "it ended and had to be started again", 11},
		{"it refuses the configuration that the version before has read", with(func(s *Observation) { s.Admin = "one" }),
			false, func(s int) Observation {
				return with(func(seen *Observation) {
					seen.Admin, seen.Health, seen.Frames, seen.Refuses = "one", silentHealth, -1, s%6 > 0
					seen.Restarts = s / 6
				})
			}, "it does not take the configuration that the version before ran with", 1},
		{"somebody writes a bad configuration meanwhile", with(func(s *Observation) { s.Admin = "one" }),
			false, func(s int) Observation {
				return with(func(seen *Observation) {
					if seen.Admin = "one"; s > 10 {
						seen.Admin, seen.Health, seen.Frames, seen.Refuses = "two", silentHealth, -1, s%6 > 0
						seen.Restarts = (s - 10) / 6
					}
				})
			}, "", 60},
		{"and mends it", with(func(s *Observation) { s.Admin = "one" }), false, func(s int) Observation {
			return with(func(seen *Observation) {
				if seen.Admin = "one"; s > 10 && s < 40 {
					seen.Admin, seen.Health, seen.Frames, seen.Refuses = "two", silentHealth, -1, s%6 > 0
				}
				seen.Restarts = min(max(s-10, 0), 30) / 6
			})
		}, "", 60},
		{"it fills the disk", healthy, false, func(s int) Observation {
			return with(func(seen *Observation) { seen.Free = max(seen.Free-int64(s)*100<<20, 0) })
		}, "it fills the disk", 11},
		{"the disk was full before", with(func(s *Observation) { s.Free = 0 }), false, func(int) Observation {
			return with(func(s *Observation) { s.Free = 0 })
		}, "", 60},
		{"a part fails that was well before", healthy, false, func(int) Observation { return dark },
			`it reports a failure that the version before did not have: "panel"`, 26},
		{"a part that was well before fails near the end", healthy, false, func(s int) Observation {
			if s < 50 {
				return healthy
			}
			return dark
		}, `it reports a failure that the version before did not have: "panel"`, 75},
		{"a part fails now and then", healthy, false, func(s int) Observation {
			if s%20 != 0 {
				return dark
			}
			return healthy
		}, "", 60},
		{"health is as bad as before", dark, false, func(int) Observation { return dark }, "", 60},
		{"the broker went away at night", healthy, false, func(int) Observation {
			return with(func(s *Observation) { s.Well = s.Well[:2] }) // mqtt is degraded
		}, "", 60},
		{"health is worse than before, without a key", with(func(s *Observation) { s.Well = nil }),
			false, func(int) Observation {
				return with(func(s *Observation) { s.Health = update.Health{Answers: true} })
			}, "it reports a failure that the version before did not have", 26},
		{"the network stays away", healthy, false, func(int) Observation { return offline },
			"the network has not come back", 120},
		{"the network takes its time", healthy, false, func(s int) Observation {
			if s < 90 {
				return offline
			}
			return healthy
		}, "", 90},
		{"there was no network before", offline, false, func(int) Observation { return offline }, "", 60},
		{"a picture that stands still", healthy, false, func(int) Observation { return healthy }, "", 60},
		{"a picture that moved before stands still", healthy, true, func(int) Observation { return healthy },
			"its frames do not advance", 120},
		{"a picture that moves", healthy, true, func(s int) Observation {
			return with(func(seen *Observation) { seen.Frames += int64(s) })
		}, "", 60},
		{"nothing was drawn at all", healthy, false, func(int) Observation {
			return with(func(s *Observation) { s.Frames = 0 })
		}, "it draws no frame", 26},
		{"nothing is drawn from some moment on", healthy, false, func(s int) Observation {
			return with(func(seen *Observation) {
				if s >= 20 {
					seen.Frames = 0
				}
			})
		}, "it draws no frame", 45},
		{"a machine that starts takes its time until it comes to it", healthy, false, func(s int) Observation {
			if s < 40 {
				return queued
			}
			return healthy
		}, "", 60},
		{"its turn never comes", healthy, false, func(int) Observation { return queued }, "its API does not answer", 120},
		{"it drives another panel", seenOf(panel), false, func(int) Observation {
			return with(func(s *Observation) { s.Panel = "simulator" })
		}, drivesAnother, 26},
		{"it drives another panel, since it is configured so", seenOf(panel), false, func(int) Observation {
			return with(func(s *Observation) { s.Panel, s.Setup = "simulator", "other" })
		}, "", 60},
		{"it needs twice the memory", seenOf(func(s *Observation) { s.Memory = 60 << 20 }), false, func(int) Observation {
			return with(func(s *Observation) { s.Memory = 120 << 20 })
		}, "it needs 120 MB of memory, the version before needed 60", 120},
		{"it needs a little more", seenOf(func(s *Observation) { s.Memory = 10 << 20 }), false, func(int) Observation {
			return with(func(s *Observation) { s.Memory = 20 << 20 })
		}, "", 60},
		{"its frames are late", seenOf(func(s *Observation) { s.Drawn, s.Late = 100_000, 0.01 }),
			false, func(second int) Observation {
				return with(func(s *Observation) { s.Drawn, s.Late = int64(40*second), 0.04 })
			}, "4.0 % of its frames are late, of those before were 1.0 %", 120},
		{"they were late at its start, and are no more", seenOf(func(s *Observation) { s.Drawn, s.Late = 100_000, 0.01 }),
			false, func(second int) Observation {
				return with(func(s *Observation) { s.Drawn, s.Late = 1000+int64(40*second), 1000/float64(1000+40*second) })
			}, "", 60},
		{"they are late now, after an hour in time", seenOf(func(s *Observation) { s.Drawn, s.Late = 100_000, 0.01 }),
			false, func(second int) Observation {
				return with(func(s *Observation) {
					s.Drawn, s.Late = 200_000+int64(40*second), float64(40*second)/float64(200_000+40*second)
				})
			}, "100.0 % of its frames are late, of those before were 1.0 %", 120},
		{"of a few frames nothing can be said", seenOf(func(s *Observation) { s.Drawn, s.Late = 100_000, 0 }),
			false, func(int) Observation {
				return with(func(s *Observation) { s.Drawn, s.Late = 60, 0.1 })
			}, "", 60},
		{"somebody has switched it off", healthy,
			false, func(int) Observation { return Observation{Stopped: true, Frames: -1} }, "", 60},
		{"it did not answer before, by an address that is not known here", silent,
			false, func(int) Observation { return silent }, "", 60},
	} {
		t.Run(row.why, func(t *testing.T) {
			start := time.Unix(0, 0)
			trial := New(row.before, row.moving, start)
			for second := range 200 {
				v := trial.See(start.Add(time.Duration(second)*time.Second), row.seen(second))
				if !v.Over {
					continue
				}
				if v.Reason != row.reason || second != row.second {
					t.Errorf("after %d s: %q, want after %d s: %q", second, v.Reason, row.second, row.reason)
				}
				return
			}
			t.Error("no verdict")
		})
	}
}

// TestGap: a look that comes late, because the machine slept or had no time for it, says
// nothing of the time before it.
func TestGap(t *testing.T) {
	mute := healthy
	mute.Health = silentHealth
	start := time.Unix(0, 0)
	for _, row := range []struct {
		why  string
		see  func(time.Time, Observation) Verdict
		each time.Duration
	}{
		{"in the trial", New(healthy, false, start).See, Every},
		{"in the week after", NewProbation(Record{Before: healthy}, start).See, Glance},
	} {
		now := start.Add(row.each)
		if v := row.see(now, healthy); v.Over {
			t.Errorf("%s: %+v", row.why, v)
		}
		now = now.Add(50 * time.Minute)
		for range 3 {
			if v := row.see(now, mute); v.Over {
				t.Errorf("%s, at %v: %+v", row.why, now.Sub(start), v)
			}
			now = now.Add(row.each)
		}
		if v := row.see(now, healthy); v.Over {
			t.Errorf("%s, when it answers again: %+v", row.why, v)
		}
	}
}

// TestSince: lateness is that of the frames between two looks.
func TestSince(t *testing.T) {
	for _, row := range []struct {
		why         string
		first, then Observation
		drawn       int64
		late        float64
	}{
		{"all in time since", Observation{Drawn: 1000, Late: 0.5}, Observation{Drawn: 2000, Late: 0.25}, 1000, 0},
		{"all late since", Observation{Drawn: 1000}, Observation{Drawn: 2000, Late: 0.5}, 1000, 1},
		{"it was started again", Observation{Drawn: 1000}, Observation{Drawn: 600, Late: 0.5}, 600, 0.5},
		{"nothing was known", Observation{}, Observation{Drawn: 600, Late: 0.5}, 600, 0.5},
		{"nothing since", Observation{Drawn: 600, Late: 0.5}, Observation{Drawn: 600, Late: 0.5}, 0, 0},
	} {
		if o := row.then.Since(row.first); o.Drawn != row.drawn || o.Late != row.late {
			t.Errorf("%s: %d, %v; want %d, %v", row.why, o.Drawn, o.Late, row.drawn, row.late)
		}
	}
}
