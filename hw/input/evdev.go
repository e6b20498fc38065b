// SPDX-License-Identifier: Apache-2.0

package input

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"time"
	"unsafe"
)

// event is struct input_event less its time, which begins with two longs: 16
// bytes in programs of 32 bits, 24 in programs of 64.
type event struct {
	kind, code uint16
	value      int32
}

const eventSize = 2*int(unsafe.Sizeof(uintptr(0))) + 8

// decode reads one event from the first eventSize bytes.
func decode(b []byte) event {
	b = b[eventSize-8 : eventSize]
	return event{
		kind:  binary.NativeEndian.Uint16(b),
		code:  binary.NativeEndian.Uint16(b[2:]),
		value: int32(binary.NativeEndian.Uint32(b[4:])),
	}
}

// device is an open input device; *os.File is one.
type device interface {
	io.ReadCloser
	SetReadDeadline(time.Time) error
}

// keyboard is the keys of one device.
type keyboard struct {
	buttons map[key]Button
	timing  Timing
	keys    map[key]*press // those in buttons that were ever pressed
	lost    bool           // events, until the next report
	emit    func(Event)
	scratch []Kind
}

func newKeyboard(buttons map[key]Button, t Timing, emit func(Event)) *keyboard {
	t.Debounce = 0 // by the kernel's drivers
	return &keyboard{buttons: buttons, timing: t, keys: map[key]*press{}, emit: emit}
}

// run reads d until it fails or ctx ends. It closes d.
func (k *keyboard) run(ctx context.Context, d device) error {
	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		d.Close()
		close(closed)
	})
	defer func() {
		if stop() {
			d.Close()
		} else {
			<-closed // Read may return before
		}
		k.release()
	}()
	var buf [64 * eventSize]byte
	have := 0
	for {
		if err := d.SetReadDeadline(k.wake()); err != nil {
			return err
		}
		n, err := d.Read(buf[have:])
		now := time.Now()
		have = k.take(buf[:have+n], now)
		k.step(now)
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return err
		}
	}
}

// take decodes the whole events in b and moves the rest, whose length it
// returns, to the front.
func (k *keyboard) take(b []byte, now time.Time) int {
	whole := len(b) / eventSize * eventSize
	for at := 0; at < whole; at += eventSize {
		k.event(decode(b[at:]), now)
	}
	return copy(b, b[whole:])
}

// maxDetents bounds what one event of an axis can do.
const maxDetents = 8

func (k *keyboard) event(e event, now time.Time) {
	switch {
	case e.kind == evSyn && e.code == synDropped:
		k.lost = true
		k.release() // the keys held now are no longer known
	case e.kind == evSyn && e.code == synReport:
		k.lost = false
	case k.lost:
	case e.kind == evKey && (e.value == 0 || e.value == 1): // 2 is the kernel's repetition
		k.level(key{kind: evKey, code: e.code}, e.value == 1, now)
	case e.kind == evRel:
		to := key{evRel, e.code, e.value < 0}
		if b, ok := k.buttons[to]; ok {
			for range min(max(int64(e.value), -int64(e.value)), maxDetents) {
				detent(b, k.emit)
			}
		}
	}
}

// detent is one step of a knob: a separate press.
func detent(b Button, emit func(Event)) {
	emit(Event{b, Down})
	emit(Event{b, Up})
	emit(Event{b, Click})
}

func (k *keyboard) level(at key, down bool, now time.Time) {
	b, ok := k.buttons[at]
	if !ok {
		return
	}
	p := k.keys[at]
	if p == nil && !down {
		k.emit(Event{b, Freed})
		return
	}
	if p == nil {
		p = &press{timing: k.timing}
		k.keys[at] = p
	}
	k.scratch = p.level(down, now, k.scratch[:0])
	k.tell(b)
}

func (k *keyboard) tell(b Button) {
	for _, kind := range k.scratch {
		k.emit(Event{b, kind})
	}
}

// step reports what has come due.
func (k *keyboard) step(now time.Time) {
	for at, p := range k.keys {
		k.scratch = p.step(now, k.scratch[:0])
		k.tell(k.buttons[at])
	}
}

// wake is when step has to be called next; zero means never.
func (k *keyboard) wake() (first time.Time) {
	for _, p := range k.keys {
		if w := p.wake(); !w.IsZero() && (first.IsZero() || w.Before(first)) {
			first = w
		}
	}
	return first
}

// release lets go of all keys.
func (k *keyboard) release() {
	for at, p := range k.keys {
		k.scratch = p.cancel(k.scratch[:0])
		k.tell(k.buttons[at])
	}
}
