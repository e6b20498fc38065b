// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/proc"
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
func (g group) killed() int64 { return proc.Numbers(filepath.Join(g.dir, g.kills))["oom_kill"] }

// peak returns the most memory that a process has had, in bytes (proc_pid_status(5)).
func peak(t *testing.T, pid int) int64 {
	t.Helper()
	most := proc.Numbers(filepath.Join("/proc", strconv.Itoa(pid), "status"))["VmHWM"]
	if most == 0 {
		t.Fatal("it has ended")
	}
	return most
}

// share begins to measure how much of a processor a device takes.
func share(t *testing.T, r bounded) (part func() float64) {
	begun, before := time.Now(), must.Get(proc.Worked(r.Cmd.Process.Pid))(t)
	return func() float64 {
		return float64(must.Get(proc.Worked(r.Cmd.Process.Pid))(t)-before) / float64(time.Since(begun))
	}
}

// within fails the test if a device takes more than a limit of a processor.
func within(t *testing.T, part, limit float64) {
	t.Helper()
	if t.Logf("the device takes %.2f of a processor", part); part > limit {
		t.Errorf("that is more than %.1f", limit)
	}
}

// calms serves the owner of a device under attack, second by second, until the device takes at most a limit of a
// processor in three of them, one after the other: it has taken what a server may send at once, and the rest is paced.
// How many seconds that takes is up to the machine.
func calms(t *testing.T, r bounded, limit float64) {
	t.Helper()
	var took []time.Duration
	parts := []float64{1, 1, 1} // the last seconds
	for seconds := 0; slices.Max(parts) > limit && seconds < 60; seconds++ {
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		part := share(t, r)
		took = append(took, owner(ctx, t, r.Device)...)
		parts = append(parts[1:], part())
		stop()
	}
	within(t, slices.Max(parts), limit)
	report(t, took, time.Minute)
	r.survived()
}
