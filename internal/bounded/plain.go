// SPDX-License-Identifier: Apache-2.0

package bounded

import (
	"errors"
	"io/fs"
	"os"
)

// ErrNotPlain is returned for anything but a regular file.
var ErrNotPlain = errors.New("is not a regular file")

// Open opens a regular file below root, which may belong to somebody hostile: it follows no link to the
// file, as root by itself does within its bounds, and does not wait for a pipe. flag is as for [os.OpenFile],
// and creates nothing.
func Open(root *os.Root, name string, flag int) (f *os.File, info fs.FileInfo, err error) {
	f, err = root.OpenFile(name, flag|Careful, 0)
	named, fault := root.Lstat(name)
	if err == nil {
		info, err = f.Stat()
		err = errors.Join(err, fault)
	}
	if fault == nil && (!named.Mode().IsRegular() || err == nil && !os.SameFile(info, named)) {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrNotPlain}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}
