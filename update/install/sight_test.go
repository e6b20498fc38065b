package install

import (
	"reflect"
	"testing"
	"time"

	"github.com/ledpost/ledpost/update"
)

// TestTrial: what is seen of a version decides how its trial ends, and when.
func TestTrial(t *testing.T) {
	with := func(change func(*Sight)) Sight {
		s := healthy
		change(&s)
		return s
	}
	silent := with(func(s *Sight) { s.Health, s.Frames = update.Health{}, -1 })
	queued := with(func(s *Sight) { *s = Sight{Active: true, Waiting: true, Frames: -1, Network: true, Free: s.Free} })
	dark := with(func(s *Sight) {
		s.Health = update.Health{Answers: true, Well: []string{"device", "mqtt"}, Failed: []string{"panel"}}
	})
	offline := with(func(s *Sight) { s.Network = false })
	for _, row := range []struct {
		why    string
		before Sight
		moving bool
		seen   func(second int) Sight
		reason string
		second int // of the verdict
	}{
		{"it works", healthy, false, func(int) Sight { return healthy }, "", 60},
		{"it needs time for its start", healthy, false, func(s int) Sight {
			if s < 20 {
				return silent
			}
			return healthy
		}, "", 60},
		{"it hangs at once", healthy, false, func(int) Sight { return silent }, "its API has not answered for 25 s", 26},
		{"it hangs after half a minute", healthy, false, func(s int) Sight {
			if s > 30 {
				return silent
			}
			return healthy
		}, "its API has not answered for 25 s", 56},
		{"it answers, but no more about its frames, as one without memory", healthy, false, func(s int) Sight {
			return with(func(seen *Sight) {
				if s > 30 {
					seen.Frames = -1
				}
			})
		}, "its API has not answered for 25 s", 56},
		{"it crashes", healthy, false, func(s int) Sight {
			return with(func(seen *Sight) {
				if s > 10 {
					seen.Restarts = 1
				}
			})
		}, "it ended and had to be started again", 11},
		{"it fills the disk", healthy, false, func(s int) Sight {
			return with(func(seen *Sight) { seen.Free = max(seen.Free-int64(s)*100<<20, 0) })
		}, "it fills the disk", 11},
		{"the disk was full before", with(func(s *Sight) { s.Free = 0 }), false, func(int) Sight {
			return with(func(s *Sight) { s.Free = 0 })
		}, "", 60},
		{"a part fails that was well before", healthy, false, func(int) Sight { return dark }, `it reports a failure that the version before did not have: "panel"`, 26},
		{"a part that was well before fails near the end", healthy, false, func(s int) Sight {
			if s < 50 {
				return healthy
			}
			return dark
		}, `it reports a failure that the version before did not have: "panel"`, 75},
		{"a part fails now and then", healthy, false, func(s int) Sight {
			if s%20 != 0 {
				return dark
			}
			return healthy
		}, "", 60},
		{"health is as bad as before", dark, false, func(int) Sight { return dark }, "", 60},
		{"the broker went away at night", healthy, false, func(int) Sight {
			return with(func(s *Sight) { s.Well = s.Well[:2] }) // mqtt is degraded
		}, "", 60},
		{"health is worse than before, without a key", with(func(s *Sight) { s.Well = nil }), false, func(int) Sight {
			return with(func(s *Sight) { s.Health = update.Health{Answers: true} })
		}, "it reports a failure that the version before did not have", 26},
		{"the network stays away", healthy, false, func(int) Sight { return offline }, "the network has not come back", 120},
		{"the network takes its time", healthy, false, func(s int) Sight {
			if s < 90 {
				return offline
			}
			return healthy
		}, "", 90},
		{"there was no network before", offline, false, func(int) Sight { return offline }, "", 60},
		{"a picture that stands still", healthy, false, func(int) Sight { return healthy }, "", 60},
		{"a picture that moved before stands still", healthy, true, func(int) Sight { return healthy }, "its frames do not advance", 120},
		{"a picture that moves", healthy, true, func(s int) Sight {
			return with(func(seen *Sight) { seen.Frames += int64(s) })
		}, "", 60},
		{"nothing was drawn at all", healthy, false, func(int) Sight {
			return with(func(s *Sight) { s.Frames = 0 })
		}, "it draws no frame", 26},
		{"nothing is drawn from some moment on", healthy, false, func(s int) Sight {
			return with(func(seen *Sight) {
				if s >= 20 {
					seen.Frames = 0
				}
			})
		}, "it draws no frame", 45},
		{"a machine that starts takes its time until it comes to it", healthy, false, func(s int) Sight {
			if s < 40 {
				return queued
			}
			return healthy
		}, "", 60},
		{"its turn never comes", healthy, false, func(int) Sight { return queued }, "its API does not answer", 120},
		{"somebody has switched it off", healthy, false, func(int) Sight { return Sight{Stopped: true, Frames: -1} }, "", 60},
		{"it did not answer before, by an address that is not known here", silent, false, func(int) Sight { return silent }, "", 60},
	} {
		t.Run(row.why, func(t *testing.T) {
			start := time.Unix(0, 0)
			trial := newTrial(mark{Before: row.before, Moving: row.moving}, start)
			for second := range 200 {
				v := trial.see(start.Add(time.Duration(second)*time.Second), row.seen(second))
				if !v.over {
					continue
				}
				if v.reason != row.reason || second != row.second {
					t.Errorf("after %d s: %q, want after %d s: %q", second, v.reason, row.second, row.reason)
				}
				return
			}
			t.Error("no verdict")
		})
	}
}

func TestServiceState(t *testing.T) {
	for text, want := range map[string]Sight{
		"ActiveState=active\nNRestarts=0\n":     {Active: true},
		"NRestarts=3\nActiveState=activating\n": {Active: true, Restarts: 3},
		// the version before had ended by itself, and was stopped for the trial
		"ActiveState=inactive\nNRestarts=2\nJob=17\n": {Active: true, Waiting: true},
		"NRestarts=2\nActiveState=deactivating\n":     {},
		"ActiveState=inactive\nNRestarts=0\n":         {Stopped: true},
		"ActiveState=failed\nNRestarts=1\n":           {Restarts: 1},
		"ActiveState=inactive\nJob=77\n":              {Active: true, Waiting: true},
		"ActiveState=activating\nJob=77\n":            {Active: true},
		"ActiveState=inactive\nJob=0\n":               {Stopped: true},
		"":                                            {},
	} {
		var s Sight
		if s.serviceState(text); !reflect.DeepEqual(s, want) {
			t.Errorf("%q: %+v, want %+v", text, s, want)
		}
	}
}

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
