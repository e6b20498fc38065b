//go:build linux

package main

import (
	"encoding/binary"
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/hw/input"
)

// plugged reads a keyboard that is plugged in, and out while a key is down, and
// another with more keys than the kernel's buffer holds.
func plugged() error {
	const name = "keyboard"
	s, err := input.Open(input.Config{Devices: []string{name + "*"}, Grab: true})
	if err != nil {
		return err
	}
	return read(s, func(r *reader) error {
		r.until(false)
		k, err := plug(name)
		if err != nil {
			return err
		}
		r.until(true)
		k.key(volumeUp, 1)
		r.wait(input.Event{Button: input.VolumeUp, Kind: input.Repeat})
		k.key(volumeUp, 0)
		k.key(left, 1)
		r.wait(input.Event{Button: input.Left, Kind: input.Down})
		k.file.Close()
		r.wait(input.Event{Button: input.Left, Kind: input.Up})
		r.until(false)
		if k, err = plug(name + " again"); err != nil {
			return err
		}
		defer k.file.Close()
		r.until(true)
		for range 2000 {
			k.key(enter, 1)
			k.key(enter, 0)
		}
		time.Sleep(500 * time.Millisecond) // what follows lost events is lost too
		k.key(right, 1)
		k.key(right, 0)
		r.wait(input.Event{Button: input.Right, Kind: input.Click})
		return nil
	})
}

// Key codes (Linux, input-event-codes.h).
const (
	enter    = 28
	left     = 105
	right    = 106
	volumeUp = 115
)

// keyboard is a device of uinput.
type keyboard struct{ file *os.File }

// plug makes a keyboard (Linux, include/uapi/linux/uinput.h).
func plug(name string) (*keyboard, error) {
	const (
		setEvent = 0x40045564 // UI_SET_EVBIT
		setKey   = 0x40045565 // UI_SET_KEYBIT
		create   = 0x5501     // UI_DEV_CREATE
	)
	f, err := os.OpenFile("/dev/uinput", os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	fd := int(f.Fd())
	if err := unix.IoctlSetInt(fd, setEvent, 1); err != nil { // EV_KEY
		return nil, err
	}
	for _, key := range []int{enter, left, right, volumeUp} {
		if err := unix.IoctlSetInt(fd, setKey, key); err != nil {
			return nil, err
		}
	}
	var setup struct { // uinput_user_dev
		name   [80]byte
		id     [4]uint16
		forces uint32
		axes   [4 * 64]int32
	}
	copy(setup.name[:], name)
	if _, err := f.Write(unsafe.Slice((*byte)(unsafe.Pointer(&setup)), unsafe.Sizeof(setup))); err != nil {
		return nil, err
	}
	return &keyboard{f}, unix.IoctlSetInt(fd, create, 0)
}

// key writes a key's event and the report that ends it.
func (k *keyboard) key(code uint16, value uint32) {
	const size = 2*int(unsafe.Sizeof(uintptr(0))) + 8
	var b [2 * size]byte
	binary.NativeEndian.PutUint16(b[size-8:], 1) // EV_KEY
	binary.NativeEndian.PutUint16(b[size-6:], code)
	binary.NativeEndian.PutUint32(b[size-4:], value)
	k.file.Write(b[:])
}
