// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestPhysicalAddresses: where each chip has its blocks, and what its PWM clock
// is made of (BCM2835 ARM Peripherals, 1.2.3, 6.1, 6.3 and 9.6; BCM2711 ARM
// Peripherals, 1.2.4; PLLD: device trees of raspberrypi/linux). Models in other
// tests share these numbers with the code, so here they stand once more.
func TestPhysicalAddresses(t *testing.T) {
	for _, tt := range []struct {
		chip             Chip
		gpio, pwm, clock int64
		plld             int64
	}{
		{BCM2835, 0x20200000, 0x2020c000, 0x20101000, 500_000_000},
		{BCM2836, 0x3f200000, 0x3f20c000, 0x3f101000, 500_000_000},
		{BCM2837, 0x3f200000, 0x3f20c000, 0x3f101000, 500_000_000},
		{BCM2711, 0xfe200000, 0xfe20c000, 0xfe101000, 750_000_000},
	} {
		base := tt.chip.base()
		if base+gpioBlock != tt.gpio || base+pwmBlock != tt.pwm || base+clockBlock != tt.clock || tt.chip.PLLD() != tt.plld {
			t.Errorf("%s: GPIO at %#x, PWM at %#x, clocks at %#x, PLLD of %d Hz", tt.chip, base+gpioBlock, base+pwmBlock,
				base+clockBlock, tt.chip.PLLD())
		}
	}
}

// TestPinsOfThePWMBlock: channel 1 is on GPIO 12 and 18; 13 and 19 have channel 2
// (BCM2835 ARM Peripherals, table 6-31).
func TestPinsOfThePWMBlock(t *testing.T) {
	want := map[int]write{12: {0x04, 0b100 << 6}, 18: {0x04, 0b010 << 24}} // GPFSEL1: alternative 0 and 5
	for pin := range 28 {
		f, ok := PWMFunction(pin)
		if _, wired := want[pin]; ok != wired {
			t.Errorf("GPIO %d: %v", pin, ok)
		}
		if !ok {
			continue
		}
		tape := NewTape(1)
		tape.Regs().SetFunction(pin, f)
		equal(t, writes(tape), []write{want[pin]})
	}
}

// TestRegistersOfPins: levels go to GPSET0 and GPCLR0, and a pin becomes an output
// in its three bits of GPFSEL (BCM2835 ARM Peripherals, table 6-1).
func TestRegistersOfPins(t *testing.T) {
	tape := NewTape(10)
	tape.Regs().Drive(1<<4|1<<27, 1<<27)
	equal(t, writes(tape), []write{{0x28, 1 << 4}, {0x1c, 1 << 27}, {0x00, 1 << 12}, {0x08, 1 << 21}})
}

// log records stores to a block, all of whose bits read as zero, but for EMPT1 of
// the PWM block's STA.
type log struct {
	name   string
	stores *[]store
}

type store struct {
	block  string
	offset uintptr
	v      uint32
}

func (l log) Load(offset uintptr) uint32 {
	if l.name == "PWM" && offset == 0x04 {
		return 1 << 1
	}
	return 0
}

func (l log) Store(offset uintptr, v uint32) { *l.stores = append(*l.stores, store{l.name, offset, v}) }

// TestStoresOfAPulse, each by its name in the manual.
func TestStoresOfAPulse(t *testing.T) {
	var got []store
	p := newPWM(log{"PWM", &got}, log{"CM", &got}, 500_000_000)
	if err := p.Start(80 * time.Nanosecond); err != nil { // ticks of 20 ns: ten of the clock
		t.Fatal(err)
	}
	p.Pulse(60 * time.Nanosecond) // three ticks
	must.Do(t, p.Wait())
	p.Stop()
	want := []store{
		{"PWM", 0x00, 0},          // CTL: all off
		{"CM", 0xa0, 0x5a000020},  // CM_PWMCTL: password, KILL
		{"CM", 0xa4, 0x5a00a000},  // CM_PWMDIV: 10
		{"CM", 0xa0, 0x5a000006},  // PLLD
		{"CM", 0xa0, 0x5a000016},  // ENAB
		{"PWM", 0x00, 0b01010000}, // CLRF1, POLA1
		{"PWM", 0x10, 3},          // RNG1
		{"PWM", 0x18, 3},          // FIF1
		{"PWM", 0x18, 0},
		{"PWM", 0x18, 0},
		{"PWM", 0x00, 0b00110001}, // USEF1, POLA1, PWEN1
		{"PWM", 0x00, 0b00010000}, // POLA1
	}
	if len(got) != len(want) {
		t.Fatalf("%d stores, want %d: %x", len(got), len(want), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("store %d is %x, want %x", i, got[i], want[i])
		}
	}
}
