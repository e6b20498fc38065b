// SPDX-License-Identifier: Apache-2.0

package durabletest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// Disk is a directory on a real file system (ext4) of its own, of which a test cuts the power.
type Disk struct {
	Dir string

	image string // the disk, a file
	t     *testing.T
}

// NewDisk returns an empty disk that only the calling goroutine sees, to the end of the test. It skips the
// test where that is not granted.
func NewDisk(t *testing.T) *Disk {
	t.Helper()
	d := &Disk{Dir: t.TempDir(), image: filepath.Join(t.TempDir(), "image"), t: t}
	alone(t)
	must.Do(t, os.WriteFile(d.image, nil, 0o600))
	must.Do(t, os.Truncate(d.image, 16<<20))
	if out, err := exec.Command(testtool.Find(t, "mkfs.ext4"), "-q", "-F", d.image).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := d.mount(); err != nil {
		t.Skipf("this machine grants no file system on a loop device: %v: %s", err, out)
	}
	t.Cleanup(func() { _ = unix.Unmount(d.Dir, unix.MNT_DETACH) })
	return d
}

// alone gives the goroutine a table of mounts of its own, which ends with it. In the shared table another program
// may hold the file system: it would outlive its unmount, and the next mount would get it as it was, cut off.
func alone(t *testing.T) {
	t.Helper()
	runtime.LockOSThread()
	if err := unix.Unshare(unix.CLONE_FS | unix.CLONE_NEWNS); err != nil {
		t.Skipf("this machine grants a test no mounts: %v", err)
	}
	must.Do(t, unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""))
}

func (d *Disk) mount() (said []byte, err error) {
	return exec.Command(testtool.Find(d.t, "mount"), "-o", "loop,commit=1", d.image, d.Dir).CombinedOutput()
}

// Cut cuts the power after a while; until restart has returned, the calling goroutine may use the disk as one
// that fails then. The test is skipped if the kernel cannot do that.
func (d *Disk) Cut(after time.Duration) (restart func()) {
	d.t.Helper()
	root, off := must.Get(os.Open(d.Dir))(d.t), make(chan error, 1)
	time.AfterFunc(after, func() { off <- shutdown(root) })
	return func() {
		d.t.Helper()
		if err := <-off; err != nil {
			d.t.Skipf("this kernel cannot cut a file system off: %v", err)
		}
		root.Close()
		must.Do(d.t, unix.Unmount(d.Dir, 0))
		if out, err := d.mount(); err != nil {
			d.t.Fatalf("%v: %s", err, out)
		}
	}
}

// shutdown stops the file system of an open directory at once, as a power cut does: nothing that is only in
// memory, the journal's part of it included, goes to the disk any more (linux, include/uapi/linux/fs.h:
// EXT4_IOC_SHUTDOWN, NOLOGFLUSH).
func shutdown(dir *os.File) error {
	const ioctl, noLogFlush = 0x8004587d, 2
	flags := uint32(noLogFlush)
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, dir.Fd(), ioctl, uintptr(unsafe.Pointer(&flags)))
	runtime.KeepAlive(&flags)
	if errno != 0 {
		return errno
	}
	return nil
}
