// SPDX-License-Identifier: Apache-2.0

package durable_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
)

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "state.json")
	must.Do(t, durable.Replace(name, []byte("old"), 0o600))
	must.Do(t, durable.Replace(name, []byte("new"), 0o640))
	must.Equal(t, string(must.Get(os.ReadFile(name))(t)), "new", "the file has")
	if mode := must.Get(os.Stat(name))(t).Mode().Perm(); runtime.GOOS != "windows" && mode&^0o640 != 0 {
		t.Errorf("the file has the mode %v", mode)
	}
	if left := must.Get(os.ReadDir(dir))(t); len(left) != 1 {
		t.Errorf("beside the file are %v", left)
	}
	if err := durable.Replace(filepath.Join(dir, "missing", "state.json"), nil, 0o600); err == nil {
		t.Error("a file in a missing folder was written")
	}
}

// TestDraft: until it is put in place a draft changes nothing, and a draft that is given up leaves
// nothing.
func TestDraft(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "sound.wav")
	must.Do(t, os.WriteFile(name, []byte("old"), 0o600))
	first, second := must.Get(durable.Begin(name, 0o600))(t), must.Get(durable.Begin(name, 0o600))(t)
	must.Get(first.WriteString("first"))(t)
	must.Get(second.WriteString("second"))(t)
	must.Equal(t, string(must.Get(os.ReadFile(name))(t)), "old", "a draft has changed the file to")
	must.Do(t, first.Replace())
	first.Cleanup()
	second.Cleanup()
	must.Equal(t, string(must.Get(os.ReadFile(name))(t)), "first", "the file has")
	if left := must.Get(os.ReadDir(dir))(t); len(left) != 1 {
		t.Errorf("beside the file are %v", left)
	}
}
