// SPDX-License-Identifier: Apache-2.0

//go:build unix

// Package inode tells what Unix systems know of a file beyond [fs.FileInfo]. On other systems its
// functions return fixed values.
package inode

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Links returns how many names a file has; 1 where that is not known.
func Links(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}

// Owner returns the ids of a file's user and group; those of this process where they are not
// known, -1 on systems without them.
func Owner(info fs.FileInfo) (uid, gid int) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid), int(s.Gid)
	}
	return os.Geteuid(), os.Getegid()
}

// Name returns DEVICE:INODE of a file, as systemd writes it; "" where that is not known.
func Name(info fs.FileInfo) string {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d:%d", s.Dev, s.Ino)
	}
	return ""
}
