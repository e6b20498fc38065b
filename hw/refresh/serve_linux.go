// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/version"
)

// Limits of a refresher that the system has started, of which a program that is not
// trusted asks.
const (
	hearing = 2 * time.Second        // for the program to say what it wants
	holding = time.Second            // for the refresher before to end, which takes Limits.Grace
	dying   = 700 * time.Millisecond // for the panel to be blank once the program has gone
)

// Serve is the refresher process that the system starts as root for a connection of
// [Limits.Ask], which is its standard input; kinds are the backends that a program without
// rights may ask for. Such a backend must trust nothing in its parameters and frames: they
// may have the panel show anything, and reach no memory and no line besides. args are what
// follows [ServeCommand] on the command line, and what it returns is the exit code.
//
// With the one argument "blank" it makes dark the panels that killed refreshers may have
// left lit.
func Serve(args []string, kinds map[string]Opener) int {
	if len(args) > 0 {
		return Main(args, kinds)
	}
	conn := os.Stdin
	err := serve(conn, kinds)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		fmt.Fprintln(conn, err)
	}
	// The system holds the connection, too: this ends it for the program.
	_ = unix.Shutdown(int(conn.Fd()), unix.SHUT_RDWR)
	if err != nil {
		return 1
	}
	return 0
}

func serve(conn *os.File, kinds map[string]Opener) error {
	ignoreSignals()
	if err := reduce(); err != nil {
		return err
	}
	set, memory, err := hear(conn)
	if err != nil {
		return err
	}
	defer memory.Close()
	if set.Version != version.Number {
		return fmt.Errorf("refresh: the service runs ledpost %.40q, and version %q is installed: restart the service",
			set.Version, version.Number)
	}
	if _, ok := kinds[set.Kind]; !ok {
		return fmt.Errorf("refresh: no backend %.40q for programs without rights", set.Kind)
	}
	held, err := hold(os.Getenv("RUNTIME_DIRECTORY"), set)
	if err != nil {
		return err
	}
	go hungUp(int(conn.Fd()))
	opened, err := refresh(set, int(conn.Fd()), memory, conn, kinds)
	if opened && err != nil {
		return err // the panel may be lit, and is in the file
	}
	return errors.Join(err, held.Truncate(0))
}

// hear returns what the program wants, and the memory of its frames.
func hear(conn *os.File) (set setup, memory *os.File, err error) {
	fd := int(conn.Fd())
	bound := unix.NsecToTimeval(int64(hearing))
	if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &bound); err != nil {
		return set, nil, fmt.Errorf("refresh: this command is for the program's own use: %w", err)
	}
	first, rights := make([]byte, 1), make([]byte, unix.CmsgSpace(4))
	n, got, _, _, err := unix.Recvmsg(fd, first, rights, unix.MSG_CMSG_CLOEXEC)
	if err != nil || n == 0 {
		return set, nil, fmt.Errorf("refresh: the program says nothing: %w", errors.Join(err, io.EOF))
	}
	if memory, err = given(rights[:got]); err != nil {
		return set, nil, err
	}
	if set, err = readSetup(io.MultiReader(strings.NewReader(string(first)), conn)); err != nil {
		memory.Close()
		return set, nil, err
	}
	return set, memory, nil
}

// sealed is what the memory of the frames must be: a page that goes missing would kill who
// reads it.
const sealed = unix.F_SEAL_SHRINK | unix.F_SEAL_SEAL

// given returns the one file in control messages, which must be memory that nobody can shrink.
func given(rights []byte) (*os.File, error) {
	var fds []int
	messages, err := unix.ParseSocketControlMessage(rights)
	for _, m := range messages {
		more, _ := unix.ParseUnixRights(&m)
		fds = append(fds, more...)
	}
	if err != nil || len(fds) != 1 {
		for _, fd := range fds {
			unix.Close(fd)
		}
		return nil, errors.Join(err,
			fmt.Errorf("refresh: %d files come with the parameters, want the memory of the frames", len(fds)))
	}
	f := os.NewFile(uintptr(fds[0]), "frames")
	seals, err := unix.FcntlInt(f.Fd(), unix.F_GET_SEALS, 0)
	if err != nil || seals&sealed != sealed {
		f.Close()
		return nil, errors.New("refresh: the file with the parameters is not memory that keeps its size")
	}
	return f, nil
}

// hold returns the file of a panel, with its setup, which one refresher at a time has: a
// kind's panel is its name up to a hyphen. It waits for the one before to end.
func hold(dir string, set setup) (*os.File, error) {
	if dir == "" {
		return nil, errors.New("refresh: RUNTIME_DIRECTORY is not set: this command is for the system")
	}
	panel, _, _ := strings.Cut(set.Kind, "-")
	line, err := json.Marshal(set)
	if err != nil {
		return nil, fmt.Errorf("refresh: parameters: %w", err)
	}
	for end := time.Now().Add(holding); ; time.Sleep(10 * time.Millisecond) {
		f, err := lockFile(filepath.Join(dir, "panel-"+filepath.Base(panel)+".json"))
		if err == nil {
			_, err = f.WriteAt(line, 0)
			return f, errors.Join(err, f.Truncate(int64(len(line))))
		}
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("refresh: %w", err)
		}
		if time.Now().After(end) {
			return nil, errors.New("refresh: another program has the panel: stop it")
		}
	}
}

// lockFile opens a file that is locked until it is closed; unix.EWOULDBLOCK = somebody has it.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// hungUp ends this process when the program has gone and the panel is not blank soon after:
// the system then blanks it.
func hungUp(conn int) {
	fds := [1]unix.PollFd{{Fd: int32(conn), Events: unix.POLLRDHUP}}
	for {
		if n, err := unix.Poll(fds[:], -1); n > 0 || err != nil && err != unix.EINTR {
			break
		}
	}
	time.Sleep(dying)
	os.Exit(1)
}
