// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/config"
)

// TestRunFlags: a device does not start with what cannot be, and the flags count for more
// than the configuration.
func TestRunFlags(t *testing.T) {
	commandtest.Home(t)
	file := commandtest.File(t, "config.toml", "[panel]\ndriver = \"max7219\"\n")
	none := commandtest.File(t, "none.toml", "")
	for _, row := range []struct{ args, want string }{
		{"x", `unexpected argument "x"`},
		{"--log loud", `--log "loud"`},
		{"--http 8080", "--http"},
		{"--https 4343", "--https"},
		{"--panel tube", "--panel"},
		{"--size 37x7", `size "37x7"`},
		{"--config " + file + " --size 37x8", "--size is for the simulator; the configured panel has 37x8"},
	} {
		args := strings.Fields(row.args)
		if !strings.Contains(row.args, "--config") {
			args = append(args, "--config", none)
		}
		if _, err := room.Said(t, append([]string{"run"}, args...)...); err == nil || command.ExitCode(err) != 2 || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v, want %q", row.args, err, row.want)
		}
	}
	cfg := config.Default()
	c := &runCmd{size: "64x32"}
	if size, err := c.simulated(cfg); err != nil || size.X != 64 || size.Y != 32 {
		t.Errorf("%v, %v", size, err)
	}
}

// printed is what a device writes, and a channel that tells of the first line.
type printed struct {
	mu    sync.Mutex // the device writes, the test reads
	text  bytes.Buffer
	first chan struct{}
}

func (p *printed) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.text.Len() == 0 {
		close(p.first)
	}
	return p.text.Write(b)
}

// TestRunCommand runs a device until it is ended: it says where it is and keeps its key.
func TestRunCommand(t *testing.T) {
	percent, limit, processors := debug.SetGCPercent(100), debug.SetMemoryLimit(-1), runtime.GOMAXPROCS(0)
	defer func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
		runtime.GOMAXPROCS(processors)
	}()
	data := commandtest.Home(t)
	none := commandtest.File(t, "none.toml", "")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, over := &printed{first: make(chan struct{})}, make(chan error, 1)
	go func() {
		over <- room.Run(ctx, []string{"run", "--http", "127.0.0.1:0", "--https", "", "--size", "16x16", "--config", none}, command.Streams{Out: out, Err: io.Discard})
	}()
	select {
	case <-out.first:
	case err := <-over:
		t.Fatal(err)
	case <-time.After(time.Minute):
		t.Fatal("it says nothing")
	}
	cancel()
	if err := <-over; err != nil {
		t.Error(err)
	}
	if !strings.HasPrefix(out.text.String(), "Page:  http://localhost:") {
		t.Errorf("it says %q", out.text.String())
	}
	if _, err := os.Stat(filepath.Join(data, "key")); err != nil {
		t.Error(err)
	}
}

// room is what the tests run.
var room = commandtest.Room(Commands())
