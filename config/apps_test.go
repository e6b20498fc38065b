// SPDX-License-Identifier: Apache-2.0

package config

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// TestScheduleBecomesBlocks: each slot goes on until the next one, past midnight;
// a single one goes on for ever.
func TestScheduleBecomesBlocks(t *testing.T) {
	at := func(s string) device.TimeOfDay { return must.Get(device.ParseTimeOfDay(s))(t) }
	slot := func(s string) Slot { return Slot{At: at(s), App: clock.Package} }
	block := func(from, to string) device.Block {
		return device.Block{From: at(from), To: at(to), Widget: clock.Widget}
	}
	rows := []struct {
		name  string
		slots []Slot
		want  []device.Block
	}{
		{"none", nil, nil},
		{"one", []Slot{slot("07:00")}, []device.Block{block("07:00", "07:00")}},
		{"in any order", []Slot{slot("22:00"), slot("07:00"), slot("12:00")}, []device.Block{block("07:00", "12:00"), block("12:00", "22:00"), block("22:00", "07:00")}},
	}
	for _, row := range rows {
		if got := (&Apps{Schedule: row.slots}).Blocks(); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

// TestFirstSettings: [clock] and dwell are what a new device begins with.
func TestFirstSettings(t *testing.T) {
	cfg := Default()
	must.Do(t, cfg.parse([]byte("[clock]\nhours = 12\nseconds = true\n[apps]\ndwell = \"7s\"\n"), ""))
	first := apps.First(cfg.Clock, cfg.Apps.Dwell)
	w := first[0]
	var got clock.Config
	if err := json.Unmarshal(w.Settings, &got); err != nil || !reflect.DeepEqual(got, cfg.Clock) || got.Hours != 12 || !got.Seconds {
		t.Errorf("%v, %s, want the table", err, w.Settings)
	}
	if w.ID != clock.Widget || w.Package != clock.Package || !w.Visible || w.Seconds != 7 {
		t.Errorf("%+v", w)
	}
	for _, w := range first[1:] {
		if w.Visible {
			t.Errorf("%s is visible, want the clock alone", w.Package)
		}
	}
	for dwell, want := range map[time.Duration]int{0: 20, time.Millisecond: 1, 24 * time.Hour: device.MaxSeconds} {
		if got := apps.First(cfg.Clock, dwell)[0].Seconds; got != want {
			t.Errorf("a dwell of %v is %d s, want %d", dwell, got, want)
		}
	}
}
