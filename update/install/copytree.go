// SPDX-License-Identifier: Apache-2.0

package install

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// Limits of the copy of the daemon's data, which is hostile in the worst case.
const (
	maxDataFile = 16 << 20  // bytes; more than the daemon's largest file (device/store)
	maxData     = 128 << 20 // bytes in all
	maxNames    = 10_000
)

// Limits of the copy of the gallery's icons: those that package icons keeps to.
const (
	cacheDir      = "icon-cache" // in the daemon's directory
	maxCache      = 64 << 20     // bytes in all
	maxCacheNames = 20_000
)

// skipped reports whether a file of the daemon's data is not worth a copy, or would do
// harm if it came back: the journal of a restore would repeat that restore.
func skipped(name string) bool {
	return name == cacheDir || name == update.SettingsLeft || name == update.SettingsBefore ||
		slices.Contains(durable.JournalNames, name) ||
		strings.HasPrefix(name, "update-request.json") || strings.HasSuffix(name, half)
}

// nothing is what skipped is where all files count.
func nothing(string) bool { return false }

// notCached reports whether a file is not one of the gallery's icons.
func notCached(name string) bool {
	return name != "." && name != cacheDir && !strings.HasPrefix(name, cacheDir+"/")
}

// copyTree copies the regular files in a folder into the folder of the previous
// version. A folder that is not there is empty.
func (d disk) copyTree(from, to string) error {
	return d.copyFiles(from, to, skipped, maxNames, maxData)
}

// copyCache copies the gallery's icons, which the new version may do away with, and which
// are not to be had again where there is no way to the gallery. They are only a kindness:
// where they do not fit, the version before goes without.
func (d disk) copyCache() {
	most := int64(maxCache)
	if free := freeBytes(d.home()); free >= 0 {
		most = min(most, free-4*trial.LowSpace) // what the update itself may need comes first
	}
	if err := d.copyFiles(d.data, cacheKept, notCached, maxCacheNames, most); err != nil {
		d.log.Warn("some of the gallery's icons are not kept", "err", err)
	}
}

// copyFiles copies at most so many names, and bytes in all.
func (d disk) copyFiles(from, to string, skip func(name string) bool, names int, left int64) error {
	source, err := os.OpenRoot(d.path(from))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer source.Close()
	if err := os.MkdirAll(d.home(previousDir, to), 0o700); err != nil {
		return err
	}
	target, err := os.OpenRoot(d.home(previousDir, to))
	if err != nil {
		return err
	}
	defer target.Close()
	return eachFile(source, skip, names, func(name string, _ fs.FileInfo) error {
		if skip(name) {
			return nil
		}
		return copySmall(target, source, name, &left)
	})
}

// copySmall copies a file that fits into the rest of the limit. The size of the opened
// file counts: the daemon, which runs, may have put another file, or something else, in
// its place.
func copySmall(to, from *os.Root, name string, left *int64) error {
	f, info, err := bounded.Open(from, name, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, bounded.ErrNotPlain) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if info.Size() > min(maxDataFile, *left) {
		return nil
	}
	*left -= info.Size()
	if err := makeDirs(to, filepath.Dir(name), from); err != nil {
		return err
	}
	return placePlain(to, name, io.LimitReader(f, info.Size()), info)
}

// eachFile calls f for the regular files in root, of at most so many names. It leaves out
// folders to be skipped.
func eachFile(root *os.Root, skip func(name string) bool, most int, f func(name string, info fs.FileInfo) error) error {
	names := 0
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if names++; names > most {
			return fs.SkipAll
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if d.IsDir() && skip(name) {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return f(name, info)
	})
}
