// SPDX-License-Identifier: Apache-2.0

package arm

import (
	"os/exec"
	"runtime"
	"syscall"
)

// endWithUs makes the kernel end cmd with this program, however that ends: QEMU would
// go on by itself and take a whole core. It stays with the thread that starts cmd, which
// must not end before; the caller calls release when cmd has ended.
func endWithUs(cmd *exec.Cmd) (release func()) {
	runtime.LockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return runtime.UnlockOSThread
}
