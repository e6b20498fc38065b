// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// group is a control group whose memory is bounded. The kernel ends what would need more.
type group struct {
	dir   string
	kills string // file with the number of processes that the kernel has ended; "" = it is seen by their end
}

// newGroup makes a group of so many bytes. ok is false where none can be made: it takes root
// and a file system of control groups, of version 2 (cgroups(7)) or 1.
func newGroup(t *testing.T, most int64) (g group, ok bool) {
	t.Helper()
	for _, v := range []struct{ root, limit, swap, kills string }{
		{"/sys/fs/cgroup", "memory.max", "memory.swap.max", "memory.events"},
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control"},
	} {
		g = group{dir: filepath.Join(v.root, "ledpost-"+strconv.Itoa(os.Getpid())), kills: v.kills}
		if _, err := os.Stat(filepath.Join(v.root, "cgroup.procs")); err != nil || os.Mkdir(g.dir, 0o755) != nil {
			continue // version 1 has a folder for each controller there
		}
		t.Cleanup(func() { // its process may take a moment to end
			eventually.True(t, "the group is empty", func() bool { return os.Remove(g.dir) == nil })
		})
		limit := []byte(strconv.FormatInt(most, 10))
		if os.WriteFile(filepath.Join(g.dir, v.limit), limit, 0) != nil {
			continue // the controller is not given to this group
		}
		_ = os.WriteFile(filepath.Join(g.dir, v.swap), []byte("0"), 0) // a machine without swap has no such file
		return g, true
	}
	return group{}, false
}

// wrap returns the command that runs another one in the group.
func (g group) wrap() []string {
	return []string{"sh", "-c", "echo $$ >'" + filepath.Join(g.dir, "cgroup.procs") + `' && exec "$@"`, "sh"}
}

// killed returns how many processes the kernel has ended for lack of memory.
func (g group) killed() (n int) {
	text, _ := os.ReadFile(filepath.Join(g.dir, g.kills))
	for line := range strings.Lines(string(text)) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "oom_kill "); ok {
			n, _ = strconv.Atoi(v)
		}
	}
	return n
}

// peak returns the most memory that a process has had, in bytes (proc_pid_status(5)).
func peak(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		t.Fatalf("it has ended: %v", err)
	}
	_, after, _ := bytes.Cut(text, []byte("VmHWM:"))
	kib, err := strconv.ParseInt(string(bytes.Fields(after)[0]), 10, 64)
	must.Do(t, err)
	return kib << 10
}

// worked returns for how long processors have worked for a process (proc_pid_stat(5)).
func worked(t *testing.T, pid int) time.Duration {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat")))(t)
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // from the third on
	user := must.Get(strconv.ParseInt(string(fields[11]), 10, 64))(t)
	system := must.Get(strconv.ParseInt(string(fields[12]), 10, 64))(t)
	return time.Duration(user+system) * time.Second / 100 // USER_HZ
}

// share begins to measure how much of a processor a device takes.
func share(t *testing.T, r bounded) (part func() float64) {
	begun, before := time.Now(), worked(t, r.Cmd.Process.Pid)
	return func() float64 { return float64(worked(t, r.Cmd.Process.Pid)-before) / float64(time.Since(begun)) }
}

// within fails the test if a device takes more than a limit of a processor.
func within(t *testing.T, part, limit float64) {
	t.Helper()
	if t.Logf("the device takes %.2f of a processor", part); part > limit {
		t.Errorf("that is more than %.1f", limit)
	}
}
