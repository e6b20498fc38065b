// SPDX-License-Identifier: Apache-2.0

package rio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Path is the kernel's device.
const Path = "/dev/gpiomem0"

// Open maps the registers. The error names the missing device or right.
func Open() (*Regs, error) {
	f, err := os.OpenFile(Path, os.O_RDWR|unix.O_SYNC|unix.O_CLOEXEC, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("rio: %w (only the kernel of Raspberry Pi OS has it)", err)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("rio: %w (join the group gpio)", err)
	case err != nil:
		return nil, fmt.Errorf("rio: %w", err)
	}
	defer f.Close()
	mem, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("rio: map %s: %w", Path, err)
	}
	return &Regs{mem: mapped(mem), base: unsafe.Pointer(&mem[rio])}, nil
}
