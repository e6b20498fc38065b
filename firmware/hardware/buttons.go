// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"context"
	"log/slog"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/internal/pause"
)

// buttons are the configured ones: on pins, keys, knobs.
type buttons struct {
	sources  input.Sources
	log      *slog.Logger
	listener func(input.Event) // also receives events; must not block; nil = none
	held     hold
	reset    func()                  // a button was held from the start; must not block; nil = nothing
	began    time.Time               // when the buttons were first read
	taken    map[input.Button]bool   // presses that answered the device; nothing else learns of them
	test     func(input.Button) bool // takes a press for a test, and reports whether it did; must not block; nil = none
	tested   map[input.Button]bool   // presses that it took
}

func (b *buttons) health() []api.Component {
	if len(b.sources) == 0 {
		return nil
	}
	return []api.Component{api.Condition("buttons", b.sources.Fault(), api.Degraded)}
}

// watch logs once which buttons do not work, and once that all work.
func (b *buttons) watch(ctx context.Context) error {
	said := ""
	for pause.For(ctx, time.Second) {
		now := ""
		if err := b.sources.Fault(); err != nil {
			now = err.Error()
		}
		switch {
		case now == said:
		case now == "":
			b.log.Info("all buttons work")
		default:
			b.log.Warn("some buttons do not work; trying them again", "err", now)
		}
		said = now
	}
	return nil
}

// run applies button presses to d. Without buttons the device goes on.
func (b *buttons) run(ctx context.Context, d *device.Device) error {
	defer b.sources.Close()
	b.taken, b.tested, b.began = map[input.Button]bool{}, map[input.Button]bool{}, time.Now()
	err := b.sources.Run(ctx, func(e input.Event) { b.event(ctx, d, e) })
	if err != nil {
		b.log.Warn("some buttons do not work", "err", err)
	}
	return nil
}

// event applies an event to d, and tells the listener unless the press has
// answered a prompt: such a press does nothing else.
func (b *buttons) event(ctx context.Context, d *device.Device, e input.Event) {
	if e.Kind == input.Freed {
		b.freed(time.Since(b.began))
		return
	}
	if e.Kind == input.Down {
		b.tested[e.Button] = b.test != nil && b.test(e.Button)
	}
	if b.tested[e.Button] {
		return
	}
	if part, ok := phase(e); ok {
		button, err := enum.Read[device.Button](string(e.Button))
		taken := false
		if err == nil {
			taken, err = d.PressHere(ctx, button, part)
		}
		if err != nil && ctx.Err() == nil {
			b.log.Debug("a press of a button failed", "button", e.Button, "err", err)
		}
		if part == device.Down {
			b.taken[e.Button] = taken // until the next one: a click comes after its up
		}
	}
	if b.taken[e.Button] {
		return
	}
	if b.listener != nil {
		b.listener(e)
	}
	b.held.event(e, time.Now())
}

// freed takes the end of a press that had begun before the buttons were read, and how long
// ago that was. One that takes longer is a line that is not connected, or a cat.
func (b *buttons) freed(after time.Duration) {
	if b.reset != nil && after >= holdFor && after <= holdAtMost {
		b.reset()
	}
}

// phase returns what an event is to the device; ok is false if it is nothing.
func phase(e input.Event) (part device.Phase, ok bool) {
	switch {
	case e.Kind == input.Up:
		return device.Up, true
	case e.Kind == input.Down:
		return device.Down, true
	case e.Acts():
		return device.Held, true
	}
	return 0, false
}

// holdFor is how long a button must be held for something that nobody does by accident.
const (
	holdFor    = 10 * time.Second
	holdAtMost = time.Minute // from the start
)

// hold calls do once when a button is held that long. It is for one goroutine; the zero
// value does nothing.
type hold struct {
	do    func() // must not block
	since map[input.Button]time.Time
}

// event takes what happens to a button: it repeats while it is held.
func (h *hold) event(e input.Event, now time.Time) {
	if h.do == nil {
		return
	}
	switch e.Kind {
	case input.Down:
		if h.since == nil {
			h.since = map[input.Button]time.Time{}
		}
		h.since[e.Button] = now
	case input.Up:
		delete(h.since, e.Button)
	case input.Repeat:
		if began, ok := h.since[e.Button]; ok && now.Sub(began) >= holdFor {
			delete(h.since, e.Button)
			h.do()
		}
	}
}
