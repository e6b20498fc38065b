// SPDX-License-Identifier: Apache-2.0

// Command effects counts what every effect costs on ARMv6: the instructions that
// qemu-arm-static executes for making it at 64×64 and for drawing three of its
// frames, those for packing a frame for a HUB75 panel, and those of whole frames of a
// device. It takes some minutes.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/bench/arm"
	"github.com/ledpost/ledpost/render/effects"
)

// limit is what a draw may cost, and most what packing may: 64×64, 11 planes.
const (
	limit = 1_200_000
	most  = 350_000
)

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
	drawn, err := trace(dir, "draw")
	if err != nil {
		return err
	}
	if n := len(names())*(1+frames) + 1; len(drawn) != n { // the last one is what the program does at its end
		return fmt.Errorf("%d counts of draws, want %d", len(drawn), n)
	}
	packed, err := trace(dir, "pack")
	if err != nil {
		return err
	}
	return errors.Join(report(drawn), reportPack(packed[:len(packed)-1]), wholeFrames(dir, drawn))
}

// trace builds one of the programs beside this one in dir and returns how many
// instructions there were from each call of its mark to the next.
func trace(dir, name string) (counts []int, err error) {
	program := filepath.Join(dir, name)
	if err := arm.Build(program, ".", "github.com/ledpost/ledpost/bench/effects/"+name); err != nil {
		return nil, err
	}
	return between(arm.First, exec.Command(program), "main.mark")
}

// between runs cmd by run and returns how many instructions there were from each call of
// the function mark to the next.
func between(run func(*exec.Cmd, func(uint32, int) bool) error, cmd *exec.Cmd, mark string) (counts []int, err error) {
	marked, err := arm.Addresses(cmd.Path, mark)
	if err != nil {
		return nil, err
	}
	cmd.Env = append(cmd.Environ(), "GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1")
	cmd.Stderr = os.Stderr
	err = run(cmd, func(at uint32, length int) bool {
		if at == marked[0] {
			counts = append(counts, 0)
		}
		if len(counts) > 0 {
			counts[len(counts)-1] += length
		}
		return true
	})
	return counts, err
}

// reportPack prints what a Draw for the panel costs at the most.
func reportPack(counts []int) error {
	n := slices.Max(counts)
	fmt.Printf("packing 64×64 with 11 planes: %d thousand\n", n/1000)
	if n > most {
		return fmt.Errorf("packing takes more than %d thousand", most/1000)
	}
	return nil
}

// names returns the effects in the order in which command draw draws them.
func names() []string { return append(effects.Backgrounds(), effects.Overlays()...) }

// report prints the counts and fails if one is above the limit.
func report(counts []int) error {
	var over []string
	fmt.Println("thousand ARMv6 instructions at 64×64\n             a draw     making")
	for i, name := range names() {
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
