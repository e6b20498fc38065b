// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
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

// TestBackoffIsNoSlowStart: the service manager does not count the wait as part
// of a start, which takes long where many pictures wait.
func TestBackoffIsNoSlowStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	must.Do(t, err)
	defer conn.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	waitBackoff(ctx, 7, slog.New(slog.DiscardHandler))
	said := make([]byte, 1024)
	n, err := conn.Read(said)
	if want := "STATUS=waiting 1m0s after 7 crashes\nEXTEND_TIMEOUT_USEC=150000000"; string(said[:n]) != want {
		t.Errorf("said %q, %v, want %q", said[:n], err, want)
	}
}
