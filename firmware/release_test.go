// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"io"
	"log/slog"
	"net"
	"testing"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/must"
)

// TestRelease: a device that cannot start closes its ports, so that the next start has them.
func TestRelease(t *testing.T) {
	cfg := config.Default()
	cfg.HTTP = config.HTTP{Addr: "127.0.0.1:0"}
	a := &appliance{Options: Options{Out: io.Discard, Log: slog.New(slog.DiscardHandler)}, Config: cfg}
	must.Do(t, a.openPorts())
	must.Do(t, a.openHardware())
	if err := a.release(); err != nil {
		t.Error(err)
	}
	again, err := net.Listen("tcp", a.listeners.Self()[len("http://"):])
	if err != nil {
		t.Fatal("the port is still open:", err)
	}
	again.Close()
	if err := (&appliance{}).release(); err != nil {
		t.Error("nothing was opened:", err)
	}
}
