// SPDX-License-Identifier: Apache-2.0

//go:build unix

package bounded

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// hostile returns a folder with a file "other", and its root.
func hostile(t *testing.T) (dir string, root *os.Root) {
	t.Helper()
	dir = t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "other"), []byte("other"), 0o600))
	root = must.Get(os.OpenRoot(dir))(t)
	t.Cleanup(func() { root.Close() })
	return dir, root
}

// TestOpen: regular files are opened, and nothing else is, or is waited for.
func TestOpen(t *testing.T) {
	for _, row := range []struct {
		why  string
		make func(at string) error
		err  error
	}{
		{"a file", func(at string) error { return os.WriteFile(at, []byte("a"), 0o600) }, nil},
		{"nothing", func(string) error { return nil }, fs.ErrNotExist},
		{"a link to a file beside it", func(at string) error { return os.Symlink("other", at) }, ErrNotPlain},
		{"a link out of the folder", func(at string) error { return os.Symlink("/etc/hostname", at) }, ErrNotPlain},
		{"a link to nothing", func(at string) error { return os.Symlink("none", at) }, ErrNotPlain},
		{"a pipe that nobody writes to", func(at string) error { return syscall.Mkfifo(at, 0o600) }, ErrNotPlain},
		{"a folder", func(at string) error { return os.Mkdir(at, 0o700) }, ErrNotPlain},
	} {
		for _, flag := range []int{os.O_RDONLY, os.O_RDWR} {
			dir, root := hostile(t)
			must.Do(t, row.make(filepath.Join(dir, "x")))
			f, info, err := Open(root, "x", flag)
			if !errors.Is(err, row.err) || (err == nil) != (f != nil && info != nil) {
				t.Errorf("%s: %v, want %v", row.why, err, row.err)
			}
			if f != nil {
				f.Close()
			}
		}
	}
}

// TestOpenWhileReplaced: whoever swaps the file for a link and back gets no other file opened.
func TestOpenWhileReplaced(t *testing.T) {
	dir, root := hostile(t)
	for _, f := range []func() error{
		func() error { return os.WriteFile(filepath.Join(dir, "mine"), []byte("mine"), 0o600) },
		func() error { return os.Symlink("other", filepath.Join(dir, "link")) },
		func() error { return os.Link(filepath.Join(dir, "mine"), filepath.Join(dir, "x")) },
	} {
		must.Do(t, f())
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for i := 0; ; i++ {
			select {
			case <-end:
				return
			default:
			}
			next := []string{"link", "mine"}[i%2]
			_ = os.Link(filepath.Join(dir, next), filepath.Join(dir, "next"))
			_ = os.Rename(filepath.Join(dir, "next"), filepath.Join(dir, "x"))
			_ = os.Remove(filepath.Join(dir, "next")) // rename does nothing to names of one file
		}
	}()
	opened, refused := 0, 0
	for opened < 2000 || refused == 0 {
		f, _, err := Open(root, "x", os.O_RDONLY)
		if err != nil {
			refused++
			continue
		}
		opened++
		if text, err := io.ReadAll(f); string(text) != "mine" {
			t.Errorf("%q, %v", text, err)
		}
		f.Close()
	}
	close(end)
	<-ended
}
