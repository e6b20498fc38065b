// SPDX-License-Identifier: Apache-2.0

package durable_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

const name = "config/next.toml"

// before is a file system with the old content of the file.
func before() *durabletest.Memory {
	m := durabletest.NewMemory()
	_, _ = m.Mkdir("config")
	m.Set(name, []byte("old"))
	return m
}

// TestPowerCut cuts the power after every call of Write: the old content is there or
// the new one, after Write has returned the new one, and Tidy leaves that file only.
func TestPowerCut(t *testing.T) {
	for cut, done := 0, false; !done; cut++ {
		m := before()
		m.Calls = cut
		done = durable.Write(m, name, []byte("new content")) == nil
		m.Cuts(func(why string, after *durabletest.Memory) {
			if got := string(after.Contents()[name]); got != "new content" && (got != "old" || done) {
				t.Errorf("cut after %d calls, %s: %q", cut, why, got)
			}
			alone(t, fmt.Sprintf("cut after %d calls, %s", cut, why), after)
		})
	}
}

// alone checks that Tidy leaves nothing but the file.
func alone(t *testing.T, why string, fs durable.FS) {
	t.Helper()
	durable.Tidy(fs, "config")
	if names, err := fs.List("config"); err != nil || !slices.Equal(names, []string{"next.toml"}) {
		t.Errorf("%s: after Tidy there are %v, %v", why, names, err)
	}
}

// TestEveryCallFails: with every call of Write failing in turn in every way, Write says
// so, and the file has the old content or the new one.
func TestEveryCallFails(t *testing.T) {
	for way, err := range map[string]error{"no space": syscall.ENOSPC, "input or output": syscall.EIO,
		"half a write": nil} {
		for at := 1; ; at++ {
			f := &durabletest.Faulty{FS: before(), First: at, Last: 1 << 30, Err: err}
			failed := durable.Write(f, name, []byte("new content")) != nil
			if f.Calls < at || err == nil && !failed { // a silent fault of another call than a write
				break
			}
			f.First = 1 << 30
			got, _ := f.Read(name, 100)
			if !failed || string(got) != "old" && string(got) != "new content" {
				t.Errorf("%s at call %d: failed %v, %q", way, at, failed, got)
			}
			alone(t, way, f)
		}
	}
}

// TestWriteFile makes the directory; an error names the file and leaves nothing.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a", "b", "key")
	must.Do(t, durable.WriteFile(path, []byte("secret")))
	info, err := os.Stat(path)
	if got, _ := os.ReadFile(path); err != nil || string(got) != "secret" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v", got, info.Mode(), err)
	}
	must.Do(t, os.Mkdir(filepath.Join(dir, "folder"), 0o700))
	must.Fail(t, durable.WriteFile(filepath.Join(dir, "folder"), nil), "folder", "a directory is replaced by a file")
	if names, _ := durable.Dir(dir).List("."); len(names) != 2 {
		t.Errorf("%v", names)
	}
}

// TestTidy: what this version and earlier ones have left is removed, and nothing else.
func TestTidy(t *testing.T) {
	dir := durable.Dir(t.TempDir())
	left := []string{"key.tmp", "door.png.tmp", "2867.tmp", ".key4", ".keys.json12345", ".cert.pem7", ".next.toml99",
		".door.gif1", ".28671234"}
	ours := []string{"key", "door.png", ".profile", ".door.png", "2867", "a.json1", ".door.png1a", "tmp"}
	for _, n := range append(left, ours...) {
		must.Do(t, os.WriteFile(filepath.Join(string(dir), n), nil, 0o600))
	}
	durable.Tidy(dir, ".")
	names, err := dir.List(".")
	slices.Sort(names)
	slices.Sort(ours)
	if err != nil || !slices.Equal(names, ours) {
		t.Errorf("%v, %v, want %v", names, err, ours)
	}
}
