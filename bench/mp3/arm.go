// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/bench/arm"
)

// instructions counts the ARMv6 instructions for a second of file, from those
// for the first half second and for the first second, so that what comes before
// the sound does not count, and lists the functions with the most.
func instructions(program, file, with string, top int) error {
	if err := arm.Build(program, ".", "./decode"); err != nil {
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
	total, by := 0, map[string]int{}
	for at, n := range whole {
		n = 2 * (n - half[at])
		total += n
		by[names.at(at)] += n
	}
	fmt.Printf("%s: %.1f million ARMv6 instructions a second of sound\n", with, float64(total)/1e6)
	most := slices.SortedFunc(maps.Keys(by), func(a, b string) int { return cmp.Compare(by[b], by[a]) })
	for _, name := range most[:min(top, len(most))] {
		fmt.Printf("%7.2f %5.1f%%  %s\n", float64(by[name])/1e6, 100*float64(by[name])/float64(total), name)
	}
	return nil
}

// trace runs program in QEMU and returns the instructions of each block by its address. The
// program decodes on its first thread, so that Go's runtime beside it does not count.
func trace(program, file, with string, samples int) (map[uint32]int, error) {
	cmd := exec.Command(program, "-with", with, "-samples", strconv.Itoa(samples), file)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1")
	cmd.Stderr = os.Stderr
	counts := map[uint32]int{}
	err := arm.First(cmd, func(at uint32, length int) bool {
		counts[at] += length
		return true
	})
	return counts, err
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
