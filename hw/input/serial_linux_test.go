// SPDX-License-Identifier: Apache-2.0

package input

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/must"
)

// TestSerial: a port gives every byte as it came, at the rate that was set, and Read returns when no byte comes.
func TestSerial(t *testing.T) {
	master := must.Get(os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0))(t)
	defer master.Close()
	fd := int(master.Fd())
	must.Do(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	n := must.Get(unix.IoctlGetInt(fd, unix.TIOCGPTN))(t)
	port := must.Get(openSerial(fmt.Sprintf("/dev/pts/%d", n), radarBaud))(t)
	defer port.Close()
	if set := must.Get(unix.IoctlGetTermios(fd, unix.TCGETS2))(t); set.Ospeed != radarBaud {
		t.Errorf("%d baud", set.Ospeed)
	}
	var buf [256]byte
	if n, err := port.Read(buf[:]); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("of silence it reads %d bytes: %v", n, err)
	}
	var all []byte
	for i := range 256 { // those with a meaning for terminals too
		all = append(all, byte(i))
	}
	must.Get(master.Write(all))(t)
	var got []byte
	for len(got) < len(all) {
		n := must.Get(port.Read(buf[:]))(t)
		got = append(got, buf[:n]...)
	}
	if !bytes.Equal(got, all) {
		t.Errorf("it reads %x", got)
	}
}

// TestNoSerial: a file that is no port is refused.
func TestNoSerial(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(path, nil, 0o600))
	if _, err := openSerial(path, radarBaud); !errors.Is(err, unix.ENOTTY) {
		t.Errorf("it is %v", err)
	}
}
