// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// nobody is the user and group that Linux keeps for programs without rights.
const nobody = 65534

// realTime gives the calling goroutine a thread that little can hold up, and
// says what it could not get, for the log.
func realTime() string {
	debug.SetGCPercent(-1)
	runtime.LockOSThread()
	var lacks []string
	if !firstInFirstOut() {
		lacks = append(lacks, "without real-time priority (LimitRTPRIO=)")
	}
	if p, ok := own(os.DirFS("/")); ok {
		var set unix.CPUSet
		set.Set(p)
		if err := unix.SchedSetaffinity(0, &set); err != nil {
			lacks = append(lacks, fmt.Sprintf("not on processor %d, which is kept for it (AllowedCPUs=): %v", p, err))
		}
	}
	unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
	return strings.Join(lacks, ", ")
}

// lock keeps the frames in memory; what it could not do is for the log. All of a
// Go program is more than a service may lock, but only frames go unused for long
// enough to be swapped.
func lock(frames []byte) string {
	if err := unix.Mlock(frames); err != nil {
		return fmt.Sprintf("with frames of %d kB that may be swapped (LimitMEMLOCK=): %v", len(frames)>>10, err)
	}
	return ""
}

// firstInFirstOut asks for SCHED_FIFO, at the highest priority that is allowed:
// 80 with root's rights, 20 by the service's limit. A board of one CPU gets a
// low one, since its kernel threads have to run as well.
func firstInFirstOut() bool {
	const resetOnFork = 0x40000000 // SCHED_RESET_ON_FORK, sched(7)
	alone := Processors() == 1
	for _, priority := range []int32{80, 20, 1} {
		if alone {
			priority = min(priority, 10)
		}
		_, _, errno := unix.RawSyscall(unix.SYS_SCHED_SETSCHEDULER, 0,
			unix.SCHED_FIFO|resetOnFork, uintptr(unsafe.Pointer(&priority)))
		if errno == 0 {
			return true
		}
	}
	return false
}

// dropPrivileges takes root and all capabilities from the process, for good. A
// user other than root stays, with its groups: what these may open, the process
// may open again.
func dropPrivileges() error {
	if os.Geteuid() == 0 {
		if err := errors.Join(
			syscall.Setgroups(nil),
			syscall.Setresgid(nobody, nobody, nobody),
			syscall.Setresuid(nobody, nobody, nobody),
		); err != nil {
			return fmt.Errorf("refresh: drop root: %w", err)
		}
	}
	// In the service there are none, and capset is forbidden.
	if !powerless() {
		header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
		var none [2]unix.CapUserData
		if err := allThreads(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&none)),
			0); err != nil {
			return fmt.Errorf("refresh: drop capabilities: %w", err)
		}
	}
	if err := allThreads(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0); err != nil {
		return fmt.Errorf("refresh: drop privileges: %w", err)
	}
	return nil
}

// allThreads makes a call on every thread, since Linux keeps these rights a
// thread. A program built with cgo, as the race detector wants it, cannot: there
// it is this thread alone that loses capabilities and the way to new ones. Programs
// that are shipped are built without.
//
//go:uintptrescapes
func allThreads(call, a, b, c uintptr) error {
	_, _, errno := syscall.AllThreadsSyscall6(call, a, b, c, 0, 0, 0)
	if errno == unix.ENOTSUP {
		_, _, errno = unix.RawSyscall6(call, a, b, c, 0, 0, 0)
	}
	if errno != 0 {
		return errno
	}
	return nil
}

// Now is the time of the clock that [SleepUntil] goes by.
func Now() time.Duration {
	var t unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) // cannot fail with this clock
	return time.Duration(t.Nano())
}

// SleepUntil returns at t of [Now], to which pauses do not add up. It returns
// at once when t has passed.
func SleepUntil(t time.Duration) {
	request := unix.NsecToTimespec(int64(t))
	for unix.ClockNanosleep(unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, &request, nil) == unix.EINTR {
	}
}
