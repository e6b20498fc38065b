// SPDX-License-Identifier: Apache-2.0

package output

import (
	"fmt"
	"sync"
	"time"
)

// A Switch is the line that a passive buzzer is connected to.
type Switch interface {
	// Set puts voltage on the buzzer, or takes it off.
	Set(on bool) error
	Close() error
}

// Lines opens lines of this machine by their names. Its values are comparable.
type Lines interface {
	OpenLine(name string) (Switch, error)
}

// findBuzzer returns the buzzer on the line of c.
func findBuzzer(c Config) (Choice, error) {
	if c.Line == "" || c.Lines == nil {
		return Choice{}, fmt.Errorf("output: a buzzer needs the line that it is connected to")
	}
	return Choice{Name: "buzzer", Info: "buzzer on " + c.Line, Heard: true, Open: func() (Output, error) {
		s, err := c.Lines.OpenLine(c.Line)
		if err != nil {
			return nil, fmt.Errorf("output: buzzer: %w", err)
		}
		return NewBuzzer(s, c.Rate), nil
	}}, nil
}

// Buzzer plays the melody of the sound: the pitch of every 10 ms, as loud as it always
// is. Quiet sounds are silent.
type Buzzer struct {
	pace
	pitches *pitches
	notes   chan float64 // of 10 ms each
	end     chan struct{}
	done    sync.WaitGroup

	mu    sync.Mutex
	fault error
}

// NewBuzzer plays on s, which it owns from now on, at rate frames a second.
func NewBuzzer(s Switch, rate int) *Buzzer {
	// As many notes as may be written ahead, and the notes of a block that does not wait.
	b := &Buzzer{pace: pace{rate: rate, ahead: Buffer}, pitches: newPitches(rate), notes: make(chan float64, 4*hops),
		end: make(chan struct{})}
	b.done.Go(func() {
		t := tune{line: s}
		b.fail(t.play(b.notes, b.end))
		b.fail(s.Set(false))
		b.fail(s.Close())
	})
	return b
}

// fail keeps the first error.
func (b *Buzzer) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fault == nil {
		b.fault = err
	}
}

// Write implements Output.
func (b *Buzzer) Write(block [][2]float64) error {
	b.pitches.take(block, func(hz float64) {
		select {
		case b.notes <- hz:
		default: // the line is slower than the sound: what it cannot play is lost
		}
	})
	b.wait(len(block))
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.fault
}

// Close implements Output.
func (b *Buzzer) Close() error {
	close(b.end)
	b.done.Wait()
	return b.fault
}

// A tune switches a line.
type tune struct {
	line Switch
	on   bool
	edge time.Time // the last one of a note; zero in silence
	at   time.Time // the sound so far ends then
}

// play plays notes until end is closed.
func (t *tune) play(notes <-chan float64, end <-chan struct{}) error {
	for {
		select {
		case <-end:
			return nil
		case hz := <-notes:
			if now := time.Now(); t.at.Before(now) { // it had nothing to play
				t.at = now
			}
			t.at = t.at.Add(time.Second / hops)
			if err := t.note(hz, end); err != nil {
				return err
			}
		}
	}
}

// note plays until t.at. A note goes on from the one before it without a step.
func (t *tune) note(hz float64, end <-chan struct{}) error {
	if hz == 0 {
		t.edge = time.Time{}
		if t.on {
			t.on = false
			if err := t.line.Set(false); err != nil {
				return err
			}
		}
		sleep(t.at, end)
		return nil
	}
	half := time.Duration(float64(time.Second) / hz / 2)
	next := t.edge.Add(half)
	if t.edge.IsZero() {
		next = t.at.Add(-time.Second / hops)
	}
	for ; next.Before(t.at); next = next.Add(half) {
		if !sleep(next, end) {
			return nil
		}
		t.on, t.edge = !t.on, next
		if err := t.line.Set(t.on); err != nil {
			return err
		}
	}
	return nil
}

// sleep waits for an instant; false says that end was closed before.
func sleep(until time.Time, end <-chan struct{}) bool {
	time.Sleep(time.Until(until)) // at most 10 ms
	select {
	case <-end:
		return false
	default:
		return true
	}
}
