// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"bufio"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestClose: a program whose device hangs up may clean up, and is killed if it goes on.
func TestClose(t *testing.T) {
	for _, row := range []struct {
		name, script string
		ends         bool // by itself
	}{
		{"one that ends", "echo; cat > /dev/null; echo > ended", true},
		{"one that goes on", "echo; trap '' HUP INT PIPE TERM; while :; do sleep 0.1; done; echo > ended", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "program")
			must.Do(t, os.WriteFile(path, []byte("#!/bin/sh\ncd "+dir+"\n"+row.script+"\n"), 0o700))
			conn := must.Get(Start(path))(t)
			must.Get(bufio.NewReader(conn).ReadString('\n'))(t) // it runs
			_ = conn.Close()
			if _, err := os.Stat(filepath.Join(dir, "ended")); (err == nil) != row.ends {
				t.Errorf("%v", err)
			}
			_ = conn.Close() // a second time, too
		})
	}
}
