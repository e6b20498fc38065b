// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// SocketVariable names the environment variable with the path of the socket at which the
// system starts refreshers; without it they are children of the program.
const SocketVariable = "LEDPOST_REFRESHER"

// sandbox is how long the system may take to start a refresher, besides Limits.Ready.
const sandbox = 1500 * time.Millisecond

// served is a peer that the system has started for a connection, and that it blanks after.
type served struct {
	*net.UnixConn
	says bool // it has said something
}

// dial asks the system for a refresher and gives it line and memory. It returns nil, and no
// error, where the system starts none.
func dial(line []byte, memory *os.File) (*served, error) {
	path := os.Getenv(SocketVariable)
	if path == "" {
		return nil, nil
	}
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // the owner has switched it off
	}
	if err != nil {
		return nil, fmt.Errorf("refresh: ask for the refresher: %w", err)
	}
	if _, _, err := conn.WriteMsgUnix(line, unix.UnixRights(int(memory.Fd())), nil); err != nil {
		conn.Close()
		return nil, fmt.Errorf("refresh: ask for the refresher: %w", err)
	}
	return &served{UnixConn: conn}, nil
}

func (s *served) Read(p []byte) (int, error) {
	n, err := s.UnixConn.Read(p)
	s.says = s.says || n > 0
	return n, err
}

func (s *served) leave() { s.CloseWrite() }
func (s *served) kill()  { s.Close() } // it kills itself, see hungUp

// ended implements peer. The connection ends when the refresher has blanked the panel, or
// when the system has done so after it.
func (s *served) ended(bool) (end, lit error) {
	s.Close()
	if !s.says {
		return errors.New("the system ended it at once: journalctl -u 'ledpost-refresher@*'"), nil
	}
	return nil, nil
}
