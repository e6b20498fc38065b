// SPDX-License-Identifier: Apache-2.0

package ambient

import (
	"slices"
	"testing"
	"time"
)

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
