// SPDX-License-Identifier: Apache-2.0

package input

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/internal/pause"
)

// retry is how often a source that cannot be opened is tried again, as the
// panel is.
const retry = 5 * time.Second

// Later is a source that open opens once it runs; it is tried again every 5 s
// while it cannot be: another program may still have a button's line.
func Later(open func() (Source, error)) Source { return &later{open: open} }

type later struct {
	open  func() (Source, error)
	fault fault
}

// Run implements Source. It closes what it has opened.
func (l *later) Run(ctx context.Context, emit func(Event)) error {
	for {
		s, err := l.open()
		l.fault.set(err)
		if err == nil {
			return errors.Join(s.Run(ctx, emit), s.Close())
		}
		if !pause.For(ctx, retry) {
			return nil
		}
	}
}

// Fault implements Source.
func (l *later) Fault() error { return l.fault.get() }

// Close implements Source: it holds nothing but while it runs.
func (l *later) Close() error { return nil }

// fault is the fault at this moment, for any goroutine to ask; zero means none.
type fault struct{ err atomic.Pointer[error] }

func (f *fault) set(err error) {
	if err == nil {
		f.err.Store(nil)
		return
	}
	f.err.Store(&err)
}

func (f *fault) get() error {
	if err := f.err.Load(); err != nil {
		return *err
	}
	return nil
}
