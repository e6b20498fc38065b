// SPDX-License-Identifier: Apache-2.0

package forget_test

import (
	"io/fs"
	"maps"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/internal/must"
)

// content returns all below dir: what is in the files, by name; "/" for a directory.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	all, root := map[string]string{}, os.DirFS(dir)
	must.Do(t, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if all[name] = "/"; err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, name)
		all[name] = string(text)
		return err
	}))
	return all
}

// TestForgottenOnTheDisk: what is forgotten does not come back, however soon the power fails. One
// wait for the disk brings all before it there, so each has a row in which it is the last.
func TestForgottenOnTheDisk(t *testing.T) {
	disk := durabletest.NewDisk(t)
	for why, keep := range map[string]map[string]forget.Rule{
		"all": rules, "removed": nil, "written over": {"part": upTo}, "emptied": {"part": forget.Emptied},
		"removed by its rule": {"part": func([]byte) []byte { return nil }},
	} {
		fill(t, disk.Dir)
		unix.Sync()
		must.Do(t, forget.Tree{Dir: disk.Dir, Keep: keep}.Forget())
		want := content(t, disk.Dir)
		if disk.Cut(0)(); !maps.Equal(content(t, disk.Dir), want) {
			t.Errorf("%s: after a power cut there are %q, want %q", why, content(t, disk.Dir), want)
		}
	}
}
