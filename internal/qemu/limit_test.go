// SPDX-License-Identifier: Apache-2.0

package qemu

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestLimit: a process that works long enough or rests long enough is killed, and no other.
func TestLimit(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("this system has no /proc")
	}
	for _, row := range []struct {
		name, script string
		most, still  time.Duration
		killed       bool
	}{
		{"it waits for ever", "exec sleep 1000", time.Hour, 2 * time.Second, true},
		{"it works for ever", "while :; do :; done", time.Second, time.Hour, true},
		{"it ends by itself", "exit 0", time.Hour, time.Hour, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), "sh", "-c", row.script)
			must.Do(t, cmd.Start())
			stop := limit(cmd.Process, row.most, row.still)
			err := cmd.Wait()
			stop()
			if killed := err != nil; killed != row.killed {
				t.Errorf("it ended with %v", err)
			}
		})
	}
}
