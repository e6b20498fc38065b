// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// maxOld bounds an icon that is replaced, which users may have put into the folder
// themselves, in bytes.
const maxOld = 16 << 20

// Changes returns what putting icons, which CheckFile has accepted, into the user's
// folder changes, by names in the data directory. It changes nothing itself. Errors
// wrap ErrInvalid, ErrFull, ErrNoFolder, or are of the disk.
func (s *Store) Changes(add map[string][]byte) (all []durable.Change, err error) {
	if s.folder.dir == "" {
		return nil, ErrNoFolder
	}
	there := userFiles(s.folder.dir)
	free := MaxUser - len(there)
	for _, name := range slices.Sorted(maps.Keys(add)) {
		key, ok := userKey(name)
		f, err := inspect(add[name])
		if !ok || err != nil {
			return nil, fmt.Errorf("%w: %.80q", ErrInvalid, name)
		}
		old, replaces := there[key]
		if !replaces {
			free--
		}
		path := filepath.Join(s.folder.dir, key+"."+f.ext)
		if replaces && old.path != path { // door.png goes where door.gif comes
			if all, err = change(all, old.path, nil); err != nil {
				return nil, err
			}
		}
		if all, err = change(all, path, add[name]); err != nil {
			return nil, err
		}
	}
	if free < 0 {
		return nil, ErrFull
	}
	return all, nil
}

// change appends the change of the file at path, if it is one.
func change(all []durable.Change, path string, data []byte) ([]durable.Change, error) {
	old, err := bounded.ReadFile(path, maxOld)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("icons: %w", err)
	}
	if data != nil && bytes.Equal(old, data) {
		return all, nil
	}
	name := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
	return append(all, durable.Change{Name: name, New: data, Old: old}), nil
}
