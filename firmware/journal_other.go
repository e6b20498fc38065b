//go:build !unix

package firmware

import "io/fs"

// inode returns "" on systems without a journal.
func inode(fs.FileInfo) string { return "" }
