// SPDX-License-Identifier: Apache-2.0

// Package logtail keeps the newest lines of the program's log for readers over
// the network. Memory is bounded: lines are cut, old ones dropped, and a slow
// reader gets an error instead of a wait.
package logtail

import (
	"context"
	"errors"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/maskurl"
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

// Handler returns a handler that passes records on to next and keeps the records that
// next handles.
func (t *Tail) Handler(next slog.Handler) slog.Handler { return &handler{tail: t, next: next} }

// handler keeps records, and passes them on.
type handler struct {
	tail  *Tail
	next  slog.Handler
	attrs []slog.Attr // with the names of their groups in front
	group string      // "" or with a dot at its end
}

func (h *handler) Enabled(ctx context.Context, l slog.Level) bool { return h.next.Enabled(ctx, l) }

func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	next := slog.NewRecord(r.Time, r.Level, withoutSecrets(r.Message), r.PC)
	l := Line{Time: r.Time, Level: levelName(r.Level), Message: cut(next.Message, maxText)}
	for _, a := range h.attrs {
		l.set(a)
	}
	r.Attrs(func(a slog.Attr) bool {
		a = told(a)
		next.AddAttrs(a)
		a.Key = h.group + a.Key
		l.set(a)
		return true
	})
	h.tail.add(l)
	return h.next.Handle(ctx, next)
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	c, passed := *h, make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		a = told(a)
		passed[i] = a
		a.Key = h.group + a.Key
		c.attrs = append(c.attrs[:len(c.attrs):len(c.attrs)], a)
	}
	c.next = h.next.WithAttrs(passed)
	return &c
}

func (h *handler) WithGroup(name string) slog.Handler {
	c := *h
	c.next = h.next.WithGroup(name)
	if name != "" {
		c.group += name + "."
	}
	return &c
}

// set adds an attribute without secrets to the line.
func (l *Line) set(a slog.Attr) {
	if a.Equal(slog.Attr{}) || len(l.Attrs) >= maxAttrs {
		return
	}
	if l.Attrs == nil {
		l.Attrs = map[string]string{}
	}
	l.Attrs[cut(a.Key, maxName)] = cut(a.Value.String(), maxText)
}

// What stands for a secret, and what secrets are known by. The program itself logs none;
// this is for messages of libraries and other devices, which may quote an address with
// one in it.
const hidden = "***"

var (
	secretName  = regexp.MustCompile(`(?i)(password|passphrase|secret|token|authorization|psk)$`)
	secretQuery = regexp.MustCompile(
		`(?i)([?&][a-z_-]*(?:key|token|secret|password|pass|appid|auth|sig|signature)=)[^&\s"'#]+`)
	bearer = regexp.MustCompile(`(?i)\b(bearer|basic)\s+[a-z0-9+/=._~-]{8,}`)
)

// told returns an attribute without secrets. A value that has none keeps its kind.
func told(a slog.Attr) slog.Attr {
	if a.Equal(slog.Attr{}) {
		return a
	}
	a.Value = a.Value.Resolve()
	if secretName.MatchString(a.Key) {
		a.Value = slog.StringValue(hidden)
		return a
	}
	switch a.Value.Kind() {
	case slog.KindString, slog.KindAny, slog.KindGroup:
		if text := a.Value.String(); withoutSecrets(text) != text {
			a.Value = slog.StringValue(withoutSecrets(text))
		}
	}
	return a
}

// withoutSecrets returns the text, of bounded length, without secrets: of an address it
// shows where that leads.
func withoutSecrets(text string) string {
	text = cut(text, maxLine)
	text = maskurl.In(text)
	text = secretQuery.ReplaceAllString(text, "${1}"+hidden)
	return bearer.ReplaceAllString(text, "${1} "+hidden)
}

// cut returns at most n bytes of the text, as valid UTF-8.
func cut(text string, n int) string {
	text = strings.ToValidUTF8(text, "�")
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n-len("…")], "") + "…"
}
