// SPDX-License-Identifier: Apache-2.0

//go:build linux

package uinput

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Keyboard is a keyboard that is plugged in. Only one goroutine may use it.
type Keyboard struct{ file *os.File }

// What uinput takes (Linux, include/uapi/linux/uinput.h), and the kind of a key's events
// (input-event-codes.h).
const (
	setEvent = 0x40045564 // UI_SET_EVBIT
	setKey   = 0x40045565 // UI_SET_KEYBIT
	create   = 0x5501     // UI_DEV_CREATE
	evKey    = 1          // EV_KEY
)

// Plug plugs in a keyboard with these keys (KEY_* of Linux, input-event-codes.h). The
// kernel keeps the first 79 bytes of its name. Programs see it a moment later.
func Plug(name string, keys ...uint16) (*Keyboard, error) {
	f, err := os.OpenFile("/dev/uinput", os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	if err := setUp(f, name, keys); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Keyboard{f}, nil
}

func setUp(f *os.File, name string, keys []uint16) error {
	fd := int(f.Fd())
	if err := unix.IoctlSetInt(fd, setEvent, evKey); err != nil {
		return err
	}
	for _, key := range keys {
		if err := unix.IoctlSetInt(fd, setKey, int(key)); err != nil {
			return err
		}
	}
	var about struct { // uinput_user_dev
		name   [80]byte
		id     [4]uint16
		forces uint32
		axes   [4 * 64]int32
	}
	copy(about.name[:79], name)
	if _, err := f.Write(memory(&about)); err != nil {
		return err
	}
	return unix.IoctlSetInt(fd, create, 0)
}

// event is struct input_event: the time is two words of the machine, which the kernel fills in.
type event struct {
	_          [2]uintptr
	kind, code uint16
	value      int32
}

// Key presses a key, or lets it go.
func (k *Keyboard) Key(code uint16, down bool) error {
	events := [2]event{{kind: evKey, code: code}} // and EV_SYN, all zeroes, which ends the report
	if down {
		events[0].value = 1
	}
	_, err := k.file.Write(memory(&events))
	return err
}

// memory returns v as it lies there. It must hold no pointers.
func memory[T any](v *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) }

// Unplug plugs the keyboard out. The kernel lets go the keys that are down.
func (k *Keyboard) Unplug() error { return k.file.Close() }
