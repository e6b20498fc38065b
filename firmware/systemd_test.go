// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
		n, err := conn.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
	for _, row := range []struct {
		why  error
		want []string
	}{
		{nil, []string{"STOPPING=1"}},
		{errAnew, []string{"RELOADING=1\nMONOTONIC_USEC=", "\nWATCHDOG=1"}},
	} {
		run, anew := context.WithCancelCause(t.Context())
		ctx, end := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- announce(ctx, run) }()
		if got := said(); got != "READY=1\nWATCHDOG=1" {
			t.Errorf("at first %q", got)
		}
		anew(row.why)
		end()
		got := said()
		for _, want := range row.want {
			if !strings.Contains(got, want) {
				t.Errorf("at the end because of %v: %q, want %q", row.why, got, want)
			}
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
