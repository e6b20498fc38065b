// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Requests of GPIO character devices (linux/gpio.h, second version of the ABI,
// since Linux 5.10), by _IOR and _IOWR.
const (
	chipInfoRequest = 0x8044b401
	lineInfoRequest = 0xc100b405

	lineUsed = 1 << 0
)

// chipInfo is struct gpiochip_info.
type chipInfo struct {
	name, label [32]byte
	lines       uint32
}

// lineInfo is struct gpio_v2_line_info.
type lineInfo struct {
	name, consumer [32]byte
	offset, count  uint32
	flags          uint64
	attributes     [10][2]uint64
	_              [4]uint32
}

// Held returns the pins that the kernel or a program has asked the kernel's
// driver for, such as the chip selects of SPI: bit n for GPIO n, 0 to 45. A
// kernel that cannot be asked holds none.
func Held() (mask uint64) {
	for _, l := range Lines() {
		mask |= 1 << l.Pin
	}
	return mask
}

// Lines is Held with the owner of each line, in the order of the lines.
func Lines() (all []Line) {
	chips, _ := filepath.Glob("/dev/gpiochip*")
	for _, name := range chips {
		all = append(all, heldBy(name)...)
	}
	slices.SortFunc(all, func(a, b Line) int { return a.Pin - b.Pin })
	// Systems have a second name for the chip of the header.
	return slices.CompactFunc(all, func(a, b Line) bool { return a.Pin == b.Pin })
}

func heldBy(chip string) []Line {
	f, err := os.OpenFile(chip, os.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	return held(func(request uintptr, arg unsafe.Pointer) bool { return ask(f, request, arg) })
}

// held asks a chip, by ask, for the lines that are in use.
func held(ask func(request uintptr, arg unsafe.Pointer) bool) (all []Line) {
	var info chipInfo
	if !ask(chipInfoRequest, unsafe.Pointer(&info)) || !ofHeader(info.label[:]) {
		return nil
	}
	for pin := range ModulePins {
		line := lineInfo{offset: uint32(pin)}
		if ask(lineInfoRequest, unsafe.Pointer(&line)) && line.flags&lineUsed != 0 {
			all = append(all, Line{pin, text(line.consumer[:])})
		}
	}
	return all
}

// ofHeader reports whether the chip with this label has the lines of the
// header: of the models 0 to 4 and of the 5.
func ofHeader(label []byte) bool {
	return bytes.HasPrefix(label, []byte("pinctrl-bcm2")) || bytes.HasPrefix(label, []byte("pinctrl-rp1"))
}

// text is a string of C.
func text(b []byte) string {
	s, _, _ := bytes.Cut(b, []byte{0})
	return string(s)
}

// ask makes a request whose answer goes to arg.
func ask(f *os.File, request uintptr, arg unsafe.Pointer) bool {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, f.Fd(), request, uintptr(arg))
	return errno == 0
}
