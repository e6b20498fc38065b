// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ledpost/ledpost/internal/applet"
)

const (
	look   = 10 * time.Millisecond // how often the memory of the process is looked at
	spoken = 4 << 10               // bytes kept of what it writes to its standard error
	nice   = 10                    // of what draws: the panel comes first
)

// Why a process was ended.
var (
	errMemory = fmt.Errorf("the app needs more than %d MiB of memory", room>>20)
	errKilled = errors.New("the app needs more memory than the system gives it")
	errDeep   = errors.New("the app calls itself too often")
	errGone   = errors.New("the device no longer waits")
	errForm   = errors.New("the drawing cannot be read")
)

// supervise has one drawing made by a process of its own, whose messages it passes on, and says
// why if that process ends early: after most, too. It returns how the process ended.
func supervise(conn io.ReadWriter, most time.Duration) (*os.ProcessState, error) {
	runtime.LockOSThread() // the process ends with the thread that started it, and is as nice
	defer runtime.UnlockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, nice) // may always be more
	slow := fmt.Errorf("the app takes longer than %v", most)
	ctx, cancel := context.WithTimeoutCause(context.Background(), most, slow)
	defer cancel()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	c, err := start(ctx)
	if err != nil {
		return nil, err
	}
	go c.hear(conn, end)
	go c.watch(ctx, end)
	done, err := c.pass(conn, end)
	waited := c.cmd.Wait()
	if done || err != nil {
		return c.cmd.ProcessState, err
	}
	reason := c.reason(context.Cause(ctx), waited)
	return c.cmd.ProcessState,
		applet.Write(conn, applet.KindDone, applet.Done{Error: &applet.Error{Message: reason.Error()}}, nil)
}

// child is a process that draws.
type child struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   io.ReadCloser
	words tail
}

// start starts a process that ends with ctx.
func start(ctx context.Context) (*child, error) {
	c := &child{cmd: exec.CommandContext(ctx, "/proc/self/exe", "draw")}
	c.cmd.Dir = "/"
	c.cmd.Env = []string{"GOMAXPROCS=1", "GOMEMLIMIT=" + strconv.FormatInt(room*3/4, 10)}
	if zone, set := os.LookupEnv("TZ"); set {
		c.cmd.Env = append(c.cmd.Env, "TZ="+zone)
	}
	c.cmd.Stderr = &c.words
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if c.out, err = c.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	return c, c.cmd.Start()
}

// hear passes on what the device says, until conn or the process ends. A device that hangs up ends
// the process.
func (c *child) hear(conn io.Reader, end context.CancelCauseFunc) {
	if _, err := io.Copy(c.in, conn); err == nil {
		end(errGone)
	}
}

// pass passes on what the process says, until it ends or says nonsense. done reports whether the drawing is complete.
func (c *child) pass(to io.Writer, end context.CancelCauseFunc) (done bool, err error) {
	for {
		m, err := applet.Read(c.out, applet.KindFetch, applet.KindImage, applet.KindPart, applet.KindPrinted,
			applet.KindDone)
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			end(errForm)
			return false, nil
		}
		if err := applet.Send(to, m); err != nil {
			end(errGone)
			return false, err
		}
		if m.Kind == applet.KindDone {
			return true, nil
		}
	}
}

// watch ends the process when it has too much memory, until ctx ends.
func (c *child) watch(ctx context.Context, end context.CancelCauseFunc) {
	tick, most := time.NewTicker(look), int(room)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if resident(c.cmd.Process.Pid) > most {
			end(errMemory)
		}
	}
}

// resident returns how many bytes of memory a process has; 0 if it has ended (proc(5)).
func resident(pid int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[1])
	return pages * os.Getpagesize()
}

// reason returns why the process ended, from why it was ended, how it ended, and what it said.
func (c *child) reason(cause, waited error) error {
	words := c.words.String()
	switch {
	case cause != nil && !errors.Is(cause, context.Canceled):
		return cause
	case strings.Contains(words, "stack exceeds"):
		return errDeep
	case strings.Contains(words, "out of memory"), strings.Contains(words, "cannot allocate memory"),
		strings.HasPrefix(words, "SIGSEGV"): // Go's runtime itself met an address that the system had refused
		return errMemory
	case killed(waited): // and not by [child.watch], which says why
		return errKilled
	}
	first, _, _ := strings.Cut(words, "\n")
	return fmt.Errorf("the app ended the program that draws it: %v: %s", waited, first)
}

// killed reports whether a process was ended by SIGKILL, as by the kernel when there is no memory left.
func killed(waited error) bool {
	exit := (*exec.ExitError)(nil)
	if !errors.As(waited, &exit) {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// tail keeps the beginning of what is written to it.
type tail struct{ bytes.Buffer }

func (t *tail) Write(b []byte) (int, error) {
	t.Buffer.Write(b[:min(len(b), spoken-min(spoken, t.Len()))])
	return len(b), nil
}
