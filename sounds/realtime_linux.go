// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// priority of the mixer's thread among real-time threads: above the
// frames (10), because the ear notices delays that the eye does not; below the
// limit that the service is given (20).
const priority = 15

// realTime gives the calling goroutine its own thread, with priority over all
// ordinary ones if that is allowed. The thread ends with the goroutine.
func realTime() error {
	runtime.LockOSThread()
	attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Flags: unix.SCHED_FLAG_RESET_ON_FORK,
		Priority: priority}
	return unix.SchedSetAttr(0, &attr, 0)
}
