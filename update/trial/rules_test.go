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
		{"it hangs at once", healthy, false, func(int) Observation { return silent }, "its API has not answered for 25 s", 26},
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
		{"it crashes", healthy, false, func(s int) Observation {
			return with(func(seen *Observation) {
				if s > 10 {
					seen.Restarts = 1
				}
			})
		}, "it ended and had to be started again", 11},
		{"it fills the disk", healthy, false, func(s int) Observation {
			return with(func(seen *Observation) { seen.Free = max(seen.Free-int64(s)*100<<20, 0) })
		}, "it fills the disk", 11},
		{"the disk was full before", with(func(s *Observation) { s.Free = 0 }), false, func(int) Observation {
			return with(func(s *Observation) { s.Free = 0 })
		}, "", 60},
		{"a part fails that was well before", healthy, false, func(int) Observation { return dark }, `it reports a failure that the version before did not have: "panel"`, 26},
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
		{"health is worse than before, without a key", with(func(s *Observation) { s.Well = nil }), false, func(int) Observation {
			return with(func(s *Observation) { s.Health = update.Health{Answers: true} })
		}, "it reports a failure that the version before did not have", 26},
		{"the network stays away", healthy, false, func(int) Observation { return offline }, "the network has not come back", 120},
		{"the network takes its time", healthy, false, func(s int) Observation {
			if s < 90 {
				return offline
			}
			return healthy
		}, "", 90},
		{"there was no network before", offline, false, func(int) Observation { return offline }, "", 60},
		{"a picture that stands still", healthy, false, func(int) Observation { return healthy }, "", 60},
		{"a picture that moved before stands still", healthy, true, func(int) Observation { return healthy }, "its frames do not advance", 120},
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
		{"its frames are late", seenOf(func(s *Observation) { s.Drawn, s.Late = 100_000, 0.01 }), false, func(int) Observation {
			return with(func(s *Observation) { s.Drawn, s.Late = 2000, 0.04 })
		}, "4.0 % of its frames are late, of those before were 1.0 %", 120},
		{"of a few frames nothing can be said", seenOf(func(s *Observation) { s.Drawn, s.Late = 100_000, 0 }), false, func(int) Observation {
			return with(func(s *Observation) { s.Drawn, s.Late = 60, 0.1 })
		}, "", 60},
		{"somebody has switched it off", healthy, false, func(int) Observation { return Observation{Stopped: true, Frames: -1} }, "", 60},
		{"it did not answer before, by an address that is not known here", silent, false, func(int) Observation { return silent }, "", 60},
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
