// SPDX-License-Identifier: Apache-2.0

package network

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
)

// findCmd lists the devices on the network.
type findCmd struct{ json bool }

func newFind(set *pflag.FlagSet) command.Run {
	c := &findCmd{}
	set.BoolVar(&c.json, "json", false, "print JSON")
	return c.run
}

func (c *findCmd) run(ctx context.Context, std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	all, err := findDevices(ctx)
	if err != nil {
		return err
	}
	if c.json {
		out := json.NewEncoder(std.Out)
		out.SetIndent("", "  ")
		return out.Encode(append([]found{}, all...))
	}
	if len(all) == 0 {
		return errors.New(
			"no device has answered; the device must have [discovery] ssdp on and be in this network, which must pass multicast")
	}
	table := tabwriter.NewWriter(std.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tMODEL\tSERIAL\tADDRESS\tREACHED BY")
	for _, d := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\tledpost push --to %s\n", d.Name, d.Model, d.Serial, d.Address, d.called(all))
	}
	return table.Flush()
}

// called returns the name by which --to finds d: its own name if it is unique,
// else its serial number.
func (d found) called(all []found) string {
	name := d.Name
	if _, err := choose(all, name); err != nil || isURL(name) {
		name = d.Serial
	}
	if strings.ContainsFunc(name, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-')
	}) {
		name = "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// choose returns the one device that has the name or the serial number.
func choose(all []found, name string) (one found, err error) {
	n := 0
	for _, d := range all {
		if strings.EqualFold(d.Name, name) || strings.EqualFold(d.Serial, name) {
			one = d
			n++
		}
	}
	switch n {
	case 0:
		return one, fmt.Errorf("no device called %q has answered; 'ledpost find' lists the devices that do", name)
	case 1:
		return one, nil
	}
	return found{},
		fmt.Errorf("%d devices are called %q: give the serial number that 'ledpost find' lists, or the URL", n, name)
}

// isURL reports whether the value of --to is an address rather than a name.
func isURL(to string) bool { return strings.ContainsAny(to, ":/") }
