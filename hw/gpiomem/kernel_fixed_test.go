// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"github.com/ledpost/ledpost/internal/must"
)

// TestFixedLoopIsTheTapes proves the loop that hardware gets, whose stores cannot
// be listed: its text is that of the tape's loop, which TestClockOutWrites and the test of both banks list,
// without the additions to the base.
func TestFixedLoopIsTheTapes(t *testing.T) {
	for _, kernel := range []struct{ file, addition string }{
		{"kernel_amd64.s", "ADDQ SI, DI"}, {"kernel_arm.s", "ADD R1, R0"}, {"kernel_arm64.s", "ADD R1, R0"},
		{"both_amd64.s", "ADDQ SI, DI"}, {"both_arm.s", "ADD R1, R0"}, {"both_arm64.s", "ADD R1, R0"},
	} {
		raw := must.Get(os.ReadFile(kernel.file))(t)
		text := instructions(string(raw))
		_, text, _ = strings.Cut(text, "\nword:\n")
		moving, text, _ := strings.Cut(text, "\nfixedWord:\n")
		fixed, _, _ := strings.Cut(text, "\nTEXT")
		moving = strings.ReplaceAll(moving, "\n"+kernel.addition, "")
		fixed = strings.ToLower(strings.ReplaceAll(fixed, "fixed", ""))
		if moving = strings.ToLower(moving); moving != fixed || !strings.Contains(fixed, "0x1c") {
			t.Errorf("%s: the loop with a fixed base is\n%s\nwant\n%s", kernel.file, fixed, moving)
		}
	}
}

// instructions is assembly without remarks, with a blank between words.
func instructions(text string) string {
	var lines []string
	for line := range strings.Lines(regexp.MustCompile(`//.*`).ReplaceAllString(text, "")) {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n")
}

// TestFixedLoopRuns runs it on a block of memory: the last word stays in the
// registers, and nothing beside them is written.
func TestFixedLoopRuns(t *testing.T) {
	const mask, clk = 0xff, 1 << 17
	for _, slow := range []int{0, 1, 3} {
		block := make([]uint32, 3*slot/4)
		r := Regs{base: unsafe.Pointer(&block[slot/4])}
		for _, last := range []uint32{0x5a, 0xffff_ff00} {
			r.ClockOut([]uint32{1, 2, last}, mask, clk, slow)
			clear := ^last&mask | clk
			if slow > 0 {
				clear = 0
			}
			for i, v := range block {
				var want uint32
				switch uintptr(i*4) - slot {
				case OutputSet:
					want = clk
				case OutputClear:
					want = clear
				}
				if v != want {
					t.Errorf("slow %d: %#x at %#x, want %#x", slow, v, i*4-slot, want)
				}
			}
		}
	}
}

// TestFixedLoopOfBothBanksRuns is TestFixedLoopRuns for both banks.
func TestFixedLoopOfBothBanksRuns(t *testing.T) {
	const mask, second, clk = 0xff, 0x3ffc, 1 << 16
	for _, slow := range []int{0, 1, 3} {
		block := make([]uint32, 3*slot/4)
		r := Regs{base: unsafe.Pointer(&block[slot/4])}
		for _, last := range []uint32{0x5a5a, 0xffff_ffff} {
			r.ClockOutBoth([]uint32{1, 2, last}, []uint32{3, 4, last}, mask, second, clk, slow)
			want := map[uintptr]uint32{
				0x1c: clk, 0x28: ^last&mask | clk, // GPSET0, GPCLR0
				0x20: last & second, 0x2c: ^last & second, // GPSET1, GPCLR1
			}
			if slow > 0 {
				want[0x28] = 0
			}
			for i, v := range block {
				if at := uintptr(i*4) - slot; v != want[at] {
					t.Errorf("slow %d: %#x at %#x, want %#x", slow, v, at, want[at])
				}
			}
		}
	}
}
