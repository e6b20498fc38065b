// SPDX-License-Identifier: Apache-2.0

// Package logtail keeps the newest lines of the program's log for readers over
// the network. Memory is bounded: lines are cut, old ones dropped, and a slow
// reader gets an error instead of a wait.
package logtail

import (
	"errors"
	"log/slog"
	"sync"
	"time"
)

// Bounds of the kept lines: about half a megabyte at most.
const (
	Lines    = 500     // how many lines
	maxText  = 300     // bytes of a message or of the value of an attribute
	maxLine  = 8 << 10 // the same, of what is passed on
	maxAttrs = 12      // attributes of a line
	maxName  = 40      // bytes of an attribute's name
)

// Line is a line of the log. Lines must not be changed.
type Line struct {
	Number  uint64            `json:"n"` // counts lines from 1
	Time    time.Time         `json:"time"`
	Level   string            `json:"level"` // debug, info, warn, error
	Message string            `json:"message"`
	Attrs   map[string]string `json:"attrs,omitempty"`
}

// Tail keeps the newest lines. Make one with [New]; its methods may be called
// from any goroutine, and none waits.
type Tail struct {
	mu      sync.Mutex
	lines   [Lines]Line   // line n is at n % Lines
	last    uint64        // number of the newest line; 0 = none
	changed chan struct{} // closed at the next line
}

// New returns an empty tail.
func New() *Tail { return &Tail{changed: make(chan struct{})} }

// add stores a line as the newest one.
func (t *Tail) add(l Line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last++
	l.Number = t.last
	t.lines[l.Number%Lines] = l
	close(t.changed)
	t.changed = make(chan struct{})
}

// ErrSlow is returned to a reader that has missed lines.
var ErrSlow = errors.New("logtail: the reader is too slow: lines were dropped")

// Reader reads a tail line by line. Only one goroutine may use it.
type Reader struct {
	tail *Tail
	next uint64 // number of the line to be read next
}

// Reader returns a reader that begins with the oldest line kept.
func (t *Tail) Reader() *Reader {
	t.mu.Lock()
	defer t.mu.Unlock()
	return &Reader{t, t.oldest()}
}

// oldest returns the number of the oldest line kept. t.mu must be held.
func (t *Tail) oldest() uint64 {
	if t.last < Lines {
		return 1
	}
	return t.last - Lines + 1
}

// Next returns the lines since the last call, and a channel that is closed when
// there are more. Errors: ErrSlow, if some of them were dropped.
func (r *Reader) Next() (lines []Line, more <-chan struct{}, err error) {
	t := r.tail
	t.mu.Lock()
	defer t.mu.Unlock()
	if r.next < t.oldest() {
		return nil, nil, ErrSlow
	}
	for ; r.next <= t.last; r.next++ {
		lines = append(lines, t.lines[r.next%Lines])
	}
	return lines, t.changed, nil
}

// levelName returns the word of a level.
func levelName(l slog.Level) string {
	switch {
	case l < slog.LevelInfo:
		return "debug"
	case l < slog.LevelWarn:
		return "info"
	case l < slog.LevelError:
		return "warn"
	}
	return "error"
}
