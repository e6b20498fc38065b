// Package boot reads the files that a user has put on the FAT partition of the
// card, which is the one that other computers can write to.
package boot

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/bounded"
)

// ReadFile returns the file name of the boot partition, or an error that is
// [fs.ErrNotExist] if there is none. It is an error that the file has more than
// limit bytes. The partition is mounted for reading only, and only meanwhile.
// To be called by root; programs may call it at the same time.
func ReadFile(name string, limit int64) (text []byte, err error) {
	device, err := partition()
	if err != nil {
		return nil, fmt.Errorf("boot: %w", err)
	}
	dir, err := os.MkdirTemp("", "boot")
	if err != nil {
		return nil, fmt.Errorf("boot: %w", err)
	}
	defer os.Remove(dir)
	const flags = unix.MS_RDONLY | unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	if err := unix.Mount(device, dir, "vfat", flags, ""); err != nil {
		return nil, fmt.Errorf("boot: mounting %s: %w", device, err)
	}
	defer func() { err = errors.Join(err, unix.Unmount(dir, 0)) }()
	text, err = bounded.ReadFile(filepath.Join(dir, name), limit)
	if err != nil {
		return nil, fmt.Errorf("boot: %s: %w", name, errors.Unwrap(err))
	}
	return text, nil
}

// partition is the device of the first partition of the disk that the root file
// system is on.
func partition() (string, error) {
	var root unix.Stat_t
	if err := unix.Stat("/", &root); err != nil {
		return "", &fs.PathError{Op: "stat", Path: "/", Err: err}
	}
	return first(fmt.Sprintf("/sys/dev/block/%d:%d", unix.Major(root.Dev), unix.Minor(root.Dev)))
}

// first is the device of the first partition beside the one that sysfs has at
// path. A disk is a directory there, with one for each partition.
func first(path string) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	numbers, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*", "partition"))
	if err != nil {
		return "", err
	}
	for _, number := range numbers {
		if text, err := os.ReadFile(number); err == nil && strings.TrimSpace(string(text)) == "1" {
			return filepath.Join("/dev", filepath.Base(filepath.Dir(number))), nil
		}
	}
	return "", fmt.Errorf("%s: no first partition beside it", path)
}
