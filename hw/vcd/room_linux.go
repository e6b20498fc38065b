// SPDX-License-Identifier: Apache-2.0

package vcd

import "golang.org/x/sys/unix"

// room is how many bytes are free on the disk of dir, and whether that is known.
func room(dir string) (free uint64, ok bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
