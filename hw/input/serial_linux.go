// SPDX-License-Identifier: Apache-2.0

package input

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// openSerial opens a serial port for reading: 8 bits, no parity, 1 stop bit, every byte as it comes. Its Read returns
// within radarPoll, with [os.ErrDeadlineExceeded] if nothing has come.
func openSerial(path string, baud uint32) (io.ReadCloser, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := raw(f, baud); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s is no serial port: %w", path, err)
	}
	return serial{f}, nil
}

// raw sets a port. The calls with 2 take any baud rate (ioctl_tty(2)).
func raw(f *os.File, baud uint32) error {
	c, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var fault error
	err = c.Control(func(fd uintptr) {
		t, err := unix.IoctlGetTermios(int(fd), unix.TCGETS2)
		if fault = err; err != nil {
			return
		}
		t.Iflag, t.Oflag, t.Lflag = unix.IGNBRK|unix.IGNPAR, 0, 0
		t.Cflag = unix.CS8 | unix.CREAD | unix.CLOCAL | unix.BOTHER
		t.Ispeed, t.Ospeed = baud, baud
		t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
		fault = unix.IoctlSetTermios(int(fd), unix.TCSETS2, t)
	})
	if err != nil {
		return err
	}
	return fault
}

type serial struct{ *os.File }

// Read implements [io.Reader].
func (s serial) Read(p []byte) (int, error) {
	if err := s.SetReadDeadline(time.Now().Add(radarPoll)); err != nil {
		return 0, err
	}
	return s.File.Read(p)
}
