// SPDX-License-Identifier: Apache-2.0

package config

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// dir is the folder.
func (k *Kept) dir() string { return filepath.Join(string(k.fs.(durable.Dir)), keptDir) }

// files returns what is in the folder.
func (k *Kept) files(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	list, _ := os.ReadDir(k.dir())
	for _, e := range list {
		text := must.Get(os.ReadFile(filepath.Join(k.dir(), e.Name())))(t)
		out[e.Name()] = string(text)
	}
	return out
}

// set makes files the content of a new folder.
func set(t *testing.T, files map[string]string) *Kept {
	t.Helper()
	k := NewKept(durable.Dir(t.TempDir()))
	must.Do(t, os.MkdirAll(k.dir(), 0o700))
	for name, text := range files {
		must.Do(t, os.WriteFile(filepath.Join(k.dir(), name), []byte(text), 0o600))
	}
	return k
}

// TestTrialOnDisk: whatever state the folder was left in, what a start begins with.
func TestTrialOnDisk(t *testing.T) {
	type files = map[string]string
	rows := []struct {
		name   string
		before files
		want   Start
		after  files
	}{
		{"nothing was ever written", files{}, Start{}, files{}},
		{"the last good one", files{goodFile: "a"}, Start{Own: []byte("a")}, files{goodFile: "a"}},
		{"a new one is tried, and marked", files{goodFile: "a", nextFile: "b"}, Start{Own: []byte("b"), Trial: true},
			files{goodFile: "a", trialFile: "b"}},
		{"the first one is tried", files{nextFile: "b"}, Start{Own: []byte("b"), Trial: true}, files{trialFile: "b"}},
		{"a power cut during the trial", files{goodFile: "a", trialFile: "b"}, Start{Own: []byte("a"), Broken: true},
			files{goodFile: "a", refusedFile: "b"}},
		{"a power cut during the first trial", files{trialFile: "b"}, Start{Broken: true}, files{refusedFile: "b"}},
		{"another one was written during the trial", files{goodFile: "a", trialFile: "b", nextFile: "c"},
			Start{Own: []byte("c"), Trial: true}, files{goodFile: "a", trialFile: "c", refusedFile: "b"}},
		{"after a trial that was refused", files{goodFile: "a", refusedFile: "b"}, Start{Own: []byte("a")},
			files{goodFile: "a", refusedFile: "b"}},
		{"an empty one is tried", files{goodFile: "a", nextFile: ""}, Start{Own: []byte{}, Trial: true},
			files{goodFile: "a", trialFile: ""}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			k := set(t, row.before)
			got, err := k.Begin()
			if err != nil || got.Trial != row.want.Trial || got.Broken != row.want.Broken ||
				!slices.Equal(got.Own, row.want.Own) {
				t.Errorf("%v: %+v, want %+v", err, got, row.want)
			}
			if after := k.files(t); !maps.Equal(after, row.after) {
				t.Errorf("on disk %v, want %v", after, row.after)
			}
		})
	}
}

// TestTrial: its steps.
func TestTrial(t *testing.T) {
	k := NewKept(durable.Dir(t.TempDir()))
	step := func(err error) {
		t.Helper()
		must.Do(t, err)
	}
	begin := func(own string, trial bool) {
		t.Helper()
		s, err := k.Begin()
		step(err)
		if string(s.Own) != own || s.Trial != trial || s.Broken {
			t.Errorf("%+v, want %q, on trial: %v", s, own, trial)
		}
	}
	step(k.Try([]byte("a")))
	begin("a", true)
	step(k.Confirm())
	begin("a", false)
	step(k.Try([]byte("b")))
	begin("b", true)
	step(k.Refuse())
	begin("a", false)
	if k.Confirm() == nil {
		t.Error("what is not on trial is confirmed")
	}
}

// TestFolderThatCannotBeUsed: the device starts all the same, with the last good one
// if it can be read.
func TestFolderThatCannotBeUsed(t *testing.T) {
	k := set(t, map[string]string{goodFile: "a", trialFile: "b", nextFile: "c"})
	must.Do(t, os.Mkdir(filepath.Join(k.dir(), refusedFile), 0o700))
	if s, err := k.Begin(); err == nil || string(s.Own) != "a" || s.Trial {
		t.Errorf("%+v, %v, want the last good one and an error", s, err)
	}
	k = NewKept(durable.Dir(t.TempDir()))
	must.Do(t, os.WriteFile(k.dir(), nil, 0o600))
	if s, err := k.Begin(); err == nil || s.Own != nil || s.Trial {
		t.Errorf("%+v, %v, want nothing and an error", s, err)
	}
	if err := k.Try([]byte("a")); err == nil {
		t.Error("it was kept where there is no folder")
	}
}

// A step is a call on a folder, and the files that lie in the folder before it.
type step struct {
	name  string
	files map[string]string
	do    func(*Kept) error
	sure  string // of the good one and of the one to be tried, what a start has once do has returned
}

var steps = []step{
	{"kept for a trial", map[string]string{goodFile: "good"}, func(k *Kept) error { return k.Try([]byte("new")) }, "new"},
	{"kept in place of another",
		map[string]string{goodFile: "good", nextFile: "next"}, func(k *Kept) error { return k.Try([]byte("new")) }, "new"},
	{"the start of a trial", map[string]string{goodFile: "good", nextFile: "new"}, func(k *Kept) error {
		_, err := k.Begin()
		return err
	}, "good"},
	{"kept without a trial",
		map[string]string{goodFile: "good"}, func(k *Kept) error { return k.Keep([]byte("new")) }, "new"},
	{"confirmed", map[string]string{goodFile: "good", trialFile: "new"}, (*Kept).Confirm, "new"},
	{"refused", map[string]string{goodFile: "good", trialFile: "new"}, (*Kept).Refuse, "good"},
}

func (s step) disk() *durabletest.Memory {
	m := durabletest.NewMemory()
	_, _ = m.Mkdir(keptDir)
	for name, text := range s.files {
		m.Set(keptDir+"/"+name, []byte(text))
	}
	return m
}

// check starts with what is on a disk: it has one of the configurations whole, the one
// that is sure once the step was done, and no other file.
func (s step) check(t *testing.T, why string, m durable.FS, done bool) {
	t.Helper()
	start, err := NewKept(m).Begin()
	got := string(start.Own)
	all := append(slices.Collect(maps.Values(s.files)), "new")
	if err != nil || !slices.Contains(all, got) || done && got != s.sure {
		t.Errorf("%s, done %v: %v, the start has %q", why, done, err, got)
	}
	if s.name == "kept without a trial" && (start.Trial || start.Broken) {
		t.Errorf("%s: the start has a trial: %+v", why, start)
	}
	if good, err := NewKept(m).Good(); err != nil || string(good) != "good" && string(good) != s.sure {
		t.Errorf("%s: the last good one is %q, %v", why, good, err)
	}
	names, _ := m.List(keptDir)
	if slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(n, durable.Half) }) {
		t.Errorf("%s: there are %v", why, names)
	}
}

// TestConfigurationSurvives a power cut after every call of every step of a trial, and
// the failure of every call.
func TestConfigurationSurvives(t *testing.T) {
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			for calls, done := 0, false; !done; calls++ {
				m := s.disk()
				m.Calls = calls
				done = s.do(NewKept(m)) == nil
				m.Cuts(func(why string, after *durabletest.Memory) {
					s.check(t, fmt.Sprintf("cut after %d calls, %s", calls, why), after, done)
				})
			}
			for way, fault := range map[string]error{"no space": syscall.ENOSPC, "input or output": syscall.EIO,
				"read-only": syscall.EROFS, "half a write": nil} {
				for _, last := range []int{0, 1 << 30} {
					s.faults(t, way, fault, last)
				}
			}
		})
	}
}

// faults lets every call of the step fail, with all up to last.
func (s step) faults(t *testing.T, way string, fault error, last int) {
	t.Helper()
	for at := 1; ; at++ {
		f := &durabletest.Faulty{FS: s.disk(), First: at, Last: max(at, last), Err: fault}
		done := s.do(NewKept(f)) == nil
		s.check(t, fmt.Sprintf("%s at call %d to %d", way, at, f.Last), f.FS, done)
		if f.Calls < at {
			break
		}
	}
}
