// SPDX-License-Identifier: Apache-2.0

package host

import (
	"context"
	"net"
	"path/filepath"
	"strings"
	"testing"
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
		if got := said(); got != "READY=1\nWATCHDOG=1" {
			t.Errorf("at first %q", got)
		}
		end()
		got := said()
		for _, want := range row.want {
			if !strings.Contains(got, want) {
				t.Errorf("at the end, restarts %v: %q, want %q", row.restarts, got, want)
			}
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
