// SPDX-License-Identifier: Apache-2.0

package local

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/update/install"
)

// noKey is why a key cannot be read, in a sentence that needs no reason behind it.
type noKey struct {
	reason error
	says   string
}

func (e *noKey) Error() string { return e.says }
func (e *noKey) Unwrap() error { return e.reason }

// ReadKey returns the key in dir. If there is none, the error says what to do.
func ReadKey(dir string) (keys.Key, error) {
	_, err := os.Stat(filepath.Join(dir, "key"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", &noKey{fs.ErrNotExist, "there is no key in " + dir +
			"; a device makes its key at the first start, and --data names its data directory"}
	case errors.Is(err, fs.ErrPermission) && dir == install.DataDir:
		return "", &noKey{fs.ErrPermission, "the key of the service is in " + dir +
			", which only the service and root may read: use sudo, or --key"}
	case err != nil:
		return "", err
	}
	return keys.LoadKey(dir, "")
}

// Keys returns the keys of the devices that may run on this machine: the
// one of the current user, and the one of the packaged service. If there is
// none, the error says where to look.
func (f DataFlag) Keys() (all []keys.Key, err error) {
	dir, err := f.Where()
	if err != nil {
		return nil, err
	}
	dirs := []string{dir}
	if !f.Named() && dir != install.DataDir {
		dirs = append(dirs, install.DataDir)
	}
	var missing error
	for _, dir := range dirs {
		key, err := ReadKey(dir)
		switch {
		case err == nil:
			all = append(all, key)
		case missing == nil || errors.Is(missing, fs.ErrNotExist) && !errors.Is(err, fs.ErrNotExist):
			missing = err // an unreadable key is the more useful error than a missing one
		}
	}
	if len(all) == 0 {
		return nil, missing
	}
	return all, nil
}
