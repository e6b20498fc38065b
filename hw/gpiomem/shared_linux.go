// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// memory is the device that all of the machine's memory is mapped from. Opening
// it takes CAP_SYS_RAWIO, mapping from the open file does not.
const memory = "/dev/mem"

// sharedName is the environment variable that names the open file of [memory].
const sharedName = "LEDPOST_DEV_MEM"

// OpenShared opens /dev/mem for a child process that is started without the
// right to, or returns nil if this process has no ambient CAP_SYS_RAWIO.
func OpenShared() *os.File {
	set, err := unix.PrctlRetInt(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_IS_SET, unix.CAP_SYS_RAWIO, 0, 0)
	if err != nil || set == 0 {
		return nil
	}
	f, err := os.OpenFile(memory, os.O_RDWR|unix.O_SYNC|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil // the child's own attempt reports why
	}
	return f
}

// SharedEnv returns the environment entry that names to a child which of its file
// descriptors belongs to [OpenShared].
func SharedEnv(fd int) string { return fmt.Sprintf("%s=%d", sharedName, fd) }

// CloseShared closes the file that the parent passed, if it did, and with it the
// way to memory that is not mapped yet. To be called once the blocks are mapped.
func CloseShared() {
	if fd, ok := shared(); ok {
		_ = unix.Close(fd)
		_ = os.Unsetenv(sharedName)
	}
}

func shared() (fd int, ok bool) {
	fd, err := strconv.Atoi(strings.TrimSpace(os.Getenv(sharedName)))
	return fd, err == nil && fd > 2
}
