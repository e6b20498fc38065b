package install

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/internal/durable"
)

// Limits of the copy of the daemon's data, which is hostile in the worst case.
const (
	maxDataFile = 16 << 20  // bytes; more than the daemon's largest file (device/store)
	maxData     = 128 << 20 // bytes in all
	maxNames    = 10_000
)

// skipped reports whether a file of the daemon's data is not worth a copy, or would do
// harm if it came back: the journal of a restore would repeat that restore.
func skipped(name string) bool {
	return name == "icon-cache" || slices.Contains(durable.JournalNames, name) || strings.HasPrefix(name, "update-request.json") || strings.HasSuffix(name, half)
}

// copyTree copies the regular files in a folder into the folder of the previous
// version. A folder that is not there is empty.
func (d disk) copyTree(from, to string) error {
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
	left := int64(maxData)
	return eachFile(source, func(name string, _ fs.FileInfo) error {
		if skipped(name) {
			return nil
		}
		return copySmall(target, source, name, &left)
	})
}

// copySmall copies a file that fits into what is left. What counts is the size of
// the file that was opened: the daemon, which runs, may have put another one, or
// something else, in its place.
func copySmall(to, from *os.Root, name string, left *int64) error {
	f, info, err := openPlain(from, name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotPlain) {
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

// eachFile calls f for the regular files in root.
func eachFile(root *os.Root, f func(name string, info fs.FileInfo) error) error {
	names := 0
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if names++; names > maxNames {
			return fs.SkipAll
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if d.IsDir() && skipped(name) {
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
