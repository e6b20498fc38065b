// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"testing"
	"time"
)

// TestProbation: what is seen within the week decides when a version goes back.
func TestProbation(t *testing.T) {
	with := func(change func(*Observation)) Observation {
		o := healthy
		o.Panel, o.Setup = `driver="max7219",size="32x8"`, "one"
		change(&o)
		return o
	}
	before := with(func(*Observation) {})
	mute := with(func(o *Observation) { o.Health = silentHealth })
	for _, row := range []struct {
		why    string
		before Observation
		seen   func(minute float64) Observation
		reason string // "" = it stays for the two hours that are tried
		minute float64
	}{
		{"it does well", before, func(float64) Observation { return before }, "", 0},
		{"five ends within ten minutes", before, func(m float64) Observation {
			return with(func(o *Observation) { o.Restarts = int(m / 2) })
		}, "it ended 5 times within 10 minutes", 10},
		{"five ends, one an eighth of an hour", before, func(m float64) Observation {
			return with(func(o *Observation) { o.Restarts = int(m / 7.5) })
		}, "", 0},
		{"ends of before, seen when the judge starts", before, func(float64) Observation {
			return with(func(o *Observation) { o.Restarts = 40 })
		}, "", 0},
		{"stopped by hand again and again, with one end each", before, func(m float64) Observation {
			return with(func(o *Observation) { o.Restarts = int(m) % 2 })
		}, "it ended 5 times within 10 minutes", 9},
		{"it hangs", before, func(m float64) Observation {
			if m >= 30 {
				return mute
			}
			return before
		}, "its API has not answered for 2 minutes", 31},
		{"a busy machine leaves it no time for an answer", before, func(m float64) Observation {
			return with(func(o *Observation) {
				if o.Busy = true; m >= 30 && m < 37 {
					o.Health = silentHealth
				}
			})
		}, "", 0},
		{"it hangs, and the machine is busy", before, func(m float64) Observation {
			return with(func(o *Observation) {
				if o.Busy = true; m >= 30 {
					o.Health = silentHealth
				}
			})
		}, "its API has not answered for 2 minutes", 37},
		{"it waits before a start, as after ends", before, func(m float64) Observation {
			if int(m)%3 == 0 {
				return mute
			}
			return before
		}, "", 0},
		{"its configuration is bad: it ends each six seconds, and is seen while it waits or starts",
			before, func(m float64) Observation {
				return with(func(o *Observation) {
					o.Health, o.Frames, o.Restarts = silentHealth, -1, int(m*10)
					o.Refuses = int(m*4)%4 != 0
				})
			}, "", 0},
		{"its configuration was bad for twenty minutes", before, func(m float64) Observation {
			if m < 5 || m > 25 {
				return with(func(o *Observation) { o.Restarts = int(min(max(m-5, 0), 20) * 10) })
			}
			return with(func(o *Observation) {
				o.Health, o.Frames, o.Refuses, o.Restarts = silentHealth, -1, true, int((m-5)*10)
			})
		}, "", 0},
		{"its configuration was bad, and now it ends by itself", before, func(m float64) Observation {
			return with(func(o *Observation) {
				o.Health, o.Frames, o.Refuses, o.Restarts = silentHealth, -1, m < 5, int(m*10)
			})
		}, "it ended 5 times within 10 minutes", 6},
		{"somebody has switched it off", before, func(float64) Observation {
			return Observation{Stopped: true, Frames: -1, Restarts: 0}
		}, "", 0},
		{"its turn to start has not come", before, func(float64) Observation {
			return Observation{Active: true, Waiting: true, Frames: -1}
		}, "", 0},
		{"it did not answer before, by an address that is not known here",
			mute, func(float64) Observation { return mute }, "", 0},
		{"no address, though the cable has a carrier", before, func(float64) Observation {
			return with(func(o *Observation) { o.Network, o.Reach = false, true })
		}, "it has had no address for an hour, although there is a network", 60},
		{"no address, and no network in range: the router is off", before, func(float64) Observation {
			return with(func(o *Observation) { o.Network, o.Reach = false, false })
		}, "", 0},
		{"it comes and goes", before, func(m float64) Observation {
			return with(func(o *Observation) { o.Network, o.Reach = int(m)%50 == 0, true })
		}, "", 0},
		{"another panel, with the same configuration", before, func(m float64) Observation {
			return with(func(o *Observation) {
				if m >= 10 {
					o.Panel = `driver="simulator",size="37x8"`
				}
			})
		}, drivesAnother, 10},
		{"another panel, by another configuration", before, func(float64) Observation {
			return with(func(o *Observation) { o.Panel, o.Setup = `driver="hub75",size="64x32"`, "two" })
		}, "", 0},
		{"nobody knows the panel: the version has no key", before, func(float64) Observation {
			return with(func(o *Observation) { o.Panel = "" })
		}, "", 0},
	} {
		t.Run(row.why, func(t *testing.T) {
			start := time.Unix(0, 0)
			p := NewProbation(Record{Before: row.before}, start)
			for at := Glance; at <= 2*time.Hour; at += Glance {
				v := p.See(start.Add(at), row.seen(at.Minutes()))
				if !v.Over {
					continue
				}
				if v.Reason != row.reason || at.Minutes() < row.minute || at.Minutes() > row.minute+1 {
					t.Errorf("after %v: %q, want after %v min: %q", at, v.Reason, row.minute, row.reason)
				}
				return
			}
			if row.reason != "" {
				t.Errorf("it stays, want after %v min: %q", row.minute, row.reason)
			}
		})
	}
}

// TestWeek: of running time; neither a machine that slept nor a service that is switched off
// has run.
func TestWeek(t *testing.T) {
	now := time.Unix(0, 0)
	p := NewProbation(Record{Ran: Week - time.Hour, Before: healthy}, now)
	now = now.Add(30 * 24 * time.Hour)
	if v := p.See(now, healthy); v.Over {
		t.Error("it slept")
	}
	for range 3600 {
		now = now.Add(Glance)
		if v := p.See(now, Observation{Stopped: true}); v.Over {
			t.Fatal("it was off")
		}
	}
	ran := time.Duration(0)
	for !p.See(now, healthy).Over {
		ran += Glance
		now = now.Add(Glance)
	}
	if ran < 58*time.Minute || ran > time.Hour {
		t.Errorf("it ends after %v more", ran)
	}
}
