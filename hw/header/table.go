// SPDX-License-Identifier: Apache-2.0

package header

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// WriteTable writes a table of the devices' wires: terminal, pin, line.
func WriteTable(w io.Writer, devices []Device) error {
	out := &strings.Builder{}
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	in := socketOf(devices)
	for i, d := range devices {
		if i > 0 {
			fmt.Fprintln(tab)
		}
		fmt.Fprintln(tab, d.title())
		pins := d.pins(in)
		for i, t := range d.Terminals {
			fmt.Fprintf(tab, "  %s\t%s\t%s\t%s\n", t.Name, in.place(t.Source, pins[i]), d.source(t), d.remark(t))
		}
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(out.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// title returns the device's name, and how it is connected if not by wires.
func (d Device) title() string {
	if d.Board {
		return d.Name + ", plugged onto the header"
	}
	return d.Name
}

// source returns the connection of a terminal. Where a device has a separate supply, the
// grounds belong together.
func (d Device) source(t Terminal) string {
	own := slices.ContainsFunc(d.Terminals, func(t Terminal) bool { return t.Source == Supply })
	if t.Source == Ground && own {
		return "ground, and − of its supply"
	}
	return t.Source.String()
}

// remark returns what belongs on the way to the terminal.
func (d Device) remark(t Terminal) string {
	if t.Shifted && !d.Board {
		return "through a level shifter"
	}
	return ""
}
