// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"os"
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/hw/gpiomem"
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

// passMemory gives cmd, which will lack the right to open it, the memory device
// that this program may open. The caller closes the file, which is nil
// without such a device.
func passMemory(cmd *exec.Cmd) *os.File {
	device := gpiomem.OpenShared()
	if device != nil {
		cmd.Env = append(os.Environ(), gpiomem.SharedEnv(3+len(cmd.ExtraFiles)))
		cmd.ExtraFiles = append(cmd.ExtraFiles, device)
	}
	return device
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
