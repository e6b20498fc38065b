// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// lastingNumber is the number of the lasting partition.
const lastingNumber = 4

// Grow lets the lasting partition and its file system, which may be in use, fill the card.
// At a power cut the next start goes on. To be called by root.
func Grow() (grown bool, err error) {
	device, err := Partition(lastingNumber)
	if err != nil {
		return false, err
	}
	path, err := root()
	if err != nil {
		return false, err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return false, err
	}
	return grow(filepath.Join("/dev", filepath.Base(filepath.Dir(path))), device, lasting)
}

// grow is Grow of a partition of a disk whose file system is mounted at dir.
func grow(name, device, dir string) (grown bool, err error) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return false, err
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return false, err
	}
	length, err := extend(f, uint64(size/sector), lastingNumber)
	if err != nil {
		return false, err
	}
	if err := tell(f, device, length); err != nil {
		return false, fmt.Errorf("boot: the kernel does not take the partition's new size before the next start: %w", err)
	}
	return resize(dir, length)
}

// tell tells the kernel how long a partition that is in use has become (linux/blkpg.h).
func tell(disk *os.File, device string, sectors uint64) error {
	text, err := os.ReadFile(filepath.Join("/sys/class/block", filepath.Base(device), "start"))
	if err != nil {
		return err
	}
	var start int64
	if _, err := fmt.Sscan(strings.TrimSpace(string(text)), &start); err != nil {
		return err
	}
	part := struct {
		start, length int64
		number        int32
		names         [128]byte
	}{start: start * sector, length: int64(sectors) * sector, number: lastingNumber}
	arg := struct {
		op, flags, size int32
		data            unsafe.Pointer
	}{op: 3, size: int32(unsafe.Sizeof(part)), data: unsafe.Pointer(&part)} // BLKPG_RESIZE_PARTITION
	return ioctl(disk, unix.BLKPG, unsafe.Pointer(&arg))
}

// resizeFS is EXT4_IOC_RESIZE_FS (fs/ext4/ext4.h), by which a file system in use becomes larger.
const resizeFS = 0x40086610

// resize makes the ext4 at dir as large as its partition, in steps that the kernel's journal
// keeps whole.
func resize(dir string, sectors uint64) (grown bool, err error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return false, err
	}
	blocks := sectors * sector / uint64(s.Bsize)
	if uint64(s.Blocks)+worth*sector/uint64(s.Bsize) > blocks { // its own tables are not counted
		return false, nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return false, err
	}
	err = ioctl(d, resizeFS, unsafe.Pointer(&blocks))
	return err == nil, errors.Join(err, d.Close())
}

func ioctl(f *os.File, request uintptr, arg unsafe.Pointer) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, f.Fd(), request, uintptr(arg)); errno != 0 {
		return &os.PathError{Op: "ioctl", Path: f.Name(), Err: errno}
	}
	return nil
}
