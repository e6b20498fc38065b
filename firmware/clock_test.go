// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSynchronize: the system is asked less and less often, soon again when the clock was
// set, and never again once it says yes; from then on the clock is believed.
func TestSynchronize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		c := newClock(begun.Add(time.Hour), slog.New(slog.DiscardHandler)) // the last run saved a later time
		c.WallClock = device.NewWallClock(time.Time{}, begun.Add(24*time.Hour))
		var mu sync.Mutex // over asked and begun
		var asked []time.Duration
		var yes atomic.Bool
		c.ask = func(context.Context) (bool, error) {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, time.Since(begun))
			if len(asked) == 2 {
				return false, errors.New("nobody knows")
			}
			return yes.Load(), nil
		}
		so := func() []time.Duration { mu.Lock(); defer mu.Unlock(); return slices.Clone(asked) }
		d := devicetest.Run(t)
		over := make(chan error, 1)
		go func() { over <- c.synchronize(t.Context(), d) }()
		time.Sleep(36 * time.Second)
		if want := []time.Duration{0, 5 * time.Second, 15 * time.Second, 35 * time.Second}; !slices.Equal(so(), want) {
			t.Errorf("asked after %v, want %v", so(), want)
		}
		time.Sleep(4 * time.Hour)
		all := so()
		if last := len(all) - 1; all[last]-all[last-1] != askRarely {
			t.Errorf("asked every %v in the end, want %v", all[last]-all[last-1], askRarely)
		}
		mu.Lock()
		asked, begun = nil, time.Now()
		mu.Unlock()
		c.stepped <- struct{}{}
		time.Sleep(11 * time.Second)
		if want := []time.Duration{0, 10 * time.Second}; !slices.Equal(so(), want) {
			t.Errorf("after the clock was set asked after %v, want %v", so(), want)
		}
		if got := c.Health()[0]; got.Status != api.Degraded || !strings.Contains(got.Detail, "the device shows no time") {
			t.Errorf("before: %+v", got)
		}
		yes.Store(true)
		must.Do(t, <-over)
		must.Equal(t, c.Health()[0], api.Component{Name: "clock", Status: api.OK}, "synchronised")
	})
}

// TestSynchronizeEnds with the run, also while nobody knows.
func TestSynchronizeEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClock(time.Time{}, slog.New(slog.DiscardHandler))
		c.ask = func(context.Context) (bool, error) { return false, nil }
		stop := must.Run(t, func(ctx context.Context) error { return c.synchronize(ctx, nil) })
		time.Sleep(time.Minute)
		stop()
	})
}

// TestWatchEnds with the run, which is no fault of the clock.
func TestWatchEnds(t *testing.T) {
	var log bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := newClock(time.Time{}, slog.New(slog.NewTextHandler(&log, nil))).watch(ctx, nil); err != nil ||
		log.Len() > 0 {
		t.Errorf("%v, %s", err, log.String())
	}
}
