// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/version"
)

// setup is what the refresher reads first.
type setup struct {
	Version string          `json:"version"` // of the program
	Kind    string          `json:"kind"`
	Params  json.RawMessage `json:"params"`
	Size    int             `json:"size"`
}

// A Process is a running refresher. Its methods are for one goroutine, except
// Note and Stats.
type Process struct {
	// Immutable after Start.
	limits Limits
	peer   peer
	way    syscall.RawConn
	wake   func(fd uintptr) bool
	note   string
	done   chan struct{} // closed by watch
	fault  error         // why it stopped; valid when done is closed
	lit    error         // why the panel may be lit still; valid when done is closed

	frames writer
	shown  bool  // a frame was published
	still  still // since then
	hung   bool  // and was killed for it
	closed bool

	mu   sync.Mutex // of Close's end, for Stats
	gone bool
}

// Start starts a refresher as a child, whose Backend is opened by the Opener called kind
// with params, and whose frames have size bytes. It returns when the hardware
// is open, or with the reason why it cannot be.
func (l Limits) Start(kind string, params any, size int) (*Process, error) {
	return l.start(kind, params, size, func(line []byte, memory *os.File) (peer, Limits, error) {
		c, err := startChild(l, line, memory)
		return c, l, err
	})
}

// Ask is Start where the system starts the refresher: this program has not the rights that
// its hardware takes. Where the system starts none, it is a child (see [SocketVariable]).
func (l Limits) Ask(kind string, params any, size int) (*Process, error) {
	return l.start(kind, params, size, func(line []byte, memory *os.File) (peer, Limits, error) {
		s, err := dial(line, memory)
		if s == nil && err == nil {
			c, err := startChild(l, line, memory)
			return c, l, err
		}
		longer := l
		longer.Ready += sandbox
		return s, longer, err
	})
}

// startedVariable is set for what this package starts, so that a program that does not know
// [Command], as a test of a driver, does not start itself again and again.
const startedVariable = "LEDPOST_REFRESHER_STARTED"

func (l Limits) start(kind string, params any, size int,
	by func(line []byte, memory *os.File) (peer, Limits, error)) (*Process, error) {
	if os.Getenv(startedVariable) != "" {
		return nil, errors.New("refresh: a refresher starts no other")
	}
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("refresh: parameters: %w", err)
	}
	line, err := json.Marshal(setup{version.Number, kind, raw, size})
	if err != nil {
		return nil, fmt.Errorf("refresh: parameters: %w", err)
	}
	memory, frames, err := create(size)
	if err != nil {
		return nil, err
	}
	defer memory.Close()
	p := &Process{frames: writer{shared: frames}, done: make(chan struct{}), wake: knock}
	if p.peer, p.limits, err = by(append(line, '\n'), memory); err == nil {
		err = p.opens()
	}
	if err != nil {
		unix.Munmap(frames.mem)
		return nil, err
	}
	return p, nil
}

// opens waits until the hardware is open.
func (p *Process) opens() (err error) {
	answer := make(chan string, 1)
	go p.watch(answer)
	select {
	case text := <-answer:
		note, ok := strings.CutPrefix(text, "ok")
		p.note = strings.TrimSpace(note)
		if !ok {
			err = errors.New(text)
		} else if p.way, err = p.peer.SyscallConn(); err == nil {
			return nil
		}
	case <-p.done:
		err = p.fault
	case <-time.After(p.limits.Ready):
		err = fmt.Errorf("refresh: the refresher did not start within %v", p.limits.Ready)
		p.peer.kill()
	}
	p.stop()
	return err
}

// watch owns what the refresher says, and its end. Its first line is the answer, a
// later one the fault that stopped it.
func (p *Process) watch(answer chan<- string) {
	p.fault = ErrStopped
	lines, opened := bufio.NewScanner(io.LimitReader(p.peer, 1<<16)), false
	if lines.Scan() {
		opened = strings.HasPrefix(lines.Text(), "ok")
		answer <- lines.Text()
	}
	said := lines.Scan()
	end, lit := p.peer.ended(opened)
	switch p.lit = lit; {
	case said:
		p.fault = fmt.Errorf("%w: %s", ErrStopped, lines.Text())
	case end != nil:
		p.fault = fmt.Errorf("%w: %w", ErrStopped, end)
	}
	close(p.done) // last: its readers read fault and lit next
}

// stop asks the refresher to end and waits for it; one that does not end is killed.
func (p *Process) stop() error {
	p.peer.leave()
	select {
	case <-p.done:
	case <-time.After(p.limits.Grace):
		p.peer.kill()
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

// Wake has a refresher whose Backend is [Lasting] look at once for what was published. It
// neither waits nor allocates. The error is that of Err.
func (p *Process) Wake() error {
	if err := p.Err(); err != nil {
		return err
	}
	return p.way.Write(p.wake)
}

var knocked = []byte{'\n'}

// knock writes to a descriptor that does not block: where there is no room the refresher has
// enough to read.
func knock(fd uintptr) bool {
	_, _ = unix.Write(int(fd), knocked)
	return true
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
		p.peer.kill() // watch returns when the panel is blank
		return errHung
	}
	return nil
}

func (p *Process) refreshes() uint32 { return p.frames.shared.word(atFrames).Load() }

// Stats returns the last measurements of the refresher, zero after Close. Any goroutine may
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
