// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/config"
)

// TestForeignPorts: a port of another program is told with what is lost; one of our own, a free
// one, and one that is off are not.
func TestForeignPorts(t *testing.T) {
	answer := func(text string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(text)) }))
		t.Cleanup(s.Close)
		return strings.TrimPrefix(s.URL, "http://")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free.Close()
	for _, row := range []struct {
		why, addr string
		on        bool
		lines     int
	}{
		{"another program", answer("nginx"), true, 1},
		{"the daemon", answer(`{"info":{"title":"ledpost"}}`), true, 0},
		{"nobody", free.Addr().String(), true, 0},
		{"off", answer("nginx"), false, 0},
	} {
		var cfg config.Config
		cfg.Awtrix.Enabled, cfg.Awtrix.Addr = row.on, row.addr
		lines := diagnosePorts(t.Context(), cfg)
		if len(lines) != row.lines {
			t.Errorf("%s: %+v", row.why, lines)
		}
		for _, l := range lines {
			if !strings.Contains(l.Text, portOf(row.addr)) || !strings.Contains(l.Text, "AWTRIX") || l.Fix == "" {
				t.Errorf("%s: %+v", row.why, l)
			}
		}
	}
}

func TestLose(t *testing.T) {
	var out strings.Builder
	lose(slog.New(slog.NewTextHandler(&out, nil)), lostPairing, ":443", &net.OpError{Op: "listen", Err: syscall.EADDRINUSE})
	if text := out.String(); !strings.Contains(text, "another program") || !strings.Contains(text, "port=443") || !strings.Contains(text, "pair") {
		t.Error(text)
	}
}
