// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"errors"
	"os"
	"syscall"

	"github.com/ledpost/ledpost/internal/bounded"
)

// maxPlain bounds a file of the daemon's directory, in bytes.
const maxPlain = 1 << 20

// readPlain reads a small regular file below dir as root. The directory may belong to an
// unprivileged user: no link leads out of it, no link to the file is followed, no device is
// opened, and no pipe waited for.
func readPlain(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, os.ErrInvalid)
	}
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, os.ErrInvalid)
	}
	return bounded.Read(f, maxPlain)
}
