//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// What uinput takes (Linux, include/uapi/linux/uinput.h).
const (
	uiSetEvBit  = 0x40045564
	uiSetKeyBit = 0x40045565
	uiDevCreate = 0x5501
)

const (
	evSyn    = 0
	evKey    = 1
	keyEnter = 28
)

// button is an input device of the kernel with one key, until the end of orders: each line
// is "press", or "hold" and for how many seconds.
func button(orders io.Reader) error {
	dev, err := newButton()
	if err != nil {
		return err
	}
	defer dev.Close()
	for lines := bufio.NewScanner(orders); lines.Scan(); {
		held := 0.1
		_, _ = fmt.Sscanf(lines.Text(), "hold %f", &held) // else it is a press
		if err := send(dev, 1); err != nil {
			return err
		}
		time.Sleep(time.Duration(held * float64(time.Second)))
		if err := send(dev, 0); err != nil {
			return err
		}
	}
	return nil
}

func newButton() (*os.File, error) {
	dev, err := os.OpenFile("/dev/uinput", os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	fd := int(dev.Fd())
	about := make([]byte, 80+8+4+4*64*4) // struct uinput_user_dev: name, id, effects, ranges of axes
	copy(about, "button of the check")
	for _, step := range []func() error{
		func() error { return unix.IoctlSetInt(fd, uiSetEvBit, evKey) },
		func() error { return unix.IoctlSetInt(fd, uiSetKeyBit, keyEnter) },
		func() error { _, err := dev.Write(about); return err },
		func() error { return unix.IoctlSetInt(fd, uiDevCreate, 0) },
	} {
		if err := step(); err != nil {
			dev.Close()
			return nil, err
		}
	}
	return dev, nil
}

// send tells that the key is down (1) or up (0).
func send(to io.Writer, value int32) error {
	var b bytes.Buffer
	for _, e := range []struct {
		_          [2]uint64 // the time, which the kernel fills in
		Kind, Code uint16
		Value      int32
	}{{Kind: evKey, Code: keyEnter, Value: value}, {Kind: evSyn}} {
		_ = binary.Write(&b, binary.NativeEndian, e) // never fails
	}
	_, err := to.Write(b.Bytes())
	return err
}
