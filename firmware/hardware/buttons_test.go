// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/internal/must"
)

// broken is a button that is not there while err is not nil.
type broken struct {
	input.Source
	mu  sync.Mutex // the test writes, the watcher reads
	err error
}

func (b *broken) Fault() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

func (b *broken) set(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = err
}

// TestButtonFaultsAreSaidOnce, and once that they are mended.
func TestButtonFaultsAreSaidOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		button := &broken{}
		b := buttons{sources: input.Sources{button}, log: slog.New(slog.NewTextHandler(&log, nil))}
		stop := must.Run(t, b.watch)
		for _, c := range []struct {
			err  error
			want string // in the one line; empty is none
		}{
			{nil, ""},
			{errors.New("line 5 is busy"), "line 5 is busy"},
			{errors.New("line 6 is busy"), "line 6 is busy"},
			{nil, "all buttons work"},
		} {
			log.Reset()
			button.set(c.err)
			time.Sleep(time.Minute)
			synctest.Wait()
			if n := strings.Count(log.String(), "\n"); !strings.Contains(log.String(), c.want) || n != min(len(c.want), 1) {
				t.Errorf("%v: %d lines, want one with %q:\n%s", c.err, n, c.want, log.String())
			}
		}
		stop()
	})
}

// pushes is a button whose events the test makes.
type pushes struct {
	input.Source
	events chan input.Event
}

func (p pushes) Run(ctx context.Context, emit func(input.Event)) error {
	for {
		select {
		case e := <-p.events:
			emit(e)
		case <-ctx.Done():
			return nil
		}
	}
}

func (p pushes) Close() error { return nil }

// push is a press of so long, as package input reports it.
func (p pushes) push(b input.Button, hold time.Duration) {
	p.events <- input.Event{Button: b, Kind: input.Down}
	begun := time.Now()
	for time.Since(begun) < hold {
		time.Sleep(min(hold-time.Since(begun), 150*time.Millisecond))
		p.events <- input.Event{Button: b, Kind: input.Repeat}
	}
	p.events <- input.Event{Button: b, Kind: input.Up}
	p.events <- input.Event{Button: b, Kind: input.Click}
	synctest.Wait()
}

// TestAnswerDoesNothingElse: a press that answers a prompt is not told to
// automations, and opens no access point, however long it is held.
func TestAnswerDoesNothingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev, ctx := devicetest.Run(t), t.Context()
		source, told, opened := pushes{events: make(chan input.Event)}, 0, 0
		b := buttons{sources: input.Sources{source}, log: slog.New(slog.DiscardHandler),
			listener: func(input.Event) { told++ }, held: hold{do: func() { opened++ }}}
		must.Run(t, func(ctx context.Context) error { return b.run(ctx, dev) })
		over := must.Get(dev.Ask(ctx, device.Prompt{Text: "press", Hold: 2 * time.Second, Within: time.Minute}))(t)
		time.Sleep(time.Second)
		source.push(input.Action, time.Second)
		select {
		case a := <-over:
			t.Errorf("a press that is too short: %v", a)
		default:
		}
		source.push(input.Action, holdFor+time.Second)
		select {
		case a := <-over:
			must.Equal(t, a, device.Approved, "it is answered with")
		default:
			t.Error("a long press does not approve")
		}
		if told != 0 || opened != 0 {
			t.Errorf("automations learn of %d events, the access point is opened %d times", told, opened)
		}
		source.push(input.VolumeUp, holdFor+time.Second)
		if a, err := dev.Audio(ctx); told == 0 || opened != 1 || err != nil || a.Volume == 50 {
			t.Errorf("another press: %d events, opened %d times, %+v %v", told, opened, a, err)
		}
	})
}

// TestPressesOfATest do nothing else, from the first to the last event of each; what was pressed
// before is let go as usual.
func TestPressesOfATest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev, ctx := devicetest.Run(t), t.Context()
		source, told, tests := pushes{events: make(chan input.Event)}, []string{}, true
		b := buttons{sources: input.Sources{source}, log: slog.New(slog.DiscardHandler),
			listener: func(e input.Event) { told = append(told, e.String()) },
			test:     func(b input.Button) bool { return tests && b == input.VolumeUp }}
		must.Run(t, func(ctx context.Context) error { return b.run(ctx, dev) })
		source.events <- input.Event{Button: input.VolumeUp, Kind: input.Down}
		synctest.Wait()
		tests = false // it ends while the button is down
		source.events <- input.Event{Button: input.VolumeUp, Kind: input.Repeat}
		source.events <- input.Event{Button: input.VolumeUp, Kind: input.Up}
		source.events <- input.Event{Button: input.VolumeUp, Kind: input.Click}
		synctest.Wait()
		if a, err := dev.Audio(ctx); err != nil || a.Volume != 50 || len(told) != 0 {
			t.Errorf("a press of the test: volume %d, %v, %q", a.Volume, err, told)
		}
		source.events <- input.Event{Button: input.VolumeUp, Kind: input.Down}
		synctest.Wait()
		tests = true // it begins while the button is down
		source.events <- input.Event{Button: input.VolumeUp, Kind: input.Up}
		synctest.Wait()
		if a, err := dev.Audio(ctx); err != nil || a.Volume == 50 || len(told) != 2 {
			t.Errorf("a press of the owner: volume %d, %v, %q", a.Volume, err, told)
		}
	})
}
