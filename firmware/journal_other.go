//go:build !unix

package firmware

import "io/fs"

// inode is nothing where there is no journal.
func inode(fs.FileInfo) string { return "" }
