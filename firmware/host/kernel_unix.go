// SPDX-License-Identifier: Apache-2.0

//go:build unix

package host

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Lock keeps a second device, which would assign the same ids, from using the
// data directory dir. The lock lasts until unlock or the end of the process,
// however it ends.
func Lock(dir string) (unlock func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return func() {}, nil // the directory does not exist, so nobody can write to it
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		f.Close()
		return nil, fmt.Errorf("data directory: a running device uses %s; name another directory with --data", dir)
	}
	return func() { f.Close() }, nil // also on a file system without locks
}

// monotonic returns the time by which the service manager orders what it hears; 0 if it
// cannot be read, which only Type=notify-reload minds.
func monotonic() time.Duration {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &now)
	return time.Duration(now.Nano())
}
