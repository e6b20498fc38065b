// Command effects counts what every effect costs on ARMv6: the instructions that
// qemu-arm-static executes for making it at 64×64 and for drawing three of its
// frames. It takes a minute or two.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/render/effects"
)

// limit is what a draw may cost.
const limit = 1_200_000

// frames is how many command draw draws of each effect.
const frames = 3

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := os.MkdirTemp("", "effects")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "draw")
	build := exec.Command("go", "build", "-o", program, "github.com/ledpost/ledpost/bench/effects/draw")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm", "GOARM=6")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	at, err := address(program, "main.mark")
	if err != nil {
		return err
	}
	counts, err := trace(program, at)
	if err != nil {
		return err
	}
	return report(counts)
}

// address returns that of a function.
func address(program, function string) (uint32, error) {
	out, err := exec.Command("go", "tool", "nm", program).Output()
	if err != nil {
		return 0, fmt.Errorf("nm: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) == 3 && f[2] == function {
			return hex([]byte(f[0])), nil
		}
	}
	return 0, fmt.Errorf("%s is not in %s", function, program)
}

// trace runs program in QEMU, which logs each block of instructions when it first
// meets it, and the address of each that it executes. It returns how many
// instructions there were from each call of mark to the next.
func trace(program string, mark uint32) (counts []int, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("qemu-arm-static", "-cpu", "arm1176", "-d", "in_asm,exec,nochain", "-D", "/proc/self/fd/3", program)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off")
	cmd.ExtraFiles = []*os.File{w}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	w.Close()
	length := map[uint32]int{} // of the block at an address
	var block uint32
	lines := bufio.NewReaderSize(r, 1<<20)
	for {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			break
		}
		switch {
		case bytes.HasPrefix(line, []byte("IN: ")):
			block = 0
		case bytes.HasPrefix(line, []byte("0x")): // 0x00012b20:  e59a1008  ldr r1, [sl, #8]
			at := hex(line[2:10])
			if block == 0 {
				block, length[at] = at, 0
			}
			length[block]++
		case bytes.HasPrefix(line, []byte("Trace ")): // Trace 0: 0x7f7450c03a40 [00000480/00012b20/00000000/00000201] main.main
			_, rest, _ := bytes.Cut(line, []byte("/"))
			at := hex(rest[:8])
			if at == mark {
				counts = append(counts, 0)
			}
			if len(counts) > 0 {
				counts[len(counts)-1] += length[at]
			}
		}
	}
	return counts, cmd.Wait()
}

// hex reads hexadecimal digits.
func hex(b []byte) (v uint32) {
	for _, c := range b {
		d := uint32(c - '0')
		if c >= 'a' {
			d = uint32(c-'a') + 10
		}
		v = v<<4 | d
	}
	return v
}

// report prints the counts and fails if one is above the limit. The last one is
// what the program does at its end.
func report(counts []int) error {
	names := append(effects.Backgrounds(), effects.Overlays()...)
	if len(counts) != len(names)*(1+frames)+1 {
		return fmt.Errorf("%d counts of %d effects", len(counts), len(names))
	}
	var over []string
	fmt.Println("thousand ARMv6 instructions at 64×64\n             a draw     making")
	for i, name := range names {
		own := counts[i*(1+frames):][:1+frames]
		most := slices.Max(own[1:])
		fmt.Printf("%-12s %6d %10d\n", name, most/1000, own[0]/1000)
		if most > limit {
			over = append(over, name)
		}
	}
	if over != nil {
		return fmt.Errorf("more than %d thousand: %s", limit/1000, strings.Join(over, ", "))
	}
	return nil
}
