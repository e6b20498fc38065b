// SPDX-License-Identifier: Apache-2.0

package device

import (
	"math"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/internal/must"
)

// feeler is an app that notes what it is told of the sensors.
type feeler struct {
	*puppet
	mu   sync.Mutex // the device writes, the test reads
	last Sensed
}

func (f *feeler) Sense(s Sensed) { f.mu.Lock(); f.last = s; f.mu.Unlock() }

func (f *feeler) felt() Sensed { synctest.Wait(); f.mu.Lock(); defer f.mu.Unlock(); return f.last }

// TestClimate: what is measured is in the status and with the apps, rounded; what
// cannot be is dropped.
func TestClimate(t *testing.T) {
	at := func(v float64) Measured { return Measured{Value: v, Known: true} }
	rows := []struct {
		name      string
		set, want Climate
	}{
		{"a room", Climate{Temperature: at(21.46), Humidity: at(48.2)}, Climate{Temperature: at(21.5), Humidity: at(48)}},
		{"a temperature alone", Climate{Temperature: at(-3.14)}, Climate{Temperature: at(-3.1)}},
		{"no number", Climate{Temperature: at(math.NaN()), Humidity: at(40)}, Climate{Humidity: at(40)}},
		{"hotter than any room: as it was", Climate{Temperature: at(1000), Humidity: at(40)}, Climate{Humidity: at(40)}},
		{"wetter than water: as it was", Climate{Temperature: at(20), Humidity: at(101)}, Climate{Humidity: at(40)}},
		{"no longer measured", Climate{}, Climate{}},
	}
	app := &feeler{puppet: newPuppet("room")}
	story(t, func(c *Config, _ *Saved) { c.Apps = append(c.Apps, app) }, func(t *testing.T, r *rig) {
		for _, row := range rows {
			must.Do(t, r.SetClimate(t.Context(), row.set))
			if got, felt := r.Status().Climate, app.felt().Climate; got != row.want || felt != row.want {
				t.Errorf("%s: %+v, the apps hear %+v, want %+v", row.name, got, felt, row.want)
			}
		}
		must.Do(t, r.SetLux(t.Context(), 120))
		if lux := app.felt().Lux; lux != at(120) {
			t.Errorf("light is %+v", lux)
		}
	})
}
