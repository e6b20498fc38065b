//go:build unix

package firmware

import (
	"fmt"
	"io/fs"
	"syscall"
)

// inode returns DEVICE:INODE of a file.
func inode(info fs.FileInfo) string {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d:%d", s.Dev, s.Ino)
	}
	return ""
}
