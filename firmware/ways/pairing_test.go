// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"bytes"
	"log/slog"
	"net"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestPairingPort: one that cannot be had is said once, and the device goes on;
// where only this machine can come nothing listens.
func TestPairingPort(t *testing.T) {
	taken := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	for _, c := range []struct {
		name, plain, addr string
		listens           bool
		lines             int
	}{
		{"free", ":0", "127.0.0.1:0", true, 0},
		{"taken", ":0", taken.Addr().String(), false, 1},
		{"off", ":0", "", false, 0},
		{"on this machine only", "127.0.0.1:0", "127.0.0.1:0", false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			plain := must.Get(net.Listen("tcp", c.plain))(t)
			var log bytes.Buffer
			l := &Listeners{plain: plain}
			l.pair = l.more(c.addr, lostPairing, slog.New(slog.NewTextHandler(&log, nil)))
			if (l.pair != nil) != c.listens || strings.Count(log.String(), "\n") != c.lines {
				t.Errorf("%v %s", l.pair, log.String())
			}
			if err := l.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
