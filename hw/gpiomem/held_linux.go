package gpiomem

import (
	"bytes"
	"os"
	"path/filepath"
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
// driver for, such as the chip selects of SPI: bit n for GPIO n, 0 to 27. A
// kernel that cannot be asked holds none.
func Held() (mask uint32) {
	chips, _ := filepath.Glob("/dev/gpiochip*")
	for _, name := range chips {
		mask |= heldBy(name)
	}
	return mask
}

func heldBy(chip string) (mask uint32) {
	f, err := os.OpenFile(chip, os.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer f.Close()
	var info chipInfo
	if !ask(f, chipInfoRequest, unsafe.Pointer(&info)) || !bytes.HasPrefix(info.label[:], []byte("pinctrl-bcm2")) {
		return 0 // lines of another chip
	}
	for pin := range uint32(28) {
		line := lineInfo{offset: pin}
		if ask(f, lineInfoRequest, unsafe.Pointer(&line)) && line.flags&lineUsed != 0 {
			mask |= 1 << pin
		}
	}
	return mask
}

// ask makes a request whose answer goes to arg.
func ask(f *os.File, request uintptr, arg unsafe.Pointer) bool {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, f.Fd(), request, uintptr(arg))
	return errno == 0
}
