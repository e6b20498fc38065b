// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device"
)

// TestSynchronize: the system is asked less and less often, soon again when the clock was
// set, and never again once it says yes; from then on the clock is believed.
func TestSynchronize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		c := newClock(begun.Add(time.Hour), slog.New(slog.DiscardHandler)) // the last run saved a later time
		c.WallClock = device.NewWallClock(time.Time{}, begun.Add(24*time.Hour))
		var asked []time.Duration
		yes := false
		c.ask = func(context.Context) (bool, error) {
			asked = append(asked, time.Since(begun))
			if len(asked) == 2 {
				return false, errors.New("nobody knows")
			}
			return yes, nil
		}
		d := runDevice(t)
		over := make(chan error, 1)
		go func() { over <- c.synchronize(t.Context(), d) }()
		time.Sleep(36 * time.Second)
		if want := []time.Duration{0, 5 * time.Second, 15 * time.Second, 35 * time.Second}; !slices.Equal(asked, want) {
			t.Errorf("asked after %v, want %v", asked, want)
		}
		time.Sleep(4 * time.Hour)
		if last := len(asked) - 1; asked[last]-asked[last-1] != askRarely {
			t.Errorf("asked every %v in the end, want %v", asked[last]-asked[last-1], askRarely)
		}
		asked, begun = nil, time.Now()
		c.stepped <- struct{}{}
		time.Sleep(11 * time.Second)
		if want := []time.Duration{0, 10 * time.Second}; !slices.Equal(asked, want) {
			t.Errorf("after the clock was set asked after %v, want %v", asked, want)
		}
		if got := c.health()[0]; got.Status != api.Degraded || !strings.Contains(got.Detail, "no time is shown") {
			t.Errorf("before: %+v", got)
		}
		yes = true
		if err := <-over; err != nil {
			t.Error(err)
		}
		if got := c.health()[0]; got != (api.Component{Name: "clock", Status: api.OK}) {
			t.Errorf("synchronised: %+v", got)
		}
	})
}

// TestSynchronizeEnds with the run, also while nobody knows.
func TestSynchronizeEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClock(time.Time{}, slog.New(slog.DiscardHandler))
		c.ask = func(context.Context) (bool, error) { return false, nil }
		ctx, cancel := context.WithCancel(t.Context())
		over := make(chan error, 1)
		go func() { over <- c.synchronize(ctx, nil) }()
		time.Sleep(time.Minute)
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
	})
}
