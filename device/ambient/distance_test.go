// SPDX-License-Identifier: Apache-2.0

package ambient

import (
	"testing"
	"time"
)

// TestDistance: near at once, far after three seconds beyond the margin, and near again ten minutes after the last
// reading.
func TestDistance(t *testing.T) {
	type reading struct {
		after  time.Duration // the reading before
		metres float64
	}
	const s, tenth = time.Second, 100 * time.Millisecond
	chatter := []reading{}
	for range 100 { // ten times a second, for 20 s
		chatter = append(chatter, reading{tenth, 6}, reading{tenth, 1})
	}
	walk := []reading{{s, 1}, {s, 5}, {3 * s, 5}}
	for _, row := range []struct {
		why      string
		readings []reading
		later    time.Duration // than the last one
		far      bool
	}{
		{"nobody has told anything", nil, time.Hour, false},
		{"somebody is there", []reading{{s, 1}}, time.Minute, false},
		{"somebody goes", []reading{{s, 1}, {s, 5}}, 2900 * time.Millisecond, false},
		{"and is gone", []reading{{s, 1}, {s, 5}}, 3 * s, true},
		{"one who comes back at once", append(walk, reading{s, 2}), 0, false},
		{"one who stays between", append(walk, reading{s, 2.2}), time.Minute, true},
		{"one who goes there", []reading{{s, 1}, {s, 2.4}}, time.Minute, false},
		{"one reading between is a new beginning", []reading{{s, 5}, {2 * s, 2.4}, {s, 5}}, 2 * s, false},
		{"a sensor that chatters", chatter, 0, false},
		{"its last reading was far", append(chatter, reading{tenth, 6}), 2 * s, false},
		{"a cable that is pulled, before the time is up", walk, 10*time.Minute - s, true},
		{"and afterwards", walk, 10 * time.Minute, false},
		{"a reading after that", append(walk, reading{11 * time.Minute, 5}), 2 * s, false},
	} {
		var r Rules
		now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
		for _, one := range row.readings {
			now = now.Add(one.after)
			r.Distance(Measured{one.metres, true}, now)
		}
		if got := r.DistanceNow(now.Add(row.later)).Far; got != row.far {
			t.Errorf("%s: far %v, want %v", row.why, got, row.far)
		}
	}
}

// TestDistanceForgets all readings when an unknown one comes.
func TestDistanceForgets(t *testing.T) {
	var r Rules
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	r.Distance(Measured{5, true}, now)
	if is, wake := r.Step(now.Add(time.Second)); is.Far || !wake.Equal(now.Add(settles)) {
		t.Errorf("far %v, wakes at %v", is.Far, wake)
	}
	if is, wake := r.Step(now.Add(settles)); !is.Far || !wake.Equal(now.Add(lasts)) {
		t.Errorf("far %v, wakes at %v", is.Far, wake)
	}
	r.Distance(Measured{}, now.Add(settles))
	if is, wake := r.Step(now.Add(settles)); is.Far || !wake.IsZero() {
		t.Errorf("far %v, wakes at %v", is.Far, wake)
	}
	if d := r.DistanceNow(now.Add(settles)); d != (DistanceNow{}) {
		t.Errorf("%+v", d)
	}
}

// TestTouchIsNear: who uses a button or a knob is near for half a minute, whatever the sensor says.
func TestTouchIsNear(t *testing.T) {
	var r Rules
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	r.Seen(now)
	if r.DistanceNow(now).Far {
		t.Error("far without a reading")
	}
	r.Distance(Measured{5, true}, now)
	now = now.Add(10 * time.Second)
	if !r.DistanceNow(now).Far {
		t.Fatal("not far")
	}
	r.Seen(now)
	for after, far := range map[time.Duration]bool{0: false, 10 * time.Second: false, touches - 1: false, touches: true} {
		one := r
		if after > time.Second {
			one.Distance(Measured{5, true}, now.Add(time.Second))
		}
		if got := one.DistanceNow(now.Add(after)).Far; got != far {
			t.Errorf("after %v: far %v", after, got)
		}
	}
}
