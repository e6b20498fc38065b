package firmware

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
)

// TestRest: the first two ends cost nothing, then it grows up to a minute.
func TestRest(t *testing.T) {
	for unclean, want := range map[int]time.Duration{
		0: 0, 1: 0, 2: 0, 3: 5 * time.Second, 4: 10 * time.Second, 6: 40 * time.Second, 7: time.Minute, 1000: time.Minute,
	} {
		if got := rest(unclean); got != want {
			t.Errorf("after %d: %v, want %v", unclean, got, want)
		}
	}
}

// TestPause: an end that is asked for does not wait.
func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := builder{Options: Options{Log: slog.New(slog.DiscardHandler)}, saved: device.Saved{Unclean: 5}}
		begun := time.Now()
		if !b.pause(t.Context()) || time.Since(begun) != 20*time.Second {
			t.Errorf("after %v", time.Since(begun))
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		begun = time.Now()
		if b.pause(ctx) || time.Since(begun) != time.Second {
			t.Errorf("it goes on, after %v", time.Since(begun))
		}
	})
}
