// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// hearErrors has a socket of UDP told that nobody answers for an address, or no router knows
// the way: without this the kernel takes these for passing troubles (ip(7), IP_RECVERR).
func hearErrors(network, _ string, c syscall.RawConn) (err error) {
	level, option := unix.IPPROTO_IP, unix.IP_RECVERR
	if network == "udp6" {
		level, option = unix.IPPROTO_IPV6, unix.IPV6_RECVERR
	}
	if failed := c.Control(func(fd uintptr) { err = unix.SetsockoptInt(int(fd), level, option, 1) }); failed != nil {
		return failed
	}
	return err
}
