// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"

	"golang.org/x/sys/unix"
)

// screen is what was written to a terminal.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *screen) shows(text string) func() bool {
	return func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return strings.Contains(s.text.String(), text)
	}
}

// openTerminal is a pseudo terminal: the end of who looks, and the program's.
func openTerminal(t *testing.T) (outer, inner *os.File) {
	t.Helper()
	outer, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	must.Do(t, err)
	t.Cleanup(func() { outer.Close() })
	fd := int(outer.Fd())
	must.Do(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetUint32(fd, unix.TIOCGPTN)
	must.Do(t, err)
	if inner, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	return outer, inner
}

func resize(t *testing.T, f *os.File, columns, rows uint16) {
	t.Helper()
	must.Do(t, unix.IoctlSetWinsize(int(f.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: columns, Row: rows}))
}

// TestTerminal: the simulator draws half blocks in a terminal, follows its size,
// and gives it back.
func TestTerminal(t *testing.T) {
	outer, inner := openTerminal(t)
	resize(t, outer, 80, 24)
	dir := t.TempDir()
	cmd := exec.Command(rig.Binary(t), "run", "--data", dir, "--http", "127.0.0.1:0", "--https", "")
	cmd.Stdout, cmd.Stderr = inner, inner
	must.Do(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill() })
	inner.Close()
	s := &screen{}
	var reading sync.WaitGroup
	reading.Go(func() { outer.WriteTo(s) }) // until the program has ended
	eventually.True(t, "the panel is drawn", s.shows("▀"))
	eventually.True(t, "the page is told below it", s.shows("Page:  http://"))
	key := must.Get(os.ReadFile(filepath.Join(dir, "key")))(t)
	eventually.True(t, "the key is told to a terminal", s.shows("Key:   "+strings.TrimSpace(string(key))))
	resize(t, outer, 100, 40)
	eventually.True(t, "the screen is laid out again", s.shows("\x1b[7;40r"))
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
	reading.Wait()
	if !strings.HasSuffix(s.text.String(), "\x1b[r\x1b[?25h\x1b[999;1H\r\n") {
		t.Errorf("the terminal is left as %q", s.text.String()[max(0, s.text.Len()-80):])
	}
}
