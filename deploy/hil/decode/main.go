// SPDX-License-Identifier: Apache-2.0

// Command decode reads the emulator's trace of writes to GPIO registers from its
// standard input and looks at the pictures that they show, the pictures of package
// rig, at each mark. Its arguments are the base address of the GPIO block and the
// panels that were shown. See docs/hil.md.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/deploy/hil/rig"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/max7219"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "decode:", err)
		os.Exit(1)
	}
}

func run(args []string, trace io.Reader, out io.Writer) error {
	if len(args) < 2 {
		return fmt.Errorf("usage: decode BASE PANEL… < TRACE")
	}
	base, err := strconv.ParseUint(args[0], 0, 64)
	if err != nil {
		return err
	}
	var panels []panel
	for _, name := range args[1:] {
		p, err := newPanel(name)
		if err != nil {
			return err
		}
		panels = append(panels, p)
	}
	s := sequence{panels: panels, out: out}
	writes := 0
	for offset, v := range stores(trace, base) {
		writes++
		if err := s.store(offset, v); err != nil {
			return err
		}
	}
	if len(s.panels) > 0 {
		return fmt.Errorf("the trace ends after %d writes and before picture %d of %d", writes, s.n+1, rig.Pictures)
	}
	fmt.Fprintf(out, "%d writes to GPIO registers\n", writes)
	return nil
}

// A panel is what hangs at the pins.
type panel interface {
	store(offset uintptr, v uint32) error
	// mark is when picture n must stand.
	mark(n int) (string, error)
}

func newPanel(name string) (panel, error) {
	switch name {
	case "hub75":
		e, err := hub75.NewEmulator(rig.HUB75())
		return &matrix{Emulator: e}, err
	case "max7219":
		c, err := max7219.NewChain(rig.MAX7219())
		return &chain{c: c, wires: 1 << rig.Select}, err
	}
	return nil, fmt.Errorf("unknown panel %q", name)
}

// sequence is the panels in the order in which they were shown.
type sequence struct {
	panels []panel
	n      int // pictures of the first one that were seen
	out    io.Writer
}

func (s *sequence) store(offset uintptr, v uint32) error {
	if len(s.panels) == 0 {
		return nil
	}
	if offset != gpiomem.OutputSet || v != 1<<rig.Mark {
		return s.panels[0].store(offset, v)
	}
	text, err := s.panels[0].mark(s.n)
	if err != nil {
		return fmt.Errorf("picture %d: %w", s.n+1, err)
	}
	fmt.Fprintf(s.out, "picture %d: %s, 0 wrong\n", s.n+1, text)
	if s.n++; s.n == rig.Pictures {
		s.n, s.panels = 0, s.panels[1:]
	}
	return nil
}

// stores yields the writes to GPSET0 and GPCLR0 of a trace, whose lines hold
// "addr 0x3f20001c value 0x10".
func stores(trace io.Reader, base uint64) func(yield func(uintptr, uint32) bool) {
	return func(yield func(uintptr, uint32) bool) {
		lines := bufio.NewScanner(trace)
		for lines.Scan() {
			addr, ok := field(lines.Text(), "addr ")
			if !ok || addr != base+gpiomem.OutputSet && addr != base+gpiomem.OutputClear {
				continue
			}
			v, ok := field(lines.Text(), "value ")
			if ok && !yield(uintptr(addr-base), uint32(v)) {
				return
			}
		}
	}
}

func field(line, name string) (uint64, bool) {
	_, rest, ok := strings.Cut(line, name)
	if !ok {
		return 0, false
	}
	word, _, _ := strings.Cut(rest, " ")
	v, err := strconv.ParseUint(word, 0, 64)
	return v, err == nil
}
