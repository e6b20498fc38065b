// SPDX-License-Identifier: Apache-2.0

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
	end, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- swap(dir, end) }()
	opened, refused := 0, 0
	for tries := 0; (opened < 2000 || refused == 0) && tries < 1_000_000; tries++ {
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
	if err := <-ended; err != nil || opened < 2000 || refused == 0 {
		t.Errorf("opened %d times, refused %d times, %v", opened, refused, err)
	}
}

// swap has the link and the file take turns at the name x in dir, until end or an error.
func swap(dir string, end chan struct{}) error {
	for i := 0; ; i++ {
		select {
		case <-end:
			return nil
		default:
		}
		next := filepath.Join(dir, "next")
		err := os.Link(filepath.Join(dir, []string{"link", "mine"}[i%2]), next)
		if err == nil {
			err = os.Rename(next, filepath.Join(dir, "x"))
		}
		if err != nil {
			return err
		}
	}
}
