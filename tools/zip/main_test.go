// SPDX-License-Identifier: Apache-2.0

package main

import (
	"archive/zip"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestModes: of the files in an archive only programs may be run, whatever the umask of their builder.
func TestModes(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out.zip")
	want := map[string]fs.FileMode{"program": 0o755, "LICENSE": 0o644}
	var files []string
	for name, mode := range map[string]fs.FileMode{"program": 0o700, "LICENSE": 0o600} {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, []byte(name), mode))
		files = append(files, name+"="+path)
	}
	must.Do(t, run(out, time.Unix(0, 0).UTC(), files))
	z := must.Get(zip.OpenReader(out))(t)
	defer z.Close()
	for _, f := range z.File {
		if f.Mode() != want[f.Name] {
			t.Errorf("%s has the mode %v, want %v", f.Name, f.Mode(), want[f.Name])
		}
	}
	if len(z.File) != len(want) {
		t.Errorf("%d files are in the archive, want %d", len(z.File), len(want))
	}
}
