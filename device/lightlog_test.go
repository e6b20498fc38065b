package device

import (
	"testing"
	"time"
)

// The log of the light keeps one reading in five minutes, and a day of them.
func TestLightLog(t *testing.T) {
	var l lightLog
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if got := l.since(start); len(got) != 0 {
		t.Errorf("an empty log has %v", got)
	}
	end := start.Add(30 * time.Hour)
	for at := start; at.Before(end); at = at.Add(time.Second) {
		l.add(LightReading{At: at, Lux: at.Sub(start).Hours()})
	}
	got := l.since(end.Add(-24 * time.Hour))
	if len(got) != lightKept {
		t.Fatalf("%d readings, want %d", len(got), lightKept)
	}
	for i, r := range got[1:] {
		if r.At.Sub(got[i].At) != lightEvery {
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
