// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/hw/refresh"
)

// program is ledpost, the same file as in the arm64 package.
const program = "/usr/bin/ledpost"

// Limits of the unit: how long ledpost may take to start, may be silent, and may
// take to end.
const (
	starting = 90 * time.Second
	silence  = 15 * time.Second
	ending   = 5 * time.Second
)

// start runs ledpost until it ends. It reports whether ledpost was ready once.
func start(ctx context.Context, s settings, pulse *pulse) (ready bool, err error) {
	notes, err := listen(socketName)
	if err != nil {
		return false, err
	}
	defer notes.Close()
	cmd := command(s)
	ended := make(chan error, 1)
	began := make(chan error, 1)
	go func() {
		// Pdeathsig comes when the thread ends that has started the process.
		runtime.LockOSThread()
		began <- cmd.Start()
		ended <- cmd.Wait()
	}()
	if err := <-began; err != nil {
		return false, err
	}
	pulse.runs(cmd.Process.Pid)
	defer pulse.runs(0)
	announce("ledpost starts")
	ready, err = watch(ctx, cmd.Process, ended, notes.messages, pulse)
	blank()
	return ready, err
}

// Where ledpost asks for the process of a panel, which may use /dev/mem, as ledpost-refresher.socket
// has it elsewhere; and the folder for the files of those processes.
const (
	refresherSocket = "/run/ledpost-refresher.sock"
	refresherDir    = "/run/ledpost-refresher"
)

// refreshers starts such processes for ledpost until ctx is done.
func refreshers(ctx context.Context) error {
	if err := os.MkdirAll(refresherDir, 0o700); err != nil {
		return err
	}
	l, err := open(refresherSocket)
	if err != nil {
		return err
	}
	go refresh.Spawn(ctx, l, program, refresherDir, func(err error) { announce("refresher: %v", err) })
	return nil
}

// open opens a socket at which ledpost alone may ask.
func open(name string) (*net.UnixListener, error) {
	_ = os.Remove(name)
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.Chmod(name, 0o600), os.Chown(name, user, user)); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// command is ledpost as its user, who may open the first ports.
func command(s settings) *exec.Cmd {
	cmd := exec.Command(program, s.arguments()...)
	cmd.Env = s.environment()
	cmd.Dir = "/"
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Credential:  &syscall.Credential{Uid: user, Gid: user},
		AmbientCaps: []uintptr{unix.CAP_NET_BIND_SERVICE},
		Pdeathsig:   syscall.SIGKILL,
	}
	return cmd
}

// blank makes panels dark that killed children of ledpost have left lit, with its rights:
// it is ledpost that says which they are.
func blank() {
	cmd := exec.Command(program, refresh.Command, "blank")
	cmd.Env = []string{"RUNTIME_DIRECTORY=" + run}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	_ = cmd.Run()
}

// A process is one that signals are sent to.
type process interface{ Signal(os.Signal) error }

// watch waits until p has ended, which ended tells, and reports whether it was
// ready and how it ended; meanwhile pulse has whether it is ready. When ctx is done it ends it with SIGTERM; when no
// message comes in time, with SIGABRT, upon which Go programs print what they are doing.
func watch(
	ctx context.Context, p process, ended <-chan error, messages <-chan string, pulse *pulse,
) (ready bool, err error) {
	defer pulse.set(false)
	quiet := time.NewTimer(starting)
	defer quiet.Stop()
	for {
		select {
		case err := <-ended:
			return ready, outcome(err)
		case message := <-messages:
			if status, ok := strings.CutPrefix(message, "STATUS="); ok && status != "" {
				announce("%s", status)
			}
			if !ready && message == "READY=1" {
				announce("ledpost is ready")
				ready = true
				pulse.set(true)
			}
			if ready {
				quiet.Reset(silence)
			}
		case <-quiet.C:
			return ready, errors.Join(errors.New("it no longer answered"), end(p, syscall.SIGABRT, ended))
		case <-ctx.Done():
			return ready, errors.Join(ctx.Err(), end(p, syscall.SIGTERM, ended))
		}
	}
}

// end ends p by a signal, or if that does not help by SIGKILL.
func end(p process, sig os.Signal, ended <-chan error) error {
	if err := p.Signal(sig); err != nil {
		return fmt.Errorf("signal: %w", err)
	}
	select {
	case <-ended:
		return nil
	case <-time.After(ending):
	}
	if err := p.Signal(syscall.SIGKILL); err != nil {
		return fmt.Errorf("signal: %w", err)
	}
	<-ended
	return errors.New("it had to be killed")
}

func outcome(err error) error {
	if err == nil {
		return errors.New("it has stopped by itself")
	}
	return err
}

// socketName is where ledpost tells that it is ready and alive (sd_notify(3)).
const socketName = run + "/notify"

// notes are the messages of a socket.
type notes struct {
	conn     *net.UnixConn
	messages chan string // one line each; when the reader is behind, they are dropped
}

// listen opens the socket, which ledpost's user can write to.
func listen(name string) (*notes, error) {
	_ = os.Remove(name)
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		return nil, err
	}
	if err := os.Chown(name, user, user); err != nil && os.Getuid() == 0 {
		conn.Close()
		return nil, err
	}
	n := &notes{conn: conn, messages: make(chan string, 8)}
	go n.read()
	return n, nil
}

func (n *notes) read() {
	buf := make([]byte, 4096)
	for {
		size, err := n.conn.Read(buf)
		if err != nil {
			return
		}
		for line := range strings.SplitSeq(strings.TrimSpace(string(buf[:size])), "\n") {
			select {
			case n.messages <- line:
			default:
			}
		}
	}
}

// Close ends the reading.
func (n *notes) Close() error { return n.conn.Close() }
