// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"fmt"
	"os/exec"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// startWithoutRights starts cmd without the ambient capabilities of this
// program, so that it has none to drop: capset(2) is not allowed in the service
// (SystemCallFilter=~@privileged). A program of root has root's all the same.
func startWithoutRights(cmd *exec.Cmd) error {
	started := make(chan error)
	go func() {
		// The set belongs to a thread, and a child has the set of the thread that
		// starts it. Never unlocked, the thread ends with this goroutine.
		runtime.LockOSThread()
		_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
		started <- cmd.Start()
	}()
	return <-started
}

// powerless reports whether the calling thread has no capability that it could
// drop.
func powerless() bool {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if err := unix.Capget(&header, &sets[0]); err != nil {
		return false
	}
	return sets[0].Permitted|sets[1].Permitted|sets[0].Effective|sets[1].Effective == 0
}

// needed are the capabilities of a refresher that the system starts: registers are behind
// the first, and the others make it nobody.
const needed = 1<<unix.CAP_SYS_RAWIO | 1<<unix.CAP_SETUID | 1<<unix.CAP_SETGID

// reduce takes all other capabilities from the process, if it has them.
func reduce() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if err := unix.Capget(&header, &sets[0]); err != nil {
		return fmt.Errorf("refresh: capabilities: %w", err)
	}
	if (sets[0].Permitted|sets[0].Effective)&^uint32(needed) == 0 && sets[1].Permitted|sets[1].Effective == 0 {
		return nil
	}
	left := [2]unix.CapUserData{{Permitted: sets[0].Permitted & needed, Effective: sets[0].Effective & needed}}
	if err := allThreads(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&left)),
		0); err != nil {
		return fmt.Errorf("refresh: capabilities: %w", err)
	}
	return nil
}
