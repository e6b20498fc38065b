// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package host

import "io/fs"

// Lock does nothing on systems without this kind of lock.
func Lock(string) (unlock func(), err error) { return func() {}, nil }

// inode returns "" on systems without the journal, to which it belongs.
func inode(fs.FileInfo) string { return "" }
