// SPDX-License-Identifier: Apache-2.0

package input

import (
	"os"

	"golang.org/x/sys/unix"
)

// grabRequest is EVIOCGRAB (Linux, include/uapi/linux/input.h).
const grabRequest = 0x40044590

// grabDevice keeps the device's events from all other programs, the console
// among them, until f is closed.
func grabDevice(f *os.File) error {
	c, err := f.SyscallConn()
	if err != nil {
		return err
	}
	controlErr := c.Control(func(fd uintptr) { err = unix.IoctlSetInt(int(fd), grabRequest, 1) })
	if controlErr != nil {
		return controlErr
	}
	return err
}
