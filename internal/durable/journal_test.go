// SPDX-License-Identifier: Apache-2.0

package durable_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// changes are a change of each kind, and oldFiles and newFiles the files before and after.
var (
	changes = []durable.Change{
		{Name: "settings.json", Old: []byte("old settings"), New: []byte("new settings")},
		{Name: "key", Old: []byte("old key"), New: []byte("new key")},
		{Name: "icons/door.png", New: []byte("new door")},
		{Name: "icons/sun.gif", Old: []byte("old sun")},
		{Name: "config/config.toml", Old: []byte("old"), New: []byte("old")},
		{Name: "config/next.toml", New: []byte("next")},
		{Name: "icons/never.gif"},
	}
	oldFiles = map[string]string{"queue.json": "queue", "settings.json": "old settings", "key": "old key",
		"icons/sun.gif": "old sun", "config/config.toml": "old"}
	newFiles = map[string]string{"queue.json": "queue", "settings.json": "new settings", "key": "new key",
		"icons/door.png": "new door", "config/config.toml": "old", "config/next.toml": "next"}
)

func oldDevice() *durabletest.Memory {
	m := durabletest.NewMemory()
	_, _ = m.Mkdir("icons")
	_, _ = m.Mkdir("config")
	for name, text := range oldFiles {
		m.Set(name, []byte(text))
	}
	return m
}

func files(m *durabletest.Memory) map[string]string {
	all := map[string]string{}
	for name, text := range m.Contents() {
		if !strings.HasSuffix(name, "/") {
			all[name] = string(text)
		}
	}
	return all
}

func yes() bool { return true }
func no() bool  { return false }

// replayed is what a start with Replay makes of what a power cut has left.
func replayed(t *testing.T, why string, m *durabletest.Memory, goesOn func() bool) map[string]string {
	t.Helper()
	j := durable.Journal{FS: m}
	if err := j.Replay(goesOn); err != nil {
		t.Errorf("%s: %v", why, err)
	}
	got := files(m)
	maps.DeleteFunc(got, func(name, _ string) bool { return j.Trial() && strings.HasPrefix(name, "restore") })
	return got
}

// steps cuts the power after every call of what, and hands out everything that may be
// left. done is whether what had returned without an error.
func steps(
	base *durabletest.Memory, what func(durable.FS) error, f func(why string, after *durabletest.Memory, done bool),
) (calls int) {
	for cut, done := 0, false; !done; cut++ {
		m := base.Settled()
		m.Calls = cut
		done = what(m) == nil
		m.Cuts(func(why string, after *durabletest.Memory) {
			f(fmt.Sprintf("cut after %d calls, %s", cut, why), after, done)
		})
		calls = cut
	}
	return calls
}

func commit(trial bool) func(durable.FS) error {
	return func(fs durable.FS) error { return (&durable.Journal{FS: fs}).Commit(changes, trial) }
}

func replay(goesOn func() bool) func(durable.FS) error {
	return func(fs durable.FS) error { return (&durable.Journal{FS: fs}).Replay(goesOn) }
}

// TestChangeIsOne cuts the power after every call of Commit, and after every call of
// the Replay that follows, and again during the one after that: there are the old
// files or the new ones, and once Commit has returned the new ones.
func TestChangeIsOne(t *testing.T) {
	calls := steps(oldDevice(), commit(false), func(why string, after *durabletest.Memory, done bool) {
		got := replayed(t, why, after, yes)
		if !maps.Equal(got, newFiles) && (done || !maps.Equal(got, oldFiles)) {
			t.Errorf("%s, committed %v: %v", why, done, got)
		}
	})
	decided := oldDevice()
	must.Do(t, commit(false)(decided))
	calls += steps(decided, replay(yes), func(why string, after *durabletest.Memory, _ bool) {
		steps(after, replay(yes), func(again string, after *durabletest.Memory, _ bool) {
			if got := replayed(t, why, after, yes); !maps.Equal(got, newFiles) {
				t.Errorf("%s, then %s: %v", why, again, got)
			}
		})
	})
	if t.Logf("%d calls", calls); calls < 40 {
		t.Errorf("only %d calls", calls)
	}
}

// trying is a device on trial.
func trying(t *testing.T) *durabletest.Memory {
	t.Helper()
	m := oldDevice()
	j := durable.Journal{FS: m}
	if err := errors.Join(j.Commit(changes, true), j.Replay(yes)); err != nil || !j.Trial() {
		t.Fatal(err)
	}
	return m.Settled()
}

// TestTrialEnds cuts the power after every call of the Replay that takes a change back,
// and of Keep: the first leaves the old files, the second the old or the new ones, and
// once it has returned the new ones.
func TestTrialEnds(t *testing.T) {
	if got := replayed(t, "on trial", trying(t), yes); !maps.Equal(got, newFiles) {
		t.Errorf("on trial there are %v", got)
	}
	taken := maps.Clone(oldFiles) // the trial has ended: its configuration has gone
	steps(trying(t), replay(no), func(why string, after *durabletest.Memory, _ bool) {
		if got := replayed(t, why, after, no); !maps.Equal(got, taken) {
			t.Errorf("taken back, %s: %v", why, got)
		}
	})
	keep := func(fs durable.FS) error { return (&durable.Journal{FS: fs}).Keep() }
	steps(trying(t), keep, func(why string, after *durabletest.Memory, done bool) {
		got := replayed(t, why, after, no)
		if !maps.Equal(got, newFiles) && (done || !maps.Equal(got, taken)) {
			t.Errorf("kept %v, %s: %v", done, why, got)
		}
	})
}

// TestChangeWithFaults: with every call failing in turn in every way, once and from then
// on, Commit says so, and what it has promised is there when calls work again.
func TestChangeWithFaults(t *testing.T) {
	for way, fault := range map[string]error{"no space": syscall.ENOSPC, "input or output": syscall.EIO,
		"read-only": syscall.EROFS, "half a write": nil} {
		for _, stays := range []int{0, 1 << 30} {
			for at := 1; ; at++ {
				m := oldDevice()
				f := &durabletest.Faulty{FS: m, First: at, Last: at + stays, Err: fault}
				failed := commit(false)(f)
				_ = replay(yes)(f)
				if f.Calls < at {
					break
				}
				f.First = 1 << 30
				why := fmt.Sprintf("%s at call %d, stays for %d", way, at, stays)
				got := replayed(t, why, m, yes)
				stuck := failed != nil && stays > 0 && maps.Equal(got, newFiles) // the commit itself could not be taken back
				if want := map[bool]map[string]string{true: oldFiles, false: newFiles}[failed != nil]; !maps.Equal(got, want) &&
					!stuck {
					t.Errorf("%s: Commit: %v, and there are %v", why, failed, got)
				}
			}
		}
	}
}

// TestOneChangeAtATime: a second one is refused until the first has ended.
func TestOneChangeAtATime(t *testing.T) {
	m := trying(t)
	j := durable.Journal{FS: m}
	if err := j.Commit(changes[:1], false); !errors.Is(err, durable.ErrPending) {
		t.Errorf("during a trial: %v", err)
	}
	must.Do(t, errors.Join(j.Keep(), j.Commit(changes[:1], false)))
	if err := j.Commit(changes[:1], false); !errors.Is(err, durable.ErrPending) {
		t.Errorf("before Replay: %v", err)
	}
}

// TestBack: what Back returns comes back, also if the power goes meanwhile.
func TestBack(t *testing.T) {
	back := func(name string, old []byte) []byte {
		if name == "key" && !bytes.HasSuffix(old, []byte("+")) {
			return append(slices.Clone(old), '+')
		}
		return old
	}
	want := maps.Clone(oldFiles)
	want["key"] = "old key+"
	steps(trying(t), func(fs durable.FS) error { return (&durable.Journal{FS: fs, Back: back}).Replay(no) },
		func(why string, after *durabletest.Memory, _ bool) {
			if err := (&durable.Journal{FS: after, Back: back}).Replay(no); err != nil || !maps.Equal(files(after), want) {
				t.Errorf("%s: %v, %v", why, err, files(after))
			}
		})
}

// TestForeignJournal: a list that is none is an error, and changes nothing.
func TestForeignJournal(t *testing.T) {
	for _, name := range []string{"restore.json", "restored.json"} {
		m := oldDevice()
		m.Set(name, []byte("{"))
		err := (&durable.Journal{FS: m}).Replay(no)
		if err == nil || !strings.Contains(err.Error(), name) || files(m)["key"] != "old key" {
			t.Errorf("%s: %v, %v", name, err, files(m))
		}
	}
}
