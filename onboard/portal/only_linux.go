// SPDX-License-Identifier: Apache-2.0

package portal

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// only binds a socket to an interface (SO_BINDTODEVICE, socket(7)): a packet to the
// address that comes in by another one, which the kernel would take too, does not reach it.
func only(iface string) func(network, address string, c syscall.RawConn) error {
	return func(_, _ string, c syscall.RawConn) (err error) {
		if controlErr := c.Control(func(fd uintptr) { err = unix.BindToDevice(int(fd), iface) }); controlErr != nil {
			return controlErr
		}
		return err
	}
}
