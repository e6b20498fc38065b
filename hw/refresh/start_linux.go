// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// setup is what the refresher reads first.
type setup struct {
	Kind   string          `json:"kind"`
	Params json.RawMessage `json:"params"`
	Size   int             `json:"size"`
}

// A Process is a running refresher. Its methods are for one goroutine, except
// Note and Stats.
type Process struct {
	// Immutable after Start.
	limits Limits
	cmd    *exec.Cmd
	stdin  io.Closer // its end makes the refresher blank the panel and end
	note   string
	done   chan struct{} // closed by watch
	fault  error         // why it stopped; valid when done is closed
	lit    error         // why the panel may be lit still; valid when done is closed
	line   []byte        // its setup, for one that blanks what it left lit
	saved  string        // the file with this; empty without one

	frames writer
	shown  bool  // a frame was published
	still  still // since then
	hung   bool  // and was killed for it
	closed bool

	mu   sync.Mutex // of Close's end, for Stats
	gone bool
}

// Start starts a refresher whose Backend is opened by the Opener called kind
// with params, and whose frames have size bytes. It returns when the hardware
// is open, or with the reason why it cannot be.
func (l Limits) Start(kind string, params any, size int) (*Process, error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("refresh: parameters: %w", err)
	}
	line, err := json.Marshal(setup{kind, raw, size})
	if err != nil {
		return nil, fmt.Errorf("refresh: parameters: %w", err)
	}
	memory, frames, err := create(size)
	if err != nil {
		return nil, err
	}
	defer memory.Close()
	saved, err := remember(line)
	if err != nil {
		unix.Munmap(frames.mem)
		return nil, err
	}
	p := &Process{limits: l, frames: writer{shared: frames}, done: make(chan struct{}), line: append(line, '\n'), saved: saved}
	if err := p.run(memory, line); err != nil {
		unix.Munmap(frames.mem)
		return nil, err
	}
	return p, nil
}

func (p *Process) run(memory *os.File, line []byte) error {
	cmd := exec.Command("/proc/self/exe", Command)
	p.cmd = cmd
	cmd.Stderr = os.Stderr
	cmd.ExtraFiles = []*os.File{memory} // its file 3
	stdin, err := cmd.StdinPipe()
	if err != nil {
		forget(p.saved)
		return fmt.Errorf("refresh: %w", err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		forget(p.saved)
		return fmt.Errorf("refresh: %w", err)
	}
	if device := passMemory(cmd); device != nil {
		defer device.Close()
	}
	if err := startWithoutRights(cmd); err != nil {
		forget(p.saved)
		return fmt.Errorf("refresh: start the refresher: %w", err)
	}
	p.stdin = stdin
	answer := make(chan string, 1)
	go p.watch(stdout, answer)
	_, err = stdin.Write(p.line)
	select {
	case text := <-answer:
		note, ok := strings.CutPrefix(text, "ok")
		p.note = strings.TrimSpace(note)
		if ok && err == nil {
			return nil
		}
		err = errors.New(text)
	case <-p.done:
		err = p.fault
	case <-time.After(p.limits.Ready):
		err = fmt.Errorf("refresh: the refresher did not start within %v", p.limits.Ready)
		cmd.Process.Kill()
	}
	p.stop()
	return err
}

// watch owns the child's output and its end. Its first line is the answer, a
// later one the fault that stopped it. One that did not end in order may have
// left the panel lit, unless it never got as far as its hardware.
func (p *Process) watch(stdout io.Reader, answer chan<- string) {
	p.fault = ErrStopped
	lines, opened := bufio.NewScanner(io.LimitReader(stdout, 1<<16)), false
	if lines.Scan() {
		opened = strings.HasPrefix(lines.Text(), "ok")
		answer <- lines.Text()
	}
	said := lines.Scan()
	err := p.cmd.Wait()
	switch {
	case said:
		p.fault = fmt.Errorf("%w: %s", ErrStopped, lines.Text())
	case err != nil:
		p.fault = fmt.Errorf("%w: %w", ErrStopped, err)
	}
	// A refusal before the first line ends with 1 (see Main). A signal gives another code,
	// and may have come while the hardware was being opened.
	if err != nil && (opened || p.cmd.ProcessState.ExitCode() != 1) {
		p.lit = p.blank()
	}
	if p.lit == nil {
		forget(p.saved)
	}
	close(p.done) // last: its readers read fault and lit next
}

// blank lets another process do what the refresher should have done.
func (p *Process) blank() error {
	ctx, cancel := context.WithTimeout(context.Background(), p.limits.Mend)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/proc/self/exe", Command, "blank", "-")
	cmd.Stdin = bytes.NewReader(p.line)
	// The output of a process that was killed may stay open in its children: not longer than this.
	cmd.WaitDelay = p.limits.Mend / 7
	if text, err := cmd.Output(); err != nil {
		return fmt.Errorf("refresh: the panel may be lit: %w %s", err, bytes.TrimSpace(text))
	}
	return nil
}

// stop asks the child to end and waits for it; one that does not end is killed.
func (p *Process) stop() error {
	p.stdin.Close() // the end of its input is what it ends by, also when this process dies
	select {
	case <-p.done:
	case <-time.After(p.limits.Grace):
		p.cmd.Process.Kill()
		<-p.done
		return errors.Join(errors.New("refresh: the refresher did not end and was killed"), p.lit)
	}
	return p.lit
}

// Note says what the refresher lacks to be on time, empty if nothing. Any
// goroutine may ask.
func (p *Process) Note() string { return p.note }

// Back is the frame to fill for the next Publish. It holds an older frame, at first
// zeros.
func (p *Process) Back() []byte { return p.frames.frame(p.frames.back) }

// Each calls f with each of the three frames, to fill what never changes. It
// is for before the first Publish.
func (p *Process) Each(f func(frame []byte)) {
	for i := range uint32(3) {
		f(p.frames.frame(i))
	}
}

// Publish makes Back the frame that is shown from the next refresh on. It
// neither waits nor allocates. The error is why nothing is shown any more.
func (p *Process) Publish() error {
	if err := p.Err(); err != nil {
		return err
	}
	p.frames.publish()
	if !p.shown {
		p.shown, p.still = true, still{frames: p.refreshes(), at: Now()}
	}
	return nil
}

// errHung is the end of a refresher that showed nothing for too long.
var errHung = fmt.Errorf("%w: it hung and was killed", ErrStopped)

// Err is why nothing is shown any more, an [ErrStopped]; nil while the refresher runs.
// A refresher that no longer refreshes, though it has something to show, is killed.
// That is noticed when Err or Publish are called once a second or more often. It
// neither waits nor allocates.
func (p *Process) Err() error {
	switch {
	case p.closed:
		return ErrStopped
	case p.hung:
		return errHung
	}
	select {
	case <-p.done:
		return p.fault
	default:
	}
	if p.shown && p.still.look(Now(), p.refreshes()) >= p.limits.Still {
		p.hung = true
		p.cmd.Process.Kill() // watch blanks the panel when it has ended
		return errHung
	}
	return nil
}

func (p *Process) refreshes() uint32 { return p.frames.shared.word(atFrames).Load() }

// Stats is what the refresher measured last, zero after Close. Any goroutine may
// ask.
func (p *Process) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone { // the shared memory is unmapped: reading it would end the program
		return Stats{}
	}
	s := p.frames.shared
	return Stats{
		Frames: p.refreshes(),
		Hz:     float64(s.word(atMilli).Load()) / 1000,
		Late:   time.Duration(s.word(atLate).Load()),
	}
}

// Close blanks the panel and waits for the refresher to end. Back and Each must
// not follow.
func (p *Process) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	err := p.stop()
	p.mu.Lock() // not while Stats reads what goes now
	defer p.mu.Unlock()
	p.gone = true
	unix.Munmap(p.frames.mem)
	return err
}
