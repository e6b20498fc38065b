// SPDX-License-Identifier: Apache-2.0

package store

import (
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// shutdown stops a file system at once, as a power cut does: nothing that is
// only in memory, the journal's part of it included, goes to the disk any more
// (linux, include/uapi/linux/fs.h: EXT4_IOC_SHUTDOWN, NOLOGFLUSH).
func shutdown(dir string) error {
	const ioctl, noLogFlush = 0x8004587d, 2
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	flags := uint32(noLogFlush)
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, d.Fd(), ioctl, uintptr(unsafe.Pointer(&flags)))
	runtime.KeepAlive(&flags)
	if errno != 0 {
		return errno
	}
	return nil
}

// loop is a directory on a file system of its own, in a file. It skips the test
// where that is not granted.
func loop(t *testing.T) (dir string, mount func(), unmount func()) {
	t.Helper()
	image, dir := filepath.Join(t.TempDir(), "image"), t.TempDir()
	must.Do(t, os.WriteFile(image, nil, 0o600))
	must.Do(t, os.Truncate(image, 16<<20))
	if out, err := exec.Command(testtool.Find(t, "mkfs.ext4"), "-q", "-F", image).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	try := func() error {
		out, err := exec.Command(testtool.Find(t, "mount"), "-o", "loop,commit=1", image, dir).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(out)))
		}
		return nil
	}
	if err := try(); err != nil {
		t.Skipf("this machine grants no file system on a loop device: %v", err)
	}
	unmount = func() { _ = syscall.Unmount(dir, 0) }
	t.Cleanup(func() { _ = syscall.Unmount(dir, unix.MNT_DETACH) })
	return dir, func() {
		must.Do(t, try())
	}, unmount
}

// TestBlockPowerCut cuts a real file system off its disk while a store writes as
// fast as it can, 30 times: what was said to be written is there, nothing is
// broken, the device is the same, and no id comes again.
func TestBlockPowerCut(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	dir, mount, unmount := loop(t)
	var identity device.Identity
	for run := range 30 {
		s, v := Open(durable.Dir(dir), Options{Log: quiet})
		if s.Fault() != nil {
			t.Fatal(s.Fault())
		}
		if run > 0 && v.Identity != identity {
			t.Fatalf("run %d: identity %v, want %v", run, v.Identity, identity)
		}
		identity = v.Identity
		cut := make(chan error, 1)
		time.AfterFunc(time.Duration(20+7*run)*time.Millisecond, func() { cut <- shutdown(dir) })
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
		if err := <-cut; err != nil {
			t.Skipf("this kernel cannot cut a file system off: %v", err)
		}
		unmount()
		mount()
		log := &lines{}
		s, got := Open(durable.Dir(dir),
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
