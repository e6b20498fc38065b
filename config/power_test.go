// SPDX-License-Identifier: Apache-2.0

package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
)

// A step is a call on the folder with what is there before it.
type step struct {
	name  string
	files map[string]string
	do    func(*Kept) error
	sure  string // of the good one and of the one to be tried, what a start has once do has returned
}

var steps = []step{
	{"kept for a trial", map[string]string{goodFile: "good"}, func(k *Kept) error { return k.Try([]byte("new")) }, "new"},
	{"kept in place of another", map[string]string{goodFile: "good", nextFile: "next"}, func(k *Kept) error { return k.Try([]byte("new")) }, "new"},
	{"the start of a trial", map[string]string{goodFile: "good", nextFile: "new"}, func(k *Kept) error { _, err := k.Begin(); return err }, "good"},
	{"kept without a trial", map[string]string{goodFile: "good"}, func(k *Kept) error { return k.Keep([]byte("new")) }, "new"},
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
			for way, fault := range map[string]error{"no space": syscall.ENOSPC, "input or output": syscall.EIO, "read-only": syscall.EROFS, "half a write": nil} {
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
