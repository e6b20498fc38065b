// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// A peer is the process at the other end: a child of this one, or the one that the system
// has started for this one. Reads return what it says, up to its end.
type peer interface {
	io.Reader
	// SyscallConn is the way to it, by which it is woken.
	SyscallConn() (syscall.RawConn, error)
	// leave has it blank its panel and end, as it does when this process ends.
	leave()
	// kill is for one that has not ended. Reads end.
	kill()
	// ended is called once, after the last Read; opened says that its hardware was open.
	// It returns how the process ended, and why the panel may be lit still.
	ended(opened bool) (end, lit error)
}

// child is a peer that this process has started.
type child struct {
	*os.File // its standard input, whose end it ends by
	says     io.Reader
	cmd      *exec.Cmd
	line     []byte // its setup, for one that blanks what it left lit
	saved    string // the file with this; empty without one
	limits   Limits
}

// startChild starts a child with memory as its file 3, and writes line to it.
func startChild(l Limits, line []byte, memory *os.File) (*child, error) {
	saved, err := remember(line)
	if err != nil {
		return nil, err
	}
	c := &child{cmd: exec.Command("/proc/self/exe", Command), line: line, saved: saved, limits: l}
	read, write, err := os.Pipe()
	if err != nil {
		forget(saved)
		return nil, fmt.Errorf("refresh: %w", err)
	}
	defer read.Close()
	c.File = write
	c.cmd.Stdin, c.cmd.Stderr, c.cmd.ExtraFiles = read, os.Stderr, []*os.File{memory}
	c.cmd.Env = append(os.Environ(), startedVariable+"=1")
	if c.says, err = c.cmd.StdoutPipe(); err == nil {
		err = startWithoutRights(c.cmd)
	}
	if err != nil {
		write.Close()
		forget(saved)
		return nil, fmt.Errorf("refresh: start the refresher: %w", err)
	}
	_, _ = write.Write(line) // a child that has ended says why, and watch reads it
	return c, nil
}

func (c *child) Read(p []byte) (int, error) { return c.says.Read(p) }
func (c *child) leave()                     { c.Close() }
func (c *child) kill()                      { c.cmd.Process.Kill() }

// ended implements peer. A child that did not end in order may have left the panel lit,
// unless it never got as far as its hardware.
func (c *child) ended(opened bool) (end, lit error) {
	end = c.cmd.Wait()
	// A refusal before the first line ends with 1 (see Main). A signal gives another code,
	// and may have come while the hardware was being opened.
	if end != nil && (opened || c.cmd.ProcessState.ExitCode() != 1) {
		lit = c.blank()
	}
	if lit == nil {
		forget(c.saved)
	}
	return end, lit
}

// blank lets another process do what the child should have done.
func (c *child) blank() error {
	ctx, cancel := context.WithTimeout(context.Background(), c.limits.Mend)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/proc/self/exe", Command, "blank", "-")
	cmd.Stdin, cmd.Env = bytes.NewReader(c.line), append(os.Environ(), startedVariable+"=1")
	// The output of a process that was killed may stay open in its children: not longer than this.
	cmd.WaitDelay = c.limits.Mend / 7
	if text, err := cmd.Output(); err != nil {
		return fmt.Errorf("refresh: the panel may be lit: %w %s", err, bytes.TrimSpace(text))
	}
	return nil
}
