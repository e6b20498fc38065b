// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"os"

	"golang.org/x/sys/unix"
)

// flock takes the lock of a file, or fails at once if another process has it and wait is false.
// The kernel gives it back with the last descriptor.
func flock(f *os.File, wait bool) error {
	how := unix.LOCK_EX
	if !wait {
		how |= unix.LOCK_NB
	}
	return unix.Flock(int(f.Fd()), how)
}

// heldByOthers reports whether another process has a lock of POSIX on a file.
func heldByOthers(f *os.File) bool {
	lock := unix.Flock_t{Type: unix.F_WRLCK}
	return unix.FcntlFlock(f.Fd(), unix.F_GETLK, &lock) == nil && lock.Type != unix.F_UNLCK
}

// freeBytes returns what others than root may still write to the file system of
// path; -1 if that is not known.
func freeBytes(path string) int64 {
	var s unix.Statfs_t
	if unix.Statfs(path, &s) != nil {
		return -1
	}
	return int64(s.Bavail) * int64(s.Bsize) // the types differ from machine to machine
}
