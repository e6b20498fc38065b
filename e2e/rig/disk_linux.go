// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// Disk returns the folder of a small file system that only the test uses; the test is skipped where none is granted.
func Disk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=512k"); err != nil {
		testtool.Missing(t, "the right to mount a file system: "+err.Error())
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

// ReadOnly makes a file system of Disk read-only, or writable again.
func ReadOnly(t *testing.T, dir string, yes bool) {
	t.Helper()
	flags := uintptr(unix.MS_REMOUNT)
	if yes {
		flags |= unix.MS_RDONLY
	}
	must.Do(t, unix.Mount("tmpfs", dir, "tmpfs", flags, "size=512k"))
}
