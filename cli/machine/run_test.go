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
	"github.com/ledpost/ledpost/firmware/host"
	"github.com/ledpost/ledpost/internal/must"
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
		if _, err := room.Said(t, append([]string{"run"}, args...)...); err == nil || command.ExitCode(err) != 2 ||
			!strings.Contains(err.Error(), row.want) {
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
		over <- room.Run(ctx, []string{"run", "--http", "127.0.0.1:0", "--https", "", "--size", "16x16", "--config", none},
			command.Streams{Out: out, Err: io.Discard})
	}()
	select {
	case <-out.first:
	case err := <-over:
		t.Fatal(err)
	case <-time.After(time.Minute):
		t.Fatal("it says nothing")
	}
	cancel()
	must.Do(t, <-over)
	if !strings.HasPrefix(out.text.String(), "Page:  http://localhost:") {
		t.Errorf("it says %q", out.text.String())
	}
	if _, err := os.Stat(filepath.Join(data, "key")); err != nil {
		t.Error(err)
	}
}

// room is what the tests run.
var room = commandtest.Room(Commands())

func TestMemoryLimit(t *testing.T) {
	for _, row := range []struct {
		why                  string
		machine, group, want int64
	}{
		{"unknown", 0, 0, 0},
		{"a machine alone", 512, 0, 256},
		{"a group that has most of it", 512, 400, 256},
		{"a group that has less", 512, 200, 150},
		{"a group alone", 0, 200, 150},
	} {
		must.Equal(t, memoryLimit(row.machine, row.group), row.want, row.why)
	}
}

// TestProcess: how a device uses the machine, and that whoever set it otherwise wins.
func TestProcess(t *testing.T) {
	percent := debug.SetGCPercent(100)
	defer debug.SetGCPercent(percent)
	for _, row := range []struct{ before, begins int }{
		{100, startPercent}, {0, startPercent}, {startPercent, startPercent}, {startPercent + 1, startPercent + 1}, {-1, -1},
	} {
		debug.SetGCPercent(row.before)
		usual := collectRarely()
		begins := debug.SetGCPercent(row.before)
		debug.SetGCPercent(begins)
		usual()
		if ends := debug.SetGCPercent(100); begins != row.begins || ends != row.before {
			t.Errorf("GOGC=%d: %d at the start, %d after it; want %d, %d", row.before, begins, ends, row.begins, row.before)
		}
	}
	processors := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(processors)
	if spareProcessor(); runtime.GOMAXPROCS(0) != processors+1 {
		t.Errorf("%d threads run at once, want %d", runtime.GOMAXPROCS(0), processors+1)
	}
	limit := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(limit)
	t.Setenv("GOMEMLIMIT", "1GiB")
	if limitMemory(); debug.SetMemoryLimit(-1) != limit {
		t.Error("GOMEMLIMIT does not take precedence")
	}
	t.Setenv("GOMEMLIMIT", "")
	want := memoryLimit(host.Memory())
	if want == 0 {
		t.Skip("the memory of this machine is not known")
	}
	if limitMemory(); debug.SetMemoryLimit(-1) != want {
		t.Errorf("the limit is %d bytes, want %d", debug.SetMemoryLimit(-1), want)
	}
}
