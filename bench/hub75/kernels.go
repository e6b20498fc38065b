// SPDX-License-Identifier: Apache-2.0

package main

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/bench/figures"
	"github.com/ledpost/ledpost/bench/process"
)

//go:embed peer/clockout.c
var clockoutC []byte

// kernels measures packing and clocking out a frame of 64×32 with 11 planes, at
// the least of a few rounds: what else the machine does only adds.
func kernels(r *figures.Report, rounds int) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	peer := filepath.Join(dir, "clockout")
	if err := compile(peer); err != nil {
		r.Note("no C compiler to compare with: %v", err)
		peer = ""
	}
	var pack, ours, theirs []float64
	allocated := 0.0
	for range rounds {
		ns, allocations, err := benchmark("./hw/hub75", "Pack64x32x11$", 100, 300)
		if err != nil {
			return err
		}
		allocated = max(allocated, allocations)
		pack = append(pack, ns/1000)
		if ns, _, err = benchmark("./hw/gpiomem", "ClockOut$", 2000, 20); err != nil {
			return err
		}
		ours = append(ours, ns/1000)
		if peer == "" {
			continue
		}
		out, err := exec.Command(peer).Output()
		if err != nil {
			return err
		}
		ns, err = strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil {
			return err
		}
		theirs = append(theirs, ns/1000)
	}
	r.Figure("pack 64×32, 11 planes", slices.Min(pack), "µs")
	r.Figure("the same: allocations", allocated, "")
	r.Note("%-58s %10.3f µs", "clock out, 56,320 stores", slices.Min(ours))
	if peer != "" {
		r.Note("%-58s %10.3f µs", "the same stores in C, gcc -O3", slices.Min(theirs))
		r.Figure("clock-out at slowdown 1 (56,320 stores), as a multiple of the same loop in C -O3",
			slices.Min(ours)/slices.Min(theirs), "")
	}
	return nil
}

func compile(to string) error {
	cmd := exec.Command("gcc", "-O3", "-x", "c", "-o", to, "-")
	cmd.Stdin = strings.NewReader(string(clockoutC))
	return cmd.Run()
}

var result = regexp.MustCompile(`\s([0-9.]+) ns/op(?:\s+\d+ B/op\s+(\d+) allocs/op)?`)

// benchmark is the least of count runs of a benchmark, each of so many iterations: as
// many as the peer averages, or a busy machine counts against one of the two.
func benchmark(pkg, name string, count, iterations int) (ns, allocations float64, err error) {
	cmd := exec.Command("go", "test", "-run", "^$", "-bench", name, "-benchtime", fmt.Sprint(iterations, "x"), "-count",
		strconv.Itoa(count), pkg)
	cmd.Dir = process.Root
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w\n%s", pkg, err, out)
	}
	for _, m := range result.FindAllStringSubmatch(string(out), -1) {
		v, _ := strconv.ParseFloat(m[1], 64)
		if ns == 0 || v < ns {
			ns = v
		}
		if m[2] != "" {
			allocations, _ = strconv.ParseFloat(m[2], 64)
		}
	}
	if ns == 0 {
		return 0, 0, fmt.Errorf("%s: no figure in\n%s", pkg, out)
	}
	return ns, allocations, nil
}
