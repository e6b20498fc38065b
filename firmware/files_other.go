// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package firmware

import "io/fs"

// lock does nothing on systems without this kind of lock.
func lock(string) (unlock func(), err error) { return func() {}, nil }

// inode returns "" on systems without the journal, to which it belongs.
func inode(fs.FileInfo) string { return "" }
