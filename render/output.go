// SPDX-License-Identifier: Apache-2.0

package render

import (
	"context"
	"errors"
	"image"
	"log/slog"
	"sync"
	"time"
)

// retry is how long after an error the panel is opened again.
const retry = 5 * time.Second

// Output is a panel in front of a slow or missing one: its Handoff takes the frames,
// and Run sends the newest frame to the panel behind it, which it opens, and reopens
// after an error. New ones come from [NewOutput].
type Output struct {
	*Handoff

	// Immutable.
	open func() (Panel, error)
	log  *slog.Logger
	anew chan struct{} // one slot: the panel is to be opened again

	mu    sync.Mutex
	fault error
}

// NewOutput returns an output of the given bounds; open is called by Run.
func NewOutput(bounds image.Rectangle, open func() (Panel, error), log *slog.Logger) *Output {
	return &Output{Handoff: NewHandoff(bounds), open: open, log: log, anew: make(chan struct{}, 1)}
}

// Fault returns why the panel behind shows nothing, or nil if it works. Any goroutine
// may call it.
func (o *Output) Fault() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.fault
}

// Reopen has the panel behind closed and opened again. It does not wait for that. Any
// goroutine may call it.
func (o *Output) Reopen() {
	select {
	case o.anew <- struct{}{}:
	default: // it is going to be
	}
}

// errReopen ends a session that is to be followed by another one at once.
var errReopen = errors.New("render: the panel is opened again")

// Run draws until ctx ends, then closes the panel behind. The last frame drawn
// before that still reaches it.
func (o *Output) Run(ctx context.Context) error {
	for {
		err := o.session(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err == errReopen {
			continue
		}
		o.report(err)
		select {
		case <-ctx.Done():
			return nil
		case <-o.anew:
		case <-time.After(retry):
		}
	}
}

// session opens the panel and draws on it until it fails or ctx ends.
func (o *Output) session(ctx context.Context) error {
	panel, err := o.open()
	if err != nil {
		return err
	}
	panel = Dimmed(panel)
	defer closePanel(panel)
	if err := o.show(panel); err != nil {
		return err
	}
	o.report(nil)
	again := newRefresh(panel)
	defer again.stop()
	for {
		select {
		case <-ctx.Done():
			// The loop has drawn its last frame, the dark one, before this, but that may
			// still be on its way.
			return o.show(panel)
		case <-o.anew:
			return errReopen
		case <-o.Fresh():
			err = o.show(panel)
		case <-again.due():
			err = again.panel.Refresh()
		}
		if err != nil {
			return err
		}
		again.set() // counts from the picture sent last
	}
}

// show draws the newest frame.
func (o *Output) show(panel Panel) error {
	m, level := o.Take()
	if err := panel.(Dimmer).SetBrightness(level); err != nil {
		return err
	}
	return panel.Draw(m.Rect, m, m.Rect.Min)
}

// Refresher is a panel that needs the picture sent again even if it has not
// changed: RefreshAfter is how long after the last Draw or Refresh, 0 means never.
type Refresher interface {
	RefreshAfter() time.Duration
	Refresh() error
}

// refresh is the timer of a Refresher; of another panel it is never due.
type refresh struct {
	panel Refresher
	timer *time.Timer
}

func newRefresh(p Panel) *refresh {
	r := &refresh{}
	if panel, ok := p.(Refresher); ok {
		r.panel, r.timer = panel, time.NewTimer(time.Hour)
		r.set()
	}
	return r
}

func (r *refresh) due() <-chan time.Time {
	if r.timer == nil {
		return nil
	}
	return r.timer.C
}

// set restarts the timer after something was sent.
func (r *refresh) set() {
	if r.timer == nil {
		return
	}
	r.timer.Stop()
	if after := r.panel.RefreshAfter(); after > 0 {
		r.timer.Reset(after)
	}
}

func (r *refresh) stop() {
	if r.timer != nil {
		r.timer.Stop()
	}
}

// report stores the error and logs it once.
func (o *Output) report(err error) {
	o.mu.Lock()
	was := o.fault
	o.fault = err
	o.mu.Unlock()
	switch {
	case err != nil && was == nil:
		o.log.Warn("the panel shows nothing; trying again every 5 s", "err", err)
	case err == nil && was != nil:
		o.log.Info("the panel works again")
	}
}
