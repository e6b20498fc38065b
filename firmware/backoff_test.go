package firmware

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// TestBackoff: the first two ends cost nothing, then it grows up to a minute.
func TestBackoff(t *testing.T) {
	for unclean, want := range map[int]time.Duration{
		0: 0, 1: 0, 2: 0, 3: 5 * time.Second, 4: 10 * time.Second, 6: 40 * time.Second, 7: time.Minute, 1000: time.Minute,
	} {
		if got := backoff(unclean); got != want {
			t.Errorf("after %d: %v, want %v", unclean, got, want)
		}
	}
}

// TestWaitBackoff: an end that is asked for does not wait.
func TestWaitBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := slog.New(slog.DiscardHandler)
		begun := time.Now()
		if !waitBackoff(t.Context(), 5, log) || time.Since(begun) != 20*time.Second {
			t.Errorf("after %v", time.Since(begun))
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		begun = time.Now()
		if waitBackoff(ctx, 5, log) || time.Since(begun) != time.Second {
			t.Errorf("it goes on, after %v", time.Since(begun))
		}
	})
}
