// SPDX-License-Identifier: Apache-2.0

// Command effects counts what every effect costs on ARMv6: the instructions that
// qemu-arm-static executes for making it at 64×64 and for drawing three of its
// frames, those for packing a frame for a HUB75 panel, and those of whole frames of a
// device, as docs/performance.md states:
//
//	go -C bench run ./effects
//
// It exits with 1 when a limit of that page is not kept. It takes some minutes.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/ledpost/ledpost/bench/arm"
	"github.com/ledpost/ledpost/bench/effects/views"
	"github.com/ledpost/ledpost/bench/figures"
	"github.com/ledpost/ledpost/render/effects"
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
	r, err := figures.Of("effects")
	if err != nil {
		return err
	}
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
	reportDraws(r, drawn)
	r.Figure("packing for HUB75 with 11 planes, the copy included", million(slices.Max(packed[:len(packed)-1])), unit)
	return errors.Join(wholeFrames(r, dir, drawn), r.Err())
}

// unit is the unit of all figures: million instructions.
const unit = "million"

func million(n int) float64 { return float64(n) / 1e6 }

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

// names returns the effects and views in the order in which command draw draws them.
func names() []string {
	all := append(effects.Backgrounds(), effects.Overlays()...)
	for _, v := range views.All {
		all = append(all, v.Name, v.Name+" and time")
	}
	return all
}

// reportDraws prints the counts of each effect, and the figures of the dearest of each kind.
func reportDraws(r *figures.Report, counts []int) {
	effect, view, layers := 0, 0, 0
	r.Note("%-28s %10s %10s", "thousand", "a draw", "making")
	for i, name := range names() {
		own := counts[i*(1+frames):][:1+frames]
		most := slices.Max(own[1:])
		r.Note("%-28s %10d %10d", name, most/1000, own[0]/1000)
		kind := &effect
		if first := len(names()) - 2*len(views.All); i >= first {
			kind = []*int{&view, &layers}[(i-first)%2]
		}
		*kind = max(*kind, most)
	}
	r.Figure("drawing the most expensive effect", million(effect), unit)
	r.Figure("drawing the most expensive view out of the window", million(view), unit)
	r.Figure("drawing the time before it", million(layers), unit)
}
