// SPDX-License-Identifier: Apache-2.0

package ambient

import (
	"math"
	"slices"
	"testing"
	"time"
)

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// feed samples lux at 4 Hz for d and returns when that ends.
func feed(r *lightRule, from time.Time, lux float64, d time.Duration) time.Time {
	end := from.Add(d)
	for t := from; t.Before(end); t = t.Add(250 * time.Millisecond) {
		r.sample(lux, t)
	}
	return end
}

// TestCurve: the level is straight between the points of a curve, in the logarithm of the light, and level outside of
// them; before the first reading it is in the middle.
func TestCurve(t *testing.T) {
	usual, own := Light{}, Light{Curve: []LightPoint{{10, 20}, {100, 40}, {1000, 90}}}
	for _, row := range []struct {
		why    string
		light  Light
		points map[float64]float64 // percent, by lux
		middle float64
	}{
		{"the usual one keeps a floor above zero in darkness", usual,
			map[float64]float64{0: 4, 10: 25, math.Sqrt(11*101) - 1: 37.5, 50000: 100}, 52},
		{"one of the configuration", own, map[float64]float64{0: 20, 9: 20, 10: 20, 100: 40, 1000: 90, 5000: 90,
			math.Sqrt(11*101) - 1: 30, math.Sqrt(101*1001) - 1: 65}, 55},
	} {
		for lux, want := range row.points {
			r := newLightRule(row.light)
			r.sample(lux, start)
			if got := r.level(); math.Abs(got-want) > 0.01 {
				t.Errorf("%s: level %v at %v lx, want %v", row.why, got, lux, want)
			}
		}
		if r := newLightRule(row.light); r.level() != row.middle {
			t.Errorf("%s, without a reading: %v, want the middle", row.why, r.level())
		}
	}
}

func TestSmoothing(t *testing.T) {
	up := newLightRule(Light{})
	now := feed(&up, start, 10, time.Second)
	now = feed(&up, now, 1000, time.Second)
	if part := (up.smooth - math.Log1p(10)) / (math.Log1p(1000) - math.Log1p(10)); math.Abs(part-(1-1/math.E)) > 0.01 {
		t.Errorf("after 1 s of more light %.3f of the way, want 0.632", part)
	}
	down := newLightRule(Light{})
	now = feed(&down, now, 1000, time.Second)
	feed(&down, now, 10, 3*time.Second)
	if part := (math.Log1p(1000) - down.smooth) / (math.Log1p(1000) - math.Log1p(10)); math.Abs(part-(1-1/math.E)) > 0.01 {
		t.Errorf("after 3 s of less light %.3f of the way, want 0.632", part)
	}
}

// TestLightAfterAGap: a reading after a pause of the sensor says nothing about
// how the light went meanwhile.
func TestLightAfterAGap(t *testing.T) {
	for gap, want := range map[time.Duration]bool{10 * time.Second: false, 10*time.Second + 1: true} {
		r := newLightRule(Light{})
		r.sample(1, start)
		r.sample(1000, start.Add(gap))
		if at := r.smooth == math.Log1p(1000); at != want {
			t.Errorf("after %v the light counts at once: %v", gap, at)
		}
	}
}

func TestLightFallsToZero(t *testing.T) {
	r := newLightRule(Light{})
	now := feed(&r, start, 500, time.Second)
	feed(&r, now, 0, time.Minute)
	if got := r.level(); math.Abs(got-4) > 0.1 {
		t.Errorf("after a minute in the dark the level is %v, want 4", got)
	}
}

func TestDarkness(t *testing.T) {
	type sample struct {
		after time.Duration
		lux   float64
	}
	rows := []struct {
		name    string
		samples []sample
		want    bool
	}{
		{"8 s of darkness", []sample{{0, 1}, {8 * time.Second, 1}}, true},
		{"not yet", []sample{{0, 1}, {7 * time.Second, 1}}, false},
		{"a flash of light starts it over",
			[]sample{{0, 1}, {4 * time.Second, 100}, {time.Second, 1}, {7 * time.Second, 1}}, false},
		{"just above is still dark", []sample{{0, 1}, {8 * time.Second, 1}, {time.Second, 2.5}, {time.Minute, 2.5}}, true},
		{"light ends it after 8 s", []sample{{0, 1}, {8 * time.Second, 1}, {time.Second, 50}, {8 * time.Second, 50}}, false},
		{"a short light does not", []sample{{0, 1}, {8 * time.Second, 1}, {time.Second, 50}, {5 * time.Second, 1}}, true},
	}
	for _, row := range rows {
		r, now := newDarkRule(Light{}), start
		for _, s := range row.samples {
			now = now.Add(s.after)
			r.sample(s.lux, now)
		}
		if got, _ := r.now(now); got != row.want {
			t.Errorf("%s: dark is %v", row.name, got)
		}
	}
}

// TestLimitsOfDarkness: what lies on a limit does not cross it.
func TestLimitsOfDarkness(t *testing.T) {
	for _, row := range []struct {
		why   string
		light Light
		lux   []float64 // each for an hour
		want  bool
	}{
		{"at 2 lx it is not dark yet", Light{}, []float64{2}, false},
		{"below it is", Light{}, []float64{1.99}, true},
		{"at 3 lx it is dark still", Light{}, []float64{1, 3}, true},
		{"above it is not", Light{}, []float64{1, 3.01}, false},
		{"at a limit of its own", Light{Dark: 10}, []float64{10}, false},
		{"below", Light{Dark: 10}, []float64{9}, true},
		{"until half as much again", Light{Dark: 10}, []float64{9, 15}, true},
		{"and no longer", Light{Dark: 10}, []float64{9, 16}, false},
	} {
		r, now := newDarkRule(row.light), start
		for _, lux := range row.lux {
			now = anHour(&r, now, lux)
		}
		if got, change := r.now(now); got != row.want || !change.IsZero() {
			t.Errorf("%s: dark is %v, changes at %v", row.why, got, change)
		}
	}
	r := newDarkRule(Light{Patience: time.Minute})
	r.sample(1, start)
	if dark, change := r.now(start.Add(time.Minute - 1)); dark || !change.Equal(start.Add(time.Minute)) {
		t.Errorf("before its patience ends: %v, changes at %v", dark, change)
	}
	if dark, change := r.now(start.Add(time.Minute)); !dark || !change.IsZero() {
		t.Errorf("when it ends: %v, changes at %v", dark, change)
	}
}

// anHour is an hour of the same light.
func anHour(r *darkRule, now time.Time, lux float64) time.Time {
	for range 60 {
		now = now.Add(time.Minute)
		r.sample(lux, now)
	}
	return now
}

// TestBandAroundTheLevel: light at the very edges of the band moves nothing.
func TestBandAroundTheLevel(t *testing.T) {
	for _, row := range []struct {
		lux   float64
		moves bool
	}{{1100 - 1e-6, false}, {1100 + 1e-6, true}, {800 + 1e-6, false}, {800 - 1e-6, true}} {
		r := newLightRule(Light{})
		r.sample(1000, start)
		before := r.set
		for range 1000 { // until it is smoothed in full
			r.sample(row.lux, r.at.Add(10*time.Second))
		}
		if moved := r.set != before; moved != row.moves {
			t.Errorf("%v lx after 1000: moved %v", row.lux, moved)
		}
	}
}

func TestLevel(t *testing.T) {
	rows := []struct {
		name       string
		mode       BrightnessMode
		brightness int
		lux        float64
		want       float64
	}{
		{"manual", ManualBrightness, 70, 0, 0.70},
		{"manual over the limit is stored, shown at the limit", ManualBrightness, 90, 0, 0.80},
		{"manual below the limit's min", ManualBrightness, 3, 0, 0.05},
		{"0 is dark", ManualBrightness, 0, 0, 0},
		{"auto ignores the setting", AutoBrightness, 0, 100, 0.50},
		{"auto within the limits", AutoBrightness, 0, 10000, 0.80},
		{"auto never dark", AutoBrightness, 100, 0, 0.05},
	}
	for _, row := range rows {
		limits := DefaultLimits
		r := New(Config{Limits: limits}, Settings{Brightness: row.brightness, BrightnessMode: row.mode})
		r.limits.BrightnessLimit = Range{5, 80} // lowered since
		r.Sample(row.lux, start)
		if got := r.Level(); math.Abs(got-row.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

// TestAutoIsNeverDark, whatever the curve and the limits allow: 0 is what a
// person sets.
func TestAutoIsNeverDark(t *testing.T) {
	cfg := Config{Limits: DefaultLimits, Light: Light{Curve: []LightPoint{{0, 0.1}, {100, 50}}}}
	cfg.Limits.BrightnessLimit.Min = 0
	r := New(cfg, Settings{})
	if r.Sample(0, start); r.Level() != 0.01 {
		t.Errorf("level %v, want 0.01", r.Level())
	}
}

// The log of the light keeps one reading in five minutes, and a day of them.
func TestLightLog(t *testing.T) {
	var l Log
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if got := l.since(start); len(got) != 0 {
		t.Errorf("an empty log has %v", got)
	}
	end := start.Add(30 * time.Hour)
	for at := start; at.Before(end); at = at.Add(time.Second) {
		l.Add(LightReading{At: at, Lux: at.Sub(start).Hours()})
	}
	got := l.since(end.Add(-24 * time.Hour))
	if len(got) != 288 {
		t.Fatalf("%d readings, want %d", len(got), 288)
	}
	for i, r := range got[1:] {
		if r.At.Sub(got[i].At) != 5*time.Minute {
			t.Errorf("%v follows %v", r.At, got[i].At)
		}
	}
	if first := got[0].Lux; first != 6 {
		t.Errorf("the oldest is of hour %v, want 6", first)
	}
	if got := l.since(end.Add(-time.Hour)); len(got) != 12 {
		t.Errorf("the last hour has %d readings, want 12", len(got))
	}
}

// TestLightLogEdges: five minutes are far enough apart, and the oldest moment asked for
// is in.
func TestLightLogEdges(t *testing.T) {
	var l Log
	for i, after := range []time.Duration{0, 5*time.Minute - 1, 5 * time.Minute, 10*time.Minute - 1, 10 * time.Minute} {
		l.Add(LightReading{At: start.Add(after), Lux: float64(i)})
	}
	for _, row := range []struct {
		since time.Duration
		want  []float64
	}{{0, []float64{0, 2, 4}}, {1, []float64{2, 4}}, {5 * time.Minute, []float64{2, 4}}, {10*time.Minute + 1, nil}} {
		var got []float64
		for _, r := range l.since(start.Add(row.since)) {
			got = append(got, r.Lux)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("since %v: %v, want %v", row.since, got, row.want)
		}
	}
}
