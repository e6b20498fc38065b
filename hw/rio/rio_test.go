// SPDX-License-Identifier: Apache-2.0

package rio

import (
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/ledpost/ledpost/internal/testtool"
)

type write struct {
	offset uintptr
	v      uint32
}

// log are registers that remember the writes; what is read is what was written there.
type log struct {
	writes []write
	words  map[uintptr]uint32
}

func (l *log) Load(offset uintptr) uint32 { return l.words[offset] }

func (l *log) Store(offset uintptr, v uint32) {
	l.writes = append(l.writes, write{offset, v})
	if l.words == nil {
		l.words = map[uintptr]uint32{}
	}
	l.words[offset] = v
}

func equal(t *testing.T, got, want []write) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("writes\n%#x, want\n%#x", got, want)
	}
}

// TestClockOutWrites: the first write clears all lines, then each column is a write that
// toggles what changes and one that sets the clock.
func TestClockOutWrites(t *testing.T) {
	const clock = 1 << 17
	for slow, want := range [][]write{
		{{0x13000, 0xf0 | clock}, {0x11000, 0x30}, {0x12000, clock}, {0x11000, 0xd0 | clock}, {0x12000, clock}},
		{{0x13000, 0xf0 | clock}, {0x11000, 0x30}, {0x11000, 0}, {0x12000, clock}, {0x11000, 0xd0 | clock}, {0x11000, 0},
			{0x12000, clock}},
		{{0x13000, 0xf0 | clock}, {0x11000, 0x30}, {0x11000, 0}, {0x12000, clock}, {0x11000, 0},
			{0x11000, 0xd0 | clock}, {0x11000, 0}, {0x12000, clock}, {0x11000, 0}},
	} {
		var l log
		On(&l).ClockOut([]uint32{0x10f0003f &^ 0xc0, 0xe7}, 0xf0, clock, slow)
		equal(t, l.writes, want)
		if n := len(l.writes) - 1; n != 2*Stores(slow) {
			t.Errorf("slowdown %d: %d writes for two columns, Stores is %d", slow, n, Stores(slow))
		}
	}
	var l log
	On(&l).ClockOut(nil, 1, 2, 0)
	equal(t, l.writes, nil)
}

// TestKernel: the processor's loop makes the writes of columns, in their order.
func TestKernel(t *testing.T) {
	const mask, clock = 0x0f00_0f81, 1 << 17
	const window = 0x4000 // from one write to the next, so that none lies where another one does
	for slow := range 5 {
		words := make([]uint32, 37)
		for i := range words {
			words[i] = rand.Uint32()
		}
		var want, got []write
		setup, hold := (slow+1)/2, slow/2
		columns(func(offset uintptr, v uint32) { want = append(want, write{offset, v}) }, words, mask, clock, setup, hold)
		const empty = 0xdeadbeef
		tape := slices.Repeat([]uint32{empty}, (len(want)+1)*window/4)
		clockOut(unsafe.Pointer(&tape[0]), window, &words[0], len(words), mask, clock, setup, hold)
		for i, v := range tape {
			if v != empty {
				got = append(got, write{uintptr(i) * 4 % window, v})
			}
		}
		equal(t, got, want)
	}
}

// TestKernelsOfOtherProcessors runs this package's tests on the processor of the Pi 5, with
// programs of 64 and of 32 bits.
func TestKernelsOfOtherProcessors(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the machine that builds does this")
	}
	for _, m := range []struct{ arch, qemu, cpu string }{
		{"arm64", "qemu-aarch64-static", "cortex-a72"}, {"arm", "qemu-arm-static", "cortex-a15"},
	} {
		t.Run(m.arch, func(t *testing.T) {
			qemu := testtool.Find(t, m.qemu)
			bin := filepath.Join(t.TempDir(), "test")
			build := exec.Command("go", "test", "-c", "-o", bin, ".")
			build.Env = append(build.Environ(), "CGO_ENABLED=0", "GOARCH="+m.arch, "GOARM=6")
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if out, err := exec.Command(qemu, "-cpu", m.cpu, bin).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}
}

// TestMappedRegisters: with memory under them, ClockOut uses the processor's loop, and
// nothing is allocated.
func TestMappedRegisters(t *testing.T) {
	words := make([]uint32, size/4)
	mem := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), size)
	r := &Regs{mem: mapped(mem), base: unsafe.Pointer(&mem[rio])}
	if n := testing.AllocsPerRun(10, func() {
		r.ClockOut([]uint32{0x30, 0x50}, 0xf0, 1<<17, 1)
		r.Set(1 << 4)
		r.Clear(1<<4 | 1<<17)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	for offset, want := range map[int]uint32{0x11000: 0, 0x12000: 1 << 4, 0x13000: 1<<4 | 1<<17, 0x10000: 0} {
		if got := words[offset/4]; got != want {
			t.Errorf("%#x holds %#x, want %#x", offset, got, want)
		}
	}
	words[0x10008/4], words[0x10000/4] = 5, 6
	if r.Levels() != 5 || r.Driven() != 6 {
		t.Errorf("levels %d, driven %d", r.Levels(), r.Driven())
	}
}

// TestDrive: levels and direction come before the function, so that no line moves, and what
// else the registers of a pin hold stays.
func TestDrive(t *testing.T) {
	var l log
	l.words = map[uintptr]uint32{0x24: 0xc0_f01f, 0x20014: 0x96, 0x8c: 0x87, 0x20048: 0x56}
	On(&l).Drive(1<<4|1<<17, 1<<4)
	equal(t, l.writes, []write{
		{0x13000, 1 << 17}, {0x12000, 1 << 4}, {0x12004, 1<<4 | 1<<17},
		{0x20014, 0x56}, {0x20048, 0x56},
		{0x24, 0xc0_0005}, {0x8c, 0x85},
	})
}

// TestRelease: outputs of these registers become inputs, those of other blocks stay.
func TestRelease(t *testing.T) {
	l := log{words: map[uintptr]uint32{0x10004: 1<<4 | 1<<5 | 1<<6, 0x24: 5, 0x2c: 7, 0x34: 5}}
	On(&l).Release(1<<4 | 1<<5)
	equal(t, l.writes, []write{{0x13004, 1 << 4}})
}
