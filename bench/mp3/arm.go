// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// instructions counts the ARMv6 instructions for a second of file, from those
// for the first half second and for the first second, so that what comes before
// the sound does not count, and lists the functions with the most.
func instructions(program, file, with string, top int) error {
	if err := build(program, "GOOS=linux", "GOARCH=arm", "GOARM=6"); err != nil {
		return err
	}
	half, err := trace(program, file, with, 22050)
	if err != nil {
		return err
	}
	whole, err := trace(program, file, with, 44100)
	if err != nil {
		return err
	}
	names, err := functions(program)
	if err != nil {
		return err
	}
	total, decoding, by := 0, 0, map[string]int{}
	for pc, n := range whole {
		n = 2 * (n - half[pc])
		total += n
		name := names.at(pc)
		by[name] += n
		if decodes(name) {
			decoding += n
		}
	}
	fmt.Printf("%s: %.1f million ARMv6 instructions a second of sound, %.1f of them to decode\n", with, float64(total)/1e6, float64(decoding)/1e6)
	type count struct {
		name string
		n    int
	}
	var counts []count
	for name, n := range by {
		counts = append(counts, count{name, n})
	}
	slices.SortFunc(counts, func(a, b count) int { return cmp.Compare(b.n, a.n) })
	for _, c := range counts[:min(top, len(counts))] {
		fmt.Printf("%7.2f %5.1f%%  %s\n", float64(c.n)/1e6, 100*float64(c.n)/float64(total), c.name)
	}
	return nil
}

// decodes reports whether function name is part of decoding: not what Go's
// runtime does beside it.
func decodes(name string) bool {
	for _, helper := range []string{"runtime.duff", "runtime.memmove", "runtime.memclr"} { // copy and clear memory
		if strings.HasPrefix(name, helper) {
			return true
		}
	}
	return !strings.Contains(name, "runtime") && name != "kernelcas"
}

// trace runs program in QEMU, which with -singlestep logs each instruction it
// executes, and returns how often each address was.
func trace(program, file, with string, samples int) (map[uint32]int, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("qemu-arm-static", "-cpu", "arm1176", "-singlestep", "-d", "exec,nochain", "-D", "/proc/self/fd/3",
		program, "-with", with, "-samples", strconv.Itoa(samples), file)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off")
	cmd.ExtraFiles = []*os.File{w}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	w.Close()
	counts := map[uint32]int{}
	lines := bufio.NewReaderSize(r, 1<<20)
	for {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			break
		}
		// Trace 0: 0x7f7450c03a40 [00000480/00012b20/00000000/00000201] main.main
		if _, rest, ok := bytes.Cut(line, []byte("/")); ok && len(rest) > 8 {
			counts[address(rest[:8])]++
		}
	}
	return counts, cmd.Wait()
}

// address reads eight hexadecimal digits.
func address(b []byte) (a uint32) {
	for _, c := range b {
		d := uint32(c - '0')
		if c >= 'a' {
			d = uint32(c-'a') + 10
		}
		a = a<<4 | d
	}
	return a
}

// symbols are the functions of a program in the order of their addresses.
type symbols []struct {
	from uint32
	name string
}

// functions lists the functions of program.
func functions(program string) (s symbols, err error) {
	out, err := exec.Command("go", "tool", "nm", "-n", program).Output()
	if err != nil {
		return nil, fmt.Errorf("nm: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) < 3 || f[1] != "T" && f[1] != "t" {
			continue
		}
		from, err := strconv.ParseUint(f[0], 16, 32)
		if err != nil {
			return nil, err
		}
		s = append(s, struct {
			from uint32
			name string
		}{uint32(from), f[2]})
	}
	return s, nil
}

// at returns the function at pc.
func (s symbols) at(pc uint32) string {
	i, found := slices.BinarySearchFunc(s, pc, func(f struct {
		from uint32
		name string
	}, pc uint32) int {
		return cmp.Compare(f.from, pc)
	})
	if !found {
		i--
	}
	if i < 0 {
		return "?"
	}
	return s[i].name
}
