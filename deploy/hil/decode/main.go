// SPDX-License-Identifier: Apache-2.0

// Command decode reads the emulator's trace of writes to GPIO registers from its
// standard input and looks at the pictures that they show, the pictures of package
// rig, at each mark. Its arguments are the base address of the GPIO block and which
// panels were shown: matrices, chips. See docs/hil.md.
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/ledpost/ledpost/deploy/hil/rig"
	"github.com/ledpost/ledpost/hw/gpiomem"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "decode:", err)
		os.Exit(1)
	}
}

func run(args []string, trace io.Reader, out io.Writer) error {
	if len(args) < 2 {
		return fmt.Errorf("usage: decode BASE matrices|chips… < TRACE")
	}
	base, err := strconv.ParseUint(args[0], 0, 64)
	if err != nil {
		return err
	}
	s := sequence{out: out, n: -1}
	for _, kinds := range args[1:] {
		more, err := shown(kinds)
		if err != nil {
			return err
		}
		s.panels = append(s.panels, more...)
	}
	writes := 0
	for offset, v := range stores(trace, base) {
		writes++
		if err := s.store(offset, v); err != nil {
			return err
		}
	}
	if len(s.panels) > 0 {
		return fmt.Errorf("the trace ends after %d writes and before picture %d of %d of %s", writes, s.n+1, rig.Pictures,
			s.panels[0].name())
	}
	fmt.Fprintf(out, "%d writes to GPIO registers\n", writes)
	return nil
}

// A panel is what hangs at the pins.
type panel interface {
	name() string
	// begin is before the panel is opened on the pins p.
	begin(p *pins) error
	// store is after a write, which p has taken.
	store(offset uintptr, v uint32)
	// mark is when picture n must stand.
	mark(n int) (string, error)
}

func shown(kinds string) (panels []panel, err error) {
	switch kinds {
	case "matrices":
		for _, m := range rig.Matrices() {
			panels = append(panels, &matrix{Matrix: m})
		}
	case "chips":
		for _, c := range rig.Chips() {
			panels = append(panels, &chip{Chip: c})
		}
	default:
		return nil, fmt.Errorf("unknown panels %q", kinds)
	}
	return panels, nil
}

// sequence is the panels in the order in which they were shown.
type sequence struct {
	panels []panel
	n      int // pictures of the first one that were seen; -1 before it is opened
	pins   pins
	out    io.Writer
}

func (s *sequence) store(offset uintptr, v uint32) error {
	s.pins.store(offset, v)
	marked := offset == gpiomem.OutputSet && v == 1<<rig.Mark
	switch {
	case len(s.panels) == 0:
		return nil
	case !marked && s.n >= 0:
		s.panels[0].store(offset, v)
		return nil
	case !marked:
		return nil
	case s.n < 0:
		s.n = 0
		return s.panels[0].begin(&s.pins)
	}
	text, err := s.panels[0].mark(s.n)
	if err != nil {
		return fmt.Errorf("%s: picture %d: %w", s.panels[0].name(), s.n+1, err)
	}
	fmt.Fprintf(s.out, "%s: picture %d: %s, 0 wrong\n", s.panels[0].name(), s.n+1, text)
	if s.n++; s.n == rig.Pictures {
		s.n, s.panels = -1, s.panels[1:]
	}
	return nil
}
