// SPDX-License-Identifier: Apache-2.0

package proc

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestNumbers: values in kB become bytes, and lines without a number are left out.
func TestNumbers(t *testing.T) {
	for _, row := range []struct {
		why, text string
		want      map[string]int64
	}{
		{"a process", "Name:\tinit\nPid:\t1\nRssAnon:\t     456 kB\n", map[string]int64{"Pid": 1, "RssAnon": 456 << 10}},
		{"a control group", "anon 4096\nfile 0\noom_kill 2\n", map[string]int64{"anon": 4096, "file": 0, "oom_kill": 2}},
		{"one word, and too large a number", "x\ny:\ny 9007199254740993 kB\n", map[string]int64{}},
	} {
		file := filepath.Join(t.TempDir(), "status")
		must.Do(t, os.WriteFile(file, []byte(row.text), 0o644))
		if got := Numbers(file); !maps.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
	if got := Numbers("/no/file"); len(got) != 0 {
		t.Error(got)
	}
}

// TestWorked: this process works, and one that has ended is told apart.
func TestWorked(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("this system has no /proc")
	}
	first := must.Get(Worked(os.Getpid()))(t)
	now := first
	for ; now == first; now = must.Get(Worked(os.Getpid()))(t) {
	}
	if first < 0 || now < first || now > time.Hour {
		t.Errorf("%v after %v", now, first)
	}
	if _, err := Worked(0); err == nil {
		t.Error("there is no process 0")
	}
}
