// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// memory is the device that all of the machine's memory is mapped from. Opening
// it takes CAP_SYS_RAWIO.
const memory = "/dev/mem"

// Offsets of the blocks from the base of the peripherals (BCM2835 ARM
// Peripherals, chapters 5, 6 and 9).
const (
	clockBlock = 0x101000
	gpioBlock  = 0x200000
	pwmBlock   = 0x20c000
	blockSize  = 4096
)

// Open maps the GPIO block, by /dev/gpiomem, which needs no root, or else by
// /dev/mem. The error names what both lack.
func Open(b Board) (*Regs, error) {
	if err := b.hasBlocks(); err != nil {
		return nil, err
	}
	mem, err := mapFile("/dev/gpiomem", 0, blockSize)
	if err == nil {
		return &Regs{base: unsafe.Pointer(&mem[0])}, nil
	}
	mem, memErr := mapBlock(b, gpioBlock)
	if memErr == nil {
		return &Regs{base: unsafe.Pointer(&mem[0])}, nil
	}
	return nil, fmt.Errorf("gpiomem: no way to the GPIO registers: %w; %w", explain(err), explain(memErr))
}

// OpenPWM maps the blocks that time pulses in hardware; it needs root's rights.
func OpenPWM(b Board) (*PWM, error) {
	if err := b.hasBlocks(); err != nil {
		return nil, err
	}
	pwm, err := mapBlock(b, pwmBlock)
	if err != nil {
		return nil, fmt.Errorf("gpiomem: PWM block: %w", explain(err))
	}
	clock, err := mapBlock(b, clockBlock)
	if err != nil {
		return nil, fmt.Errorf("gpiomem: clock block: %w", explain(err))
	}
	return newPWM(Block(pwm), Block(clock), b.Chip.PLLD()), nil
}

// OpenTape makes name a tape with room for n stores, which [LoadTape] reads
// also after this process has ended in whatever way.
func OpenTape(name string, n int) (*Tape, error) {
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := (n + 1) * slot
	if err := f.Truncate(int64(size)); err != nil {
		return nil, err
	}
	mem, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, &fs.PathError{Op: "map", Path: name, Err: err}
	}
	return tapeOn(unsafe.Slice((*uint32)(unsafe.Pointer(&mem[0])), size/4)), nil
}

// TryMap returns nil if the GPIO block can be mapped from /dev/mem, which a kernel may
// refuse although it let the file be opened. Nothing stays mapped.
func TryMap(b Board) error {
	if err := b.hasBlocks(); err != nil {
		return err
	}
	mem, err := mapBlock(b, gpioBlock)
	if err != nil {
		return err
	}
	return unix.Munmap(mem)
}

func (b Board) hasBlocks() error {
	switch b.Chip {
	case "":
		return ErrNotPi
	case BCM2712:
		return fmt.Errorf("gpiomem: the GPIO pins of a %s are not at the Broadcom registers", b.Model)
	}
	return nil
}

func mapBlock(b Board, block int64) ([]byte, error) {
	return mapFile(memory, b.Chip.base()+block, blockSize)
}

// mapFile maps a part of a device.
func mapFile(name string, offset int64, size int) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDWR|unix.O_SYNC|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	mem, err := unix.Mmap(int(f.Fd()), offset, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, &fs.PathError{Op: "map", Path: name, Err: err}
	}
	return mem, nil
}

// explain adds what to do about a device that cannot be used.
func explain(err error) error {
	var path *fs.PathError
	if !errors.As(err, &path) {
		return err
	}
	advice := map[string]map[error]string{
		"/dev/gpiomem": {
			fs.ErrNotExist:   "only the kernel of Raspberry Pi OS has it",
			fs.ErrPermission: "join the group gpio",
		},
		memory: {
			fs.ErrNotExist: "the kernel was built without it",
			fs.ErrPermission: "it needs root or CAP_SYS_RAWIO, " +
				"and on a kernel other than Raspberry Pi OS's also iomem=relaxed on the kernel's command line",
		},
	}[path.Path]
	for kind, text := range advice {
		if errors.Is(err, kind) {
			return fmt.Errorf("%w (%s)", err, text)
		}
	}
	return err
}
