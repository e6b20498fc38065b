// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
)

// The user's folder.
const (
	MaxUser   = 5000            // icons in it; more are left out
	pollEvery = 2 * time.Second // how often it is looked at, at most
	restAfter = 50              // times as long as looking at every file took, before that is done again
)

// Errors of Put and Delete, from which api derives its answers.
var (
	ErrNotFound = errors.New("icons: no such icon in the user's folder")
	ErrInvalid  = errors.New("icons: not valid") // the name or the data; the message says what
	ErrFull     = fmt.Errorf("icons: the user's folder holds %d icons, no more fit", MaxUser)
	ErrNoFolder = errors.New("icons: there is no data directory to keep icons in")
)

// version tells versions of a file apart.
func (f userFile) version() string {
	var b [32]byte
	return string(strconv.AppendInt(append(strconv.AppendInt(b[:0], f.mod, 36), '.'), f.size, 36))
}

// modified is when the file or folder at path was changed, zero if there is none.
func modified(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// userKey returns the key of a file called name.
func userKey(name string) (string, bool) {
	ext := filepath.Ext(name)
	if !IsPicture(ext) {
		return "", false
	}
	key, err := userName(strings.TrimSuffix(name, ext))
	return key, err == nil
}

// userName checks the name of an icon in the user's folder: what a reference
// may be, other than a data URI.
func userName(name string) (string, error) {
	if name == "" {
		return "", fmt.Errorf("%w: an icon needs a name", ErrInvalid)
	}
	key, err := parseKey(name)
	if err != nil {
		return "", fmt.Errorf("%w: name %.80q: want a number, or letters, digits, - and _, at most %d, a letter first",
			ErrInvalid, name, maxName)
	}
	return key, nil
}

// Put stores a picture in the user's folder, where it wins over every other
// icon of that name or number (i123 and 123 are one). It replaces an older one,
// atomically. Errors wrap ErrInvalid, ErrFull, ErrNoFolder, or are of the disk; after
// one of the disk there is the older icon or the new one. When Put returns nil, the new
// one survives a power cut.
func (s *Store) Put(name string, data []byte) error {
	key, err := userName(name)
	if err != nil {
		return err
	}
	f, err := inspect(data)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return s.folder.put(key, f.ext, data)
}

// Files returns the icons of the user's folder by the names of their files. Files
// that are no valid icons are left out. Errors: bounded.ErrTooLarge, if all together
// have more than most bytes.
func (s *Store) Files(most int) (map[string][]byte, error) {
	out, left := map[string][]byte{}, int64(most)
	for key, file := range s.folder.all() {
		data, err := bounded.ReadFile(file.path, MaxBytes)
		if err != nil {
			continue // it has gone, or is none
		}
		if left -= int64(len(data)); left < 0 {
			return nil, fmt.Errorf("icons: %w: more than %d bytes", bounded.ErrTooLarge, most)
		}
		name := key + strings.ToLower(filepath.Ext(file.path))
		if CheckFile(name, data) == nil {
			out[name] = data
		}
	}
	return out, nil
}

// CheckFile returns the faults of a file for the user's folder, if anything.
func CheckFile(name string, data []byte) error {
	if _, ok := userKey(name); !ok {
		return fmt.Errorf("%w: name %.80q", ErrInvalid, name)
	}
	if _, err := inspect(data); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return nil
}

// Delete removes an icon from the user's folder. Errors wrap ErrInvalid and
// ErrNotFound, or are of the disk; after one of the disk the icon may be there or not.
// After nil and ErrNotFound it does not come back after a power cut.
func (s *Store) Delete(name string) error {
	key, err := userName(name)
	if err != nil {
		return err
	}
	return s.folder.delete(key)
}
