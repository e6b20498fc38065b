// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

type write struct {
	offset uintptr
	v      uint32
}

func writes(t *Tape) []write {
	var out []write
	for i := range t.Len() {
		offset, v := t.At(i)
		out = append(out, write{offset, v})
	}
	return out
}

// TestClockOutWrites compares the kernel's stores with the order that the
// panels need: data while the clock is low, then the clock.
func TestClockOutWrites(t *testing.T) {
	const mask, clk = 0x0f00_0f81, 1 << 17
	for _, slow := range []int{0, 1, 2, 4} {
		words := make([]uint32, 37)
		for i := range words {
			words[i] = rand.Uint32()
		}
		tape := NewTape(1000)
		tape.Regs().ClockOut(words, mask, clk, slow)
		var want []write
		for _, w := range words {
			want = append(want, write{OutputClear, ^w&mask | clk}, write{OutputSet, w & mask})
			for range slow {
				want = append(want, write{OutputClear, 0})
			}
			want = append(want, write{OutputSet, clk})
			for range slow {
				want = append(want, write{OutputClear, 0})
			}
		}
		equal(t, writes(tape), want)
	}
}

// TestClockOutBothWrites: the data of both banks while the clock is low, then the clock.
// The offsets are those of the manual's table 6-1.
func TestClockOutBothWrites(t *testing.T) {
	const set0, set1, clear0, clear1 = 0x1c, 0x20, 0x28, 0x2c
	const mask, second, clk = 0xfff8_ff80, 0x3fff, 1 << 16
	for _, slow := range []int{0, 1, 2, 4} {
		low, high := make([]uint32, 37), make([]uint32, 40)
		for i := range low {
			low[i], high[i] = rand.Uint32(), rand.Uint32()
		}
		tape := NewTape(1000)
		tape.Regs().ClockOutBoth(low, high, mask, second, clk, slow)
		var want []write
		for i, w := range low {
			want = append(want, write{clear0, ^w&mask | clk}, write{set0, w & mask},
				write{clear1, ^high[i] & second}, write{set1, high[i] & second})
			want = append(want, slices.Repeat([]write{{clear0, 0}}, slow)...)
			want = append(want, write{set0, clk})
			want = append(want, slices.Repeat([]write{{clear0, 0}}, slow)...)
		}
		equal(t, writes(tape), want)
	}
	tape := NewTape(9) // room for one column
	tape.Regs().ClockOutBoth(make([]uint32, 2), make([]uint32, 2), 1, 1, 2, 0)
	tape.Regs().ClockOutBoth(make([]uint32, 2), make([]uint32, 1), 1, 1, 2, 0)
	must.Equal(t, tape.Len(), 0, "stores of columns that do not fit or have no second word")
}

func equal(t *testing.T, got, want []write) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d stores, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("store %d is %#x at %#x, want %#x at %#x", i, got[i].v, got[i].offset, want[i].v, want[i].offset)
		}
	}
}

// TestSetAndClearKeepOrder proves that the compiler dropped no store of a
// pulse: without atomics only the last of each register remains.
func TestSetAndClearKeepOrder(t *testing.T) {
	tape := NewTape(10)
	r := tape.Regs()
	r.Set(16)
	r.Clear(16)
	r.Set(16)
	r.Clear(16)
	equal(t, writes(tape), []write{{OutputSet, 16}, {OutputClear, 16}, {OutputSet, 16}, {OutputClear, 16}})
}

func TestDriveSetsLevelsBeforeDirections(t *testing.T) {
	tape := NewTape(10)
	tape.Regs().Drive(1<<4|1<<17|1<<21, 1<<4)
	equal(t, writes(tape), []write{
		{OutputClear, 1<<17 | 1<<21}, // levels first: no line moves when it becomes an output
		{OutputSet, 1 << 4},
		{FunctionSelect, 1 << 12},     // GPIO4
		{FunctionSelect + 4, 1 << 21}, // GPIO17
		{FunctionSelect + 8, 1 << 3},  // GPIO21
	})
}

// TestDriveBothBanks: GPIO 32 is the first of the second bank.
func TestDriveBothBanks(t *testing.T) {
	tape := NewTape(20)
	tape.Regs().Drive(1<<18|1<<31, 1<<18)
	tape.Regs().DriveSecond(1 | 1<<13)
	equal(t, writes(tape), []write{
		{0x28, 1 << 31}, {0x1c, 1 << 18},
		{0x04, 1 << 24}, // GPIO 18 in GPFSEL1
		{0x0c, 1 << 3},  // GPIO 31 in GPFSEL3
		{0x2c, 1 | 1<<13},
		{0x0c, 1<<3 | 1<<6},
		{0x10, 1 << 15}, // GPIO 45 in GPFSEL4
	})
}

func TestFullTapeIgnoresStores(t *testing.T) {
	tape := NewTape(4)
	tape.Regs().ClockOut(make([]uint32, 2), 1, 2, 0) // 6 stores
	tape.Regs().Set(1)
	must.Equal(t, tape.Len(), 1, "stores on the tape")
}

// TestKernelsOfOtherProcessors runs this package's tests on the processors of
// the Raspberry Pi.
func TestKernelsOfOtherProcessors(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the machine that builds does this")
	}
	for _, m := range []struct{ name, arch, arm, qemu, cpu string }{
		{"Zero", "arm", "6", "qemu-arm-static", "arm1176"},
		{"2", "arm", "7", "qemu-arm-static", "cortex-a7"},
		{"3, 64 bit", "arm64", "", "qemu-aarch64-static", "cortex-a53"},
	} {
		t.Run(m.name, func(t *testing.T) {
			qemu := testtool.Find(t, m.qemu)
			bin := filepath.Join(t.TempDir(), "test")
			build := exec.Command("go", "test", "-c", "-o", bin, ".")
			build.Env = append(build.Environ(), "CGO_ENABLED=0", "GOARCH="+m.arch, "GOARM="+m.arm)
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if out, err := exec.Command(qemu, "-cpu", m.cpu, bin).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}
}
