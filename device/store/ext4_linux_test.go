// SPDX-License-Identifier: Apache-2.0

package store

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
)

// TestBlockPowerCut cuts a real file system off its disk while a store writes as
// fast as it can, 30 times: what was said to be written is there, nothing is
// broken, the device is the same, and no id comes again.
func TestBlockPowerCut(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	disk := durabletest.NewDisk(t)
	var identity device.Identity
	for run := range 30 {
		s, v := Open(durable.Dir(disk.Dir), Options{Log: quiet})
		if s.Fault() != nil {
			t.Fatal(s.Fault())
		}
		if run > 0 && v.Identity != identity {
			t.Fatalf("run %d: identity %v, want %v", run, v.Identity, identity)
		}
		identity = v.Identity
		restart := disk.Cut(time.Duration(20+7*run) * time.Millisecond)
		sure, tried, id := v, v, v.Reserved
		for s.Fault() == nil {
			next := tried
			next.Settings.Volume = (tried.Settings.Volume + 1) % 101
			id++
			next.Waiting = []device.SavedEntry{{ID: fmt.Sprint(id), Notification: note.Notification{
				Frames: []note.Frame{{Icon: picture(t, 3000, string(rune('a'+id%26)))}},
			}}}
			next.Reserved = id + device.Reserve
			if tried = next; s.put(next) {
				sure = next
			}
		}
		restart()
		log := &lines{}
		s, got := Open(durable.Dir(disk.Dir),
			Options{Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))})
		for _, line := range *log {
			if !strings.Contains(line, "safe mode") {
				t.Errorf("run %d: %s", run, line)
			}
		}
		if got.Settings.Volume != sure.Settings.Volume && got.Settings.Volume != tried.Settings.Volume {
			t.Errorf("run %d: volume %d, want %d or %d", run, got.Settings.Volume, sure.Settings.Volume, tried.Settings.Volume)
		}
		if len(sure.Waiting) > 0 &&
			(len(got.Waiting) != 1 || got.Waiting[0].ID != sure.Waiting[0].ID && got.Waiting[0].ID != tried.Waiting[0].ID) {
			t.Errorf("run %d: waiting are %+v", run, got.Waiting)
		}
		if got.Reserved <= id {
			t.Errorf("run %d: ids from %d, and %d was given out", run, got.Reserved, id)
		}
		if t.Failed() {
			return
		}
		s.Leave()
	}
}

// lines is what was logged.
type lines []string

func (l *lines) Write(p []byte) (int, error) {
	*l = append(*l, string(p))
	return len(p), nil
}
