// SPDX-License-Identifier: Apache-2.0

package wave_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/wave"
	"github.com/ledpost/ledpost/hw/wave/wavetest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestServed: the refresher's backend sends frames, at the end the dark one that came first,
// and gives all memory back; it takes none after it was opened.
func TestServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board, lit := wavetest.New(gpiomem.BCM2837), &leds{}
		board.Level = func(_ int, at time.Duration, high bool) { lit.level(at, high) }
		dark, light := pulses(make([]byte, 9)), pulses([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9})
		raw := fmt.Appendf(nil, `{"Port":"GPIO18","Speed":2400000,"Size":%d}`, len(dark))
		b := must.Get(wave.Opened(raw, "PWM", func(name string) (*wave.Port, error) { return wave.New(board, name) }))(t)
		before := board.Left()
		for _, frame := range [][]byte{dark, light, light} {
			must.Do(t, b.Refresh(frame))
			time.Sleep(10 * time.Millisecond)
			board.Busy() // lets the model go on until now
		}
		if board.Left() != before {
			t.Errorf("%d areas and mappings, %d when it was opened", board.Left(), before)
		}
		must.Do(t, b.Blank())
		lit.latch()
		off, on := make([]byte, 9), []byte{1, 2, 3, 4, 5, 6, 7, 8, 9}
		want := [][]byte{off, on, on, off}
		if lit.wrong > 0 || !slices.EqualFunc(lit.frames[max(len(lit.frames)-4, 0):], want, slices.Equal) {
			t.Errorf("%d wrong pulses, frames %v, want %v at the end", lit.wrong, lit.frames, want)
		}
		must.Equal(t, board.Left(), 0, "areas and mappings are left")
	})
}

// TestServedDistrusts what a program without rights sends.
func TestServedDistrusts(t *testing.T) {
	for _, raw := range []string{
		`{`, `{}`, `{"Port":"GPIO17","Speed":2400000,"Size":9}`,
		`{"Port":"GPIO21","Speed":2400000,"Size":9}`, `{"Port":"vcd:/etc/x","Speed":2400000,"Size":9}`,
		`{"Port":"GPIO18","Speed":0,"Size":9}`, `{"Port":"GPIO18","Speed":9223372036854775807,"Size":9}`,
		`{"Port":"GPIO18","Speed":2400000,"Size":0}`, `{"Port":"GPIO18","Speed":2400000,"Size":-1}`,
		`{"Port":"GPIO18","Speed":2400000,"Size":1073741824}`,
	} {
		_, err := wave.Opened([]byte(raw), "PWM", func(string) (*wave.Port, error) {
			t.Errorf("%s is taken", raw)
			return nil, gpiomem.ErrNotPi
		})
		if err == nil || !strings.HasPrefix(err.Error(), "wave: parameters") {
			t.Errorf("%s: %v", raw, err)
		}
	}
	if all := wave.Served(); len(all) != 2 {
		t.Errorf("%d backends", len(all))
	}
}
