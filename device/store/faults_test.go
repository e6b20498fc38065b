// SPDX-License-Identifier: Apache-2.0

package store

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestEveryCallFails: a start, four saves and an end, with every call failing in
// turn in every way, alone or with all that come after it. The program runs on;
// once calls work again, all is saved; until then what was saved is there.
func TestEveryCallFails(t *testing.T) {
	ways := map[string]error{
		"no space": syscall.ENOSPC, "input or output": syscall.EIO, "read-only": syscall.EROFS,
		"not permitted": syscall.EPERM, "half a write": nil,
	}
	if testing.Short() { // one that says so, and one that does not
		ways = map[string]error{"no space": syscall.ENOSPC, "half a write": nil}
	}
	base := durabletest.NewMemory()
	_, first := open(t, base)
	var mu sync.Mutex
	runs, seen := 0, map[string]bool{}
	t.Run("ways", func(t *testing.T) {
		for name, err := range ways {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				n, kinds := 0, map[string]bool{}
				for _, stays := range []int{0, 5, 1 << 30} {
					for at := 1; ; at++ {
						n++
						f := &durabletest.Faulty{FS: base.Settled(), First: at, Last: at + stays, Err: err, Seen: kinds}
						if !failing(t, fmt.Sprintf("%s at call %d, stays for %d", name, at, stays), f, first) {
							break
						}
					}
				}
				mu.Lock()
				defer mu.Unlock()
				runs += n
				maps.Copy(seen, kinds)
			})
		}
	})
	t.Logf("%d runs", runs)
	for _, call := range durabletest.Calls {
		if !seen[call] {
			t.Errorf("no %s has failed", call)
		}
	}
}

// failing is a run with f. It reports whether the run came to the fault.
func failing(t *testing.T, why string, f *durabletest.Faulty, first device.Saved) (came bool) {
	t.Helper()
	s, v := open(t, f)
	unfit := s.Fault() != nil
	stranger := v.Identity != first.Identity
	if stranger && !unfit {
		t.Errorf("%s: another identity", why)
	}
	all, sure := versions(t, v), -1
	for i, n := range all {
		if s.put(n) {
			sure = i
		}
	}
	came = f.Calls >= f.First
	if came && unfit && v.Reserved < 1<<30 {
		t.Errorf("%s: nothing is reserved, and ids begin at %d", why, v.Reserved)
	}
	s2, got := open(t, f.FS)
	if got.Identity != first.Identity || s2.Fault() != nil {
		t.Errorf("%s: after a restart the identity is %v (%v)", why, got.Identity, s2.Fault())
	}
	if volume := got.Settings.Volume - 10; sure >= 0 && volume < sure {
		t.Errorf("%s: settings %d were written, after a restart there are %d", why, sure, volume)
	}
	if sure == len(all)-1 &&
		(len(got.Waiting) != 1 || got.Waiting[0].ID != all[sure].Waiting[0].ID ||
			got.Waiting[0].Notification.Frames[0].Icon == lost) {
		t.Errorf("%s: after a restart the queue is %+v", why, got.Waiting)
	}
	f.First = math.MaxInt // all is well again
	last := all[len(all)-1]
	last.Reserved = got.Reserved
	if !s.put(last) == !stranger || (s.Fault() != nil) != stranger {
		t.Errorf("%s: it does not save again: %v", why, s.Fault())
	}
	if _, got := open(t, f.FS); got.Settings.Volume != last.Settings.Volume || got.Identity != first.Identity {
		t.Errorf("%s: when all is well again, %d is saved (%v)", why, got.Settings.Volume, got.Identity)
	}
	return came
}

// TestNoDisk: every file system on which nothing can be done at all gives a
// device that runs, with what can be read.
func TestNoDisk(t *testing.T) {
	base := durabletest.NewMemory()
	s, v := open(t, base)
	end(t, s, full(t, v))
	rows := []struct {
		name string
		err  error
		fail []string // calls
	}{
		{"a card that went read-only", syscall.EROFS, []string{"create", "rename", "remove", "write", "sync"}},
		{"a full card", syscall.ENOSPC, []string{"write"}},
		{"a full card without room for a name", syscall.ENOSPC, []string{"create"}},
		{"a card that cannot sync", syscall.EIO, []string{"sync", "sync directory"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s, got := open(t, &only{base.Settled(), row.err, row.fail})
			if s.Fault() == nil || s.Unsaved() <= 0 {
				t.Errorf("fault %v, unsaved %v: it is not said", s.Fault(), s.Unsaved())
			}
			if got.Identity != v.Identity || got.Settings.Volume != 7 || len(got.Waiting) != 3 {
				t.Errorf("it starts with %+v", got)
			}
		})
	}
}

// only is faulty for some calls.
type only struct {
	durable.FS
	err   error
	calls []string
}

func (o *only) Create(name string) (durable.File, error) {
	if slices.Contains(o.calls, "create") {
		return nil, o.err
	}
	file, err := o.FS.Create(name)
	return &onlyFile{file, o}, err
}

func (o *only) Rename(from, to string) error {
	if slices.Contains(o.calls, "rename") {
		return o.err
	}
	return o.FS.Rename(from, to)
}

func (o *only) Remove(name string) error {
	if slices.Contains(o.calls, "remove") {
		return o.err
	}
	return o.FS.Remove(name)
}

func (o *only) Sync(name string) error {
	if slices.Contains(o.calls, "sync directory") {
		return o.err
	}
	return o.FS.Sync(name)
}

type onlyFile struct {
	durable.File
	o *only
}

func (f *onlyFile) Write(p []byte) (int, error) {
	if slices.Contains(f.o.calls, "write") {
		return 0, f.o.err
	}
	return f.File.Write(p)
}

func (f *onlyFile) Sync() error {
	if slices.Contains(f.o.calls, "sync") {
		return f.o.err
	}
	return f.File.Sync()
}

// TestBroken: each file broken in its own way, with and without the one before.
// The identity stays as long as one copy of it can be read, and a fault in one
// file, or in one field, costs that.
func TestBroken(t *testing.T) {
	rows := []struct {
		name, file, content string
		both                bool // also the one before
		lost                string
	}{
		{"settings, cut in half: those before", settingsName, `{"version":2,"settings":{"volume":7`, false, "settings"},
		{"settings, both", settingsName, ``, true, "settings"},
		{"a volume of 101, both", settingsName, `{"version":2,"settings":{"brightness":33,"volume":101}}`, true, "volume"},
		{"an unknown mode, both", settingsName,
			`{"version":9,"settings":{"brightness":33,"volume":7,"mode":"party","new":{"a":[1]}}}`, true, ""},
		{"a time as a list, both", settingsName,
			`{"version":2,"settings":{"brightness":33,"volume":7,"screensaver":{"start":[1]}}}`, true, ""},
		{"a list of settings, both", settingsName, `{"version":2,"settings":[{"volume":7}]}`, true, "settings"},
		{"the queue, both", queueName, "\x00\x00\x00\x00", true, "queue"},
		{"ended notifications, both copies", endedName, `null`, true, ""},
		{"apps, both", appsName, `[]`, true, ""},
		{"identity", identityName, ``, false, ""},
		{"identity, both", identityName, ``, true, ""},
		{"identity", deviceName, ``, false, ""},
		{"identity, a serial that cannot be", identityName,
			`{"version":2,"identity":{"id":"1","serial":"a b","uuid":7},"reserved":-1}`, false, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			dir := t.TempDir()
			s, v := open(t, durable.Dir(dir))
			want := full(t, v)
			end(t, s, want)
			s, got := open(t, durable.Dir(dir)) // now there is one before each
			end(t, s, full(t, got))
			for _, name := range []string{row.file, row.file + before} {
				if name == row.file || row.both {
					must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(row.content), 0o600))
				}
			}
			s, got = open(t, durable.Dir(dir))
			if got.Identity.Serial != v.Identity.Serial || got.Identity.UUID != v.Identity.UUID || s.Fault() != nil {
				t.Errorf("the identity is %+v, want %+v (%v)", got.Identity, v.Identity, s.Fault())
			}
			if got.Reserved < want.Reserved {
				t.Errorf("ids begin at %d, and those below %d are in use", got.Reserved, want.Reserved)
			}
			if (got.Settings.Volume != 7) != (row.lost == "volume" || row.lost == "settings") ||
				(got.Settings.Brightness != 33) != (row.lost == "settings") {
				t.Errorf("volume %d, brightness %d", got.Settings.Volume, got.Settings.Brightness)
			}
			if (len(got.Waiting) != 3) != (row.lost == "queue") {
				t.Errorf("%d wait", len(got.Waiting))
			}
			bads, _ := filepath.Glob(filepath.Join(dir, "*"+bad))
			if whole := strings.HasPrefix(row.content, "{") && strings.HasSuffix(row.content, "}"); (len(bads) > 0) == whole {
				t.Errorf("set aside are %v", bads)
			}
		})
	}
}
