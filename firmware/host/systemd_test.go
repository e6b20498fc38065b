// SPDX-License-Identifier: Apache-2.0

package host

import (
	"context"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestAnnounce: a device that restarts is not stopping for the service manager,
// which would wait for its end.
func TestAnnounce(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Skip("no datagram sockets: ", err)
	}
	defer conn.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	said := func() string {
		t.Helper()
		conn.SetReadDeadline(time.Now().Add(time.Minute))
		b := make([]byte, 1000)
		n := must.Get(conn.Read(b))(t)
		return string(b[:n])
	}
	for _, row := range []struct {
		restarts bool
		want     []string
	}{
		{false, []string{"STOPPING=1"}},
		{true, []string{"RELOADING=1\nMONOTONIC_USEC=", "\nWATCHDOG=1"}},
	} {
		ctx, end := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- Announce(ctx, func() bool { return row.restarts }) }()
		must.Equal(t, said(), "READY=1\nWATCHDOG=1", "at first")
		end()
		got := said()
		for _, want := range row.want {
			if !strings.Contains(got, want) {
				t.Errorf("at the end, restarts %v: %q, want %q", row.restarts, got, want)
			}
		}
		must.Do(t, <-done)
	}
}

// TestWatch: who hangs is not fed; who is slow on a busy machine is, for a minute.
func TestWatch(t *testing.T) {
	const limit = 15 * time.Second
	takes := func(d time.Duration) func(context.Context) error {
		return func(ctx context.Context) error {
			select {
			case <-time.After(d):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	refuses := func(context.Context) error { return context.Canceled }
	for _, row := range []struct {
		why     string
		alive   func(context.Context) error
		hurried bool
		ends    time.Duration // when the service manager's patience is over; 0 = not within ten minutes
	}{
		{"it answers at once", takes(0), false, 0},
		{"it takes nine seconds", takes(9 * time.Second), false, 0},
		{"it takes twenty seconds, with nobody else at work", takes(20 * time.Second), false, 15 * time.Second},
		{"it takes fifty seconds of a busy machine", takes(50 * time.Second), true, 0},
		{"it hangs", takes(time.Hour), false, 15 * time.Second},
		{"it hangs on a busy machine", takes(time.Hour), true, 70 * time.Second},
		{"it refuses on a busy machine", refuses, true, 70 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, end := context.WithTimeout(t.Context(), 10*time.Minute)
			defer end()
			began, ended := time.Now(), time.Duration(0)
			killed := time.AfterFunc(limit, func() { ended = time.Since(began); end() })
			defer killed.Stop()
			watch(ctx, limit, row.alive, func() bool { return row.hurried }, func() { killed.Reset(limit) })
			synctest.Wait()
			if ended != row.ends {
				t.Errorf("%s: ended after %v, want %v", row.why, ended, row.ends)
			}
		})
	}
}
