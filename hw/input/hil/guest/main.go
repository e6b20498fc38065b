// SPDX-License-Identifier: Apache-2.0

//go:build linux

// Command guest reads buttons inside an emulated machine. As its first program it
// loads the drivers and starts the readers, one for each instruction set and way, and
// they report each press. A line "hil: press" asks the program that emulates the
// machine to press its power button for a tenth of a second.
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ledpost/ledpost/internal/qemu/guest"
)

func main() {
	if os.Getpid() == 1 {
		guest.End(run())
		return
	}
	for _, w := range ways {
		if w.name == os.Args[1] {
			if err := w.read(); err != nil {
				fmt.Println("failed:", err)
			}
		}
	}
}

// ways to read buttons, in their order: drivers of one are in another's.
var ways = []struct {
	name string
	read func() error
}{{"line", line}, {"plugged", plugged}, {"keys", keys}, {"busy", busy}}

// run is the first program.
func run() error {
	if err := guest.Mount(); err != nil {
		return err
	}
	modules, err := guest.Modules()
	if err != nil {
		return err
	}
	for _, m := range modules {
		if m == buttonDriver {
			continue // it takes the line of the power button
		}
		if err := guest.Load(m); err != nil {
			return err
		}
	}
	programs, err := filepath.Glob("/guest-*")
	if err != nil {
		return err
	}
	for _, w := range ways {
		for _, p := range programs {
			if err := start(p, w.name); err != nil {
				return err
			}
		}
	}
	return nil
}

// start runs a reader and prints its lines under its name.
func start(program, way string) error {
	c := exec.Command(program, way)
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	c.Stderr = c.Stdout
	if err := c.Start(); err != nil {
		return err
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if lines.Text() == ask {
			fmt.Println("hil:", ask)
			continue
		}
		fmt.Printf("hil: %s %s: %s\n", strings.TrimPrefix(program, "/guest-"), way, lines.Text())
	}
	return c.Wait()
}
