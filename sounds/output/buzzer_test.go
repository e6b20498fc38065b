// SPDX-License-Identifier: Apache-2.0

package output

import (
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// wire records when its level changes.
type wire struct {
	edges  []time.Time
	on     bool
	fault  error
	closed bool
}

func (w *wire) Set(on bool) error {
	if on != w.on {
		w.edges = append(w.edges, time.Now())
	}
	w.on = on
	return w.fault
}

func (w *wire) Close() error { w.closed = true; return nil }

// sine is a tone.
func sine(hz, seconds, level float64, rate int) (out [][2]float64) {
	for i := range int(seconds * float64(rate)) {
		v := level * math.Sin(2*math.Pi*hz*float64(i)/float64(rate))
		out = append(out, [2]float64{v, v})
	}
	return out
}

// write writes samples in blocks, and then silence.
func write(t *testing.T, b *Buzzer, samples [][2]float64) {
	t.Helper()
	for samples = append(samples, make([][2]float64, Buffer)...); len(samples) > 0; {
		n := min(len(samples), Period)
		must.Do(t, b.Write(samples[:n]))
		samples = samples[n:]
	}
}

// TestBuzzerPlaysTones counts the edges on the line.
func TestBuzzerPlaysTones(t *testing.T) {
	for _, tt := range []struct {
		hz   float64
		rate int
	}{{100, 48000}, {440, 48000}, {440, 44100}, {880, 48000}, {1046.5, 96000}, {2093, 48000}, {3520, 48000}} {
		synctest.Test(t, func(t *testing.T) {
			w := &wire{}
			b := NewBuzzer(w, tt.rate)
			write(t, b, sine(tt.hz, 0.5, 0.2, tt.rate))
			if err := b.Close(); err != nil || !w.closed || w.on {
				t.Fatalf("closed %v, on %v, %v", w.closed, w.on, err)
			}
			first, last := w.edges[0], w.edges[len(w.edges)-1]
			length := last.Sub(first).Seconds()
			middle := w.edges[len(w.edges)/4 : 3*len(w.edges)/4]
			got := float64(len(middle)-1) / 2 / middle[len(middle)-1].Sub(middle[0]).Seconds()
			if math.Abs(got/tt.hz-1) > 0.015 || length < 0.47 || length > 0.55 {
				t.Errorf("%v Hz at %d: %.1f Hz for %.3f s", tt.hz, tt.rate, got, length)
			}
		})
	}
}

// TestBuzzerIsQuiet in silence, and after an error.
func TestBuzzerIsQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{}
		b := NewBuzzer(w, 48000)
		write(t, b, sine(440, 0.2, 1e-4, 48000))
		if err := b.Close(); err != nil || len(w.edges) != 0 {
			t.Errorf("%d edges, %v", len(w.edges), err)
		}
		broken := &wire{fault: errors.New("no such line")}
		b = NewBuzzer(broken, 48000)
		var err error
		for range 30 {
			if err = b.Write(sine(440, 0.02, 0.5, 48000)); err != nil {
				break
			}
		}
		if err == nil || b.Close() == nil {
			t.Error("a broken line is not told")
		}
	})
}
