// SPDX-License-Identifier: Apache-2.0

// Package boot reads the files that a user has put on the FAT partition of the
// card, which is the one that other computers can write to, and knows the other
// partitions.
package boot

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/bounded"
)

// ReadFile returns the file name of the boot partition, or an error that is
// [fs.ErrNotExist] if there is none. It is an error that the file has more than
// limit bytes. The partition is mounted for reading only, and only meanwhile.
// To be called by root; programs may call it at the same time.
func ReadFile(name string, limit int64) (text []byte, err error) {
	err = within(unix.MS_RDONLY, func(dir string) error {
		text, err = bounded.ReadFile(filepath.Join(dir, name), limit)
		return err
	})
	return text, err
}

// Tried reports whether gokrazy has noted in cmdline.txt that it has started a
// root file system for trial, and strikes the note out.
func Tried() (was bool, err error) {
	text, err := ReadFile(cmdline, 4096)
	if err != nil {
		return false, err
	}
	new, was := strike(text)
	if !was {
		return false, nil
	}
	return true, within(0, func(dir string) error {
		f, err := os.OpenFile(filepath.Join(dir, cmdline), os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = f.WriteAt(new, 0)
		return errors.Join(err, f.Sync(), f.Close())
	})
}

// cmdline is the file with the kernel's arguments. gokrazy writes over it in
// place, so its length never changes: spaces follow the one line that counts.
const cmdline = "cmdline.txt"

// strike returns text without gokrazy's note of a trial, in the same length.
func strike(text []byte) (struck []byte, was bool) {
	const note = " gokrazy.switch_on_boot=1"
	struck = bytes.ReplaceAll(text, []byte(note), nil)
	short := len(text) - len(struck)
	return append(struck, bytes.Repeat([]byte{' '}, short)...), short > 0
}

// within mounts the boot partition, calls f with its directory, and unmounts it.
func within(flags uintptr, f func(dir string) error) (err error) {
	device, err := Partition(1)
	if err != nil {
		return err
	}
	return Mounted(device, "vfat", flags, f)
}

// Mounted calls f with the directory on which device is mounted meanwhile.
func Mounted(device, kind string, flags uintptr, f func(dir string) error) (err error) {
	dir, err := os.MkdirTemp("", "mount")
	if err != nil {
		return fmt.Errorf("boot: %w", err)
	}
	defer os.Remove(dir)
	flags |= unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	if err := mount(device, dir, kind, flags); err != nil {
		return fmt.Errorf("boot: mounting %s: %w", device, err)
	}
	defer func() { err = errors.Join(err, unix.Unmount(dir, 0)) }()
	if err := f(dir); err != nil {
		return fmt.Errorf("boot: %w", err)
	}
	return nil
}

// mountPatience is how long a mount is tried again while another program has the
// partition mounted: for reading and for writing exclude each other.
const mountPatience = 10 * time.Second

func mount(device, dir, kind string, flags uintptr) error {
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		err := unix.Mount(device, dir, kind, flags, "")
		if !errors.Is(err, unix.EBUSY) || time.Since(begun) > mountPatience {
			return err
		}
	}
}

// Partition returns the device of a partition, by its number, of the disk that
// the root file system is on.
func Partition(number int) (string, error) {
	path, err := root()
	if err != nil {
		return "", fmt.Errorf("boot: %w", err)
	}
	return beside(path, number)
}

// Root returns the number of the partition that the root file system is on.
func Root() (number int, err error) {
	path, err := root()
	if err != nil {
		return 0, fmt.Errorf("boot: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(path, "partition"))
	if err != nil {
		return 0, fmt.Errorf("boot: %w", err)
	}
	return strconv.Atoi(strings.TrimSpace(string(text)))
}

// root is what sysfs has of the root file system's partition.
func root() (path string, err error) {
	var s unix.Stat_t
	if err := unix.Stat("/", &s); err != nil {
		return "", &fs.PathError{Op: "stat", Path: "/", Err: err}
	}
	return fmt.Sprintf("/sys/dev/block/%d:%d", unix.Major(s.Dev), unix.Minor(s.Dev)), nil
}

// beside is the device of the partition with that number beside the one that sysfs
// has at path. A disk is a directory there, with one for each partition.
func beside(path string, number int) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	numbers, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*", "partition"))
	if err != nil {
		return "", err
	}
	for _, name := range numbers {
		if text, err := os.ReadFile(name); err == nil && strings.TrimSpace(string(text)) == strconv.Itoa(number) {
			return filepath.Join("/dev", filepath.Base(filepath.Dir(name))), nil
		}
	}
	return "", fmt.Errorf("boot: %s: no partition %d beside it", path, number)
}
