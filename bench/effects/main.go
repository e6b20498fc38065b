// Command effects counts what every effect costs on ARMv6: the instructions that
// qemu-arm-static executes for making it at 64×64 and for drawing three of its
// frames. It takes a minute or two.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/bench/arm"
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
	if err := arm.Build(program, "github.com/ledpost/ledpost/bench/effects/draw"); err != nil {
		return err
	}
	at, err := arm.Addresses(program, "main.mark")
	if err != nil {
		return err
	}
	counts, err := trace(program, at[0])
	if err != nil {
		return err
	}
	return report(counts)
}

// trace returns how many instructions there were from each call of mark to the next.
func trace(program string, mark uint32) (counts []int, err error) {
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off")
	cmd.Stderr = os.Stderr
	err = arm.Trace(cmd, func(at uint32, length int) bool {
		if at == mark {
			counts = append(counts, 0)
		}
		if len(counts) > 0 {
			counts[len(counts)-1] += length
		}
		return true
	})
	return counts, err
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
