// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/internal/eventually"
)

// starts is how many devices start and end, one after the other.
const starts = 10

// TestStartsLeaveNothing: no goroutine and no open file is left of devices that have
// ended.
func TestStartsLeaveNothing(t *testing.T) {
	once := func(t *testing.T) {
		d := hil.Start(t, hil.Panel("max7219", "modules = 1"))
		d.Notify(hello)
		d.Shows(t, hello, 10*time.Second)
	}
	t.Run("first", once) // what a process has only once
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	for range starts {
		t.Run("again", once)
	}
	eventually.True(t, "the goroutines have ended", func() bool { return runtime.NumGoroutine() <= goroutines })
	if left := openFiles(t); len(left) > len(files) {
		t.Errorf("open before: %q, after: %q", files, left)
	}
}

// openFiles returns what is open, by name.
func openFiles(t *testing.T) (names []string) {
	const dir = "/proc/self/fd"
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Skip(err)
	}
	for _, f := range all {
		if to, err := os.Readlink(dir + "/" + f.Name()); err == nil && !strings.Contains(to, "anon_inode") && to != dir {
			names = append(names, to)
		}
	}
	return names
}
