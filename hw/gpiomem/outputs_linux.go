// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Requests of lines (linux/gpio.h, GPIO_V2_GET_LINE and GPIO_V2_LINE_SET_VALUES).
const (
	lineRequestRequest   = 0xc250b407
	lineSetValuesRequest = 0xc010b40f

	lineOutput = 1 << 3
)

// lineRequest is struct gpio_v2_line_request.
type lineRequest struct {
	offsets    [64]uint32
	consumer   [32]byte
	flags      uint64
	attributes uint32
	_          [5]uint32
	_          [10][3]uint64
	lines      uint32
	events     uint32
	_          [5]uint32
	fd         int32
}

// lineValues is struct gpio_v2_line_values.
type lineValues struct{ bits, mask uint64 }

// Outputs are lines of the header that the kernel's driver drives, low at first. Only
// one goroutine may use them.
type Outputs struct {
	file   *os.File
	fd     uintptr
	values lineValues
	set    func(fd uintptr, v *lineValues) error
}

// OpenOutputs asks the kernel for lines of the header, 0 to 27, which nobody else may
// have. The errors say what to change.
func OpenOutputs(lines ...int) (*Outputs, error) {
	return openOutputs(ofHeader, "of a Raspberry Pi's header", lines)
}

// OpenOutputsOf is OpenOutputs for lines of the chip with that label.
func OpenOutputsOf(label string, lines ...int) (*Outputs, error) {
	is := func(l []byte) bool { return string(bytes.TrimRight(l, "\x00")) == label }
	return openOutputs(is, "of "+label, lines)
}

// openOutputs opens lines of the chip whose label is the right one, as what describes it.
func openOutputs(is func(label []byte) bool, what string, lines []int) (*Outputs, error) {
	chip, err := openChip(is, what)
	if err != nil {
		return nil, err
	}
	defer chip.Close()
	r := lineRequest{flags: lineOutput, lines: uint32(len(lines))}
	copy(r.consumer[:], "ledpost")
	for i, n := range lines {
		r.offsets[i] = uint32(n)
	}
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, chip.Fd(), lineRequestRequest, uintptr(unsafe.Pointer(&r)))
	if errno != 0 {
		if errno == unix.EBUSY {
			return nil, fmt.Errorf("gpiomem: GPIO %v: %w (a driver or another program has one of them: see gpioinfo)",
				lines, errno)
		}
		return nil, fmt.Errorf("gpiomem: GPIO %v: %w", lines, errno)
	}
	return &Outputs{file: os.NewFile(uintptr(r.fd), "GPIO lines"), fd: uintptr(r.fd), set: setValues}, nil
}

func setValues(fd uintptr, v *lineValues) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, lineSetValuesRequest, uintptr(unsafe.Pointer(v))); errno != 0 {
		return errno
	}
	return nil
}

// openChip opens the chip that has the lines.
func openChip(is func(label []byte) bool, what string) (*os.File, error) {
	chips, _ := filepath.Glob("/dev/gpiochip*")
	failed := fmt.Errorf("gpiomem: this machine has no GPIO lines %s (/dev/gpiochip*)", what)
	for _, name := range chips {
		f, err := os.OpenFile(name, os.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
		if errors.Is(err, fs.ErrPermission) {
			failed = fmt.Errorf("gpiomem: %w (add the user to group gpio)", err)
		}
		if err != nil {
			continue
		}
		var info chipInfo
		if ask(f, chipInfoRequest, unsafe.Pointer(&info)) && is(info.label[:]) {
			return f, nil
		}
		f.Close()
	}
	return nil, failed
}

// Set sets the levels of those lines whose bit of mask is set: bit n for the nth line
// that OpenOutputs was given. It allocates nothing.
func (o *Outputs) Set(levels, mask uint64) error {
	o.values = lineValues{levels, mask}
	if err := o.set(o.fd, &o.values); err != nil {
		return fmt.Errorf("gpiomem: lines: %w", err)
	}
	return nil
}

// Close gives the lines back; the kernel leaves their levels.
func (o *Outputs) Close() error { return o.file.Close() }
