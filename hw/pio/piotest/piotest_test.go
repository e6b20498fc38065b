// SPDX-License-Identifier: Apache-2.0

package piotest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/pio"
	"github.com/ledpost/ledpost/internal/must"
)

func run(t *testing.T, p *pio.Program, words ...uint32) string {
	t.Helper()
	var log strings.Builder
	must.Do(t, Run(p, words, 0, func(at time.Duration, levels uint32) { fmt.Fprintf(&log, "%v:%b ", at, levels) }))
	return strings.TrimSpace(log.String())
}

// TestTiming goes by the rules of the RP2040 datasheet, section 3.2: each
// instruction takes a cycle and its delay, side-set happens at its start.
func TestTiming(t *testing.T) {
	p := &pio.Program{Divider: 2, Wrap: 1, OutCount: 4, Set: 6, Side: 5, Code: []uint16{
		pio.Side(pio.Out(pio.ToPins, 32), 0, 1),
		pio.Side(pio.Jump(pio.Always, 0), 1, 0),
	}}
	want := "0s:1 20ns:100001 30ns:10 50ns:100010 60ns:10"
	must.Equal(t, run(t, p, 1, 2), want)
}

func TestCountedLoop(t *testing.T) {
	p := &pio.Program{Divider: 1, Wrap: 3, OutCount: 4, Set: 6, Side: 5, Code: []uint16{
		pio.Out(pio.ToX, 32),
		pio.SetPin(1),
		pio.Jump(pio.XDecrement, 2), // X+1 times
		pio.SetPin(0),
	}}
	want := "5ns:1000000 30ns:0" // 1 + 4 cycles
	must.Equal(t, run(t, p, 3), want)
}

func TestUnknownInstructionsFail(t *testing.T) {
	for _, code := range []uint16{0x8080 /* pull */, 0xa042 /* mov */, 0x6081, /* out pindirs */
		0xe081 /* set pindirs */} {
		if err := Run(&pio.Program{Divider: 1, Code: []uint16{code}, OutCount: 1}, []uint32{0}, 0, nil); err == nil {
			t.Errorf("%#04x is no error", code)
		}
	}
	if err := Run(&pio.Program{Divider: 1, Wrap: 9, Code: []uint16{pio.Jump(pio.Always, 7)}}, nil, 0, nil); err == nil {
		t.Error("a jump out of the program is no error")
	}
}

// TestMachinesMeet: the second machine goes on when the first one raises a flag, and of two
// that drive a pin in one cycle the higher number wins, the sticky one in all cycles.
func TestMachinesMeet(t *testing.T) {
	giver := &pio.Program{Divider: 1, Wrap: 2, OutCount: 4, NoSide: true, Code: []uint16{
		pio.Out(pio.ToPins, 32), pio.Delay(pio.SetFlag(3), 2), pio.Jump(pio.Always, 0),
	}}
	for _, row := range []struct {
		why    string
		sticky bool
		want   int // times that the pin is high
	}{
		{"set once, the other one changes", false, 2},
		{"set last, nobody changes", true, 1},
	} {
		taker := &pio.Program{Divider: 1, Wrap: 1, OutCount: 4, Set: 0, NoSide: true, Sticky: row.sticky, Code: []uint16{
			pio.WaitFlag(3), pio.SetPin(0),
		}}
		b := New(0, giver, taker)
		b.Send(0, []uint32{5, 5, 0})
		var log strings.Builder
		must.Do(t, b.Run(func(at time.Duration, levels uint32) { fmt.Fprintf(&log, "%v:%b ", at, levels) }))
		if got := strings.Count(log.String(), "101"); got != row.want {
			t.Errorf("%s: the pin is high %d times, want %d: %s", row.why, got, row.want, log.String())
		}
	}
}

// TestLateWords hold the machine alone that they are for.
func TestLateWords(t *testing.T) {
	p := &pio.Program{Divider: 1, OutCount: 1, NoSide: true, Code: []uint16{pio.Out(pio.ToPins, 32)}}
	q := *p
	q.Out = 4
	b := New(0, p, &q)
	left := 3
	b.Late = func(machine int) bool {
		if machine == 0 {
			left--
		}
		return machine == 0 && left >= 0
	}
	b.Send(0, []uint32{1})
	b.Send(1, []uint32{1, 0})
	var log strings.Builder
	must.Do(t, b.Run(func(at time.Duration, levels uint32) { fmt.Fprintf(&log, "%v:%b ", at, levels) }))
	must.Equal(t, log.String(), "0s:10000 5ns:0 15ns:1 ")
}
