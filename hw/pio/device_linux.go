// SPDX-License-Identifier: Apache-2.0

package pio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Path is the kernel's device.
const Path = "/dev/pio0"

// The calls, by number (rp1_pio_if.h).
const (
	smConfigXfer  = 0
	smXferData    = 1
	addProgram    = 11
	smClaim       = 20
	smInit        = 30
	smSetPins     = 35
	smSetPinDirs  = 36
	smSetEnabled  = 37
	gpioSetFn     = 51
	magic         = 102
	anywhere      = 0xffff
	functionOfPIO = 7
)

// The arguments of the calls, as in C.
type (
	addProgramArgs struct {
		count, origin uint16
		code          [Instructions]uint16
	}
	claimArgs struct{ _ uint16 } // mask of state machines; 0 = any
	initArgs  struct {
		sm, pc uint16
		config registers
	}
	pinArgs struct {
		sm, _        uint16
		values, mask uint32
	}
	enableArgs struct {
		mask   uint16
		enable uint8
		_      uint8
	}
	functionArgs   struct{ gpio, fn uint16 }
	configXferArgs struct{ sm, dir, size, count uint16 }
	xferArgs       struct {
		sm, dir, bytes uint16
		data           unsafe.Pointer
	}
)

// largest is the most that one transfer takes: its length has 16 bits and is a
// multiple of a word.
const largest = 65532

// buffers is how many transfers of a machine wait at a time.
const buffers = 4

// A Device is state machines that run programs. One goroutine may use it.
type Device struct {
	file *os.File
	sms  []uint16
	xfer xferArgs                                               // of Send, which allocates nothing
	call func(request uintptr, arg unsafe.Pointer) (int, error) // the kernel, or a test's
}

// Open opens the kernel's device.
func Open() (*Device, error) {
	f, err := os.OpenFile(Path, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil,
			fmt.Errorf("pio: %w (it needs a Raspberry Pi 5 with a kernel of 2025 or later and its bootloader up to date)", err)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("pio: %w (join the group gpio)", err)
	case err != nil:
		return nil, fmt.Errorf("pio: %w", err)
	}
	d := &Device{file: f}
	fd := f.Fd()
	d.call = func(request uintptr, arg unsafe.Pointer) (int, error) {
		r, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, request, uintptr(arg))
		if errno != 0 {
			return 0, errno
		}
		return int(r), nil
	}
	return d, nil
}

// Close gives the state machines back. Their pins stay as they are.
func (d *Device) Close() error { return d.file.Close() }

// Run loads programs and starts their machines together, with the pins of mask as
// outputs at the levels of high from before they are the programs'. The last program has
// the machine with the highest number. First the PIO block lets go of the pins of free,
// which an earlier program may have driven: outputs stay outputs after its end.
func (d *Device) Run(free, mask, high uint32, programs ...*Program) error {
	for range programs {
		sm, err := do(d, "claim a state machine", smClaim, claimArgs{})
		if err != nil {
			return err
		}
		d.sms = append(d.sms, uint16(sm))
	}
	slices.Sort(d.sms)
	var all uint16
	for n, p := range programs {
		if err := d.load(d.sms[n], p); err != nil {
			return err
		}
		all |= 1 << d.sms[n]
	}
	sm := d.sms[0]
	steps := []func() error{
		func() error { return only(do(d, "make inputs", smSetPinDirs, pinArgs{sm: sm, mask: free})) },
		func() error { return only(do(d, "set the pins", smSetPins, pinArgs{sm: sm, values: high, mask: mask})) },
		func() error {
			return only(do(d, "make outputs", smSetPinDirs, pinArgs{sm: sm, values: mask, mask: mask}))
		},
		func() error { return d.connect(mask) },
		func() error { return only(do(d, "start", smSetEnabled, enableArgs{mask: all, enable: 1})) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// load gives a machine its program and room for words on their way.
func (d *Device) load(sm uint16, p *Program) error {
	add := addProgramArgs{count: uint16(len(p.Code)), origin: anywhere}
	copy(add.code[:], p.Code)
	offset, err := do(d, "load the program", addProgram, add)
	if err != nil {
		return err
	}
	if _, err := do(d, "set up the transfer", smConfigXfer, configXferArgs{sm, 0, largest, buffers}); err != nil {
		return err
	}
	return only(do(d, "set up the state machine", smInit, initArgs{sm, uint16(offset), p.registers(offset)}))
}

// connect gives the pins of mask to the state machines.
func (d *Device) connect(mask uint32) error {
	for pin := range Pins {
		if mask>>pin&1 == 0 {
			continue
		}
		if _, err := do(d, "connect a pin", gpioSetFn, functionArgs{uint16(pin), functionOfPIO}); err != nil {
			return err
		}
	}
	return nil
}

// Send gives words to a machine, counted from 0, and returns when all are on their way:
// at most four transfers wait at a time. It allocates nothing.
func (d *Device) Send(machine int, words []uint32) error {
	for len(words) > 0 {
		n := min(len(words), largest/4)
		d.xfer = xferArgs{sm: d.sms[machine], bytes: uint16(4 * n), data: unsafe.Pointer(&words[0])}
		if _, err := d.call(request(smXferData, unsafe.Sizeof(d.xfer)), unsafe.Pointer(&d.xfer)); err != nil {
			return fmt.Errorf("pio: send: %w", err)
		}
		words = words[n:]
	}
	return nil
}

// padded is arguments with room for what the kernel copies back: as many bytes
// as the answer's value, whatever the size of the arguments.
type padded[T any] struct {
	args T
	_    [64]byte
}

func do[T any](d *Device, what string, number uintptr, args T) (int, error) {
	p := &padded[T]{args: args}
	r, err := d.call(request(number, unsafe.Sizeof(args)), unsafe.Pointer(p))
	if err != nil {
		return 0, fmt.Errorf("pio: %s: %w", what, err)
	}
	return r, nil
}

func only(_ int, err error) error { return err }

// request is _IOW(magic, number, size) (asm-generic/ioctl.h).
func request(number, size uintptr) uintptr { return 1<<30 | size<<16 | magic<<8 | number }
