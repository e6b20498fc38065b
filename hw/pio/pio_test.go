// SPDX-License-Identifier: Apache-2.0

package pio

import "testing"

// TestEncoding compares with the WS2812 program of the RP2040 datasheet
// (section 3.6.2), whose code Raspberry Pi's assembler made.
func TestEncoding(t *testing.T) {
	for _, tt := range []struct {
		source    string
		got, want uint16
	}{
		{"out x, 1 side 0 [2]", Side(Out(ToX, 1), 0, 2), 0x6221},
		{"jmp !x 3 side 1 [1]", Side(Jump(XZero, 3), 1, 1), 0x1123},
		{"jmp 0 side 1 [4]", Side(Jump(Always, 0), 1, 4), 0x1400},
		{"out pins, 32", Out(ToPins, 32), 0x6000},
		{"out y, 1", Out(ToY, 1), 0x6041},
		{"jmp x-- 3", Jump(XDecrement, 3), 0x0043},
		{"jmp !y 6", Jump(YZero, 6), 0x0066},
		{"set pins, 1", SetPin(1), 0xe001},
		{"jmp y-- 4", Jump(YDecrement, 4), 0x0084},
		{"out isr, 30", Out(ToISR, 30), 0x60de},
		{"mov x, isr", XFromISR(), 0xa026},
		{"mov isr, y", ISRFromY(), 0xa0c2},
		{"in isr, 31", DoubleISR(), 0x40df},
		{"jmp pin 5", Jump(IfPin, 5), 0x00c5},
		{"irq set 3", SetFlag(3), 0xc003},
		{"irq clear 4", ClearFlag(4), 0xc044},
		{"wait 1 irq 3", WaitFlag(3), 0x20c3},
		{"wait 0 gpio 4", WaitPin(4, 0), 0x2004},
		{"wait 1 gpio 4", WaitPin(4, 1), 0x2084},
		{"out pins, 32 [19], without side-set", Delay(Out(ToPins, 32), 19), 0x7300},
	} {
		if tt.got != tt.want {
			t.Errorf("%s is %#04x, want %#04x", tt.source, tt.got, tt.want)
		}
	}
}

func TestRegisters(t *testing.T) {
	p := Program{Wrap: 10, Divider: 2, Out: 0, OutCount: 28, Set: 18, Side: 17}
	got := p.registers(20)
	want := registers{
		clkdiv:    2 << 16,
		execctrl:  30<<12 | 20<<7,                                 // wraps from 30 to 20
		shiftctrl: 0x400e0000,                                     // FJOIN_TX, OUT and IN_SHIFTDIR, AUTOPULL
		pinctrl:   1<<29 | 1<<26 | 28<<20 | 17<<10 | 18<<5 | 0<<0, // counts, then bases
	}
	if got != want {
		t.Errorf("registers %#x, want %#x", got, want)
	}
	p = Program{Wrap: 11, WrapTo: 1, Divider: 1, OutCount: 28, Set: 18, NoSide: true, Sticky: true, Bits: 30}
	want = registers{
		clkdiv:    1 << 16,
		execctrl:  31<<12 | 21<<7 | 1<<17, // OUT_STICKY
		shiftctrl: 0x400e0000 | 30<<25,    // PULL_THRESH
		pinctrl:   1<<26 | 28<<20 | 18<<5, // no pin of the side
	}
	if got := p.registers(20); got != want {
		t.Errorf("registers %#x, want %#x", got, want)
	}
	p = Program{Wrap: 12, WrapTo: 1, Divider: 1, Set: 18, NoSide: true, Branch: 17}
	if got, want := p.registers(0).execctrl, uint32(17<<24|12<<12|1<<7); got != want { // JMP_PIN
		t.Errorf("execctrl %#x, want %#x", got, want)
	}
}
