// SPDX-License-Identifier: Apache-2.0

// Package network is the commands that speak to a running device, on this machine or another: they find
// it, prove who it is, and send it requests.
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

// Commands returns the commands of this room.
func Commands() []command.Command {
	return command.Told(
		command.Command{Name: "find", Help: "List the devices on the network.", New: newFind},
		command.Command{Name: "push", Args: "TEXT", Help: "Send a notification to a device; prints its id.", New: newPush},
		command.Command{Name: "send", Args: "FILE|-", Help: "Stream a GIF, a picture, a video or raw frames to a device.",
			New: newSend},
		command.Command{Name: "press", Args: "left|right|action|volume_up|volume_down", New: newPress,
			Help: "Press a button of the running device."},
		command.Command{Name: "update", Args: "[check|install|defer|back]", New: newUpdate,
			Help: "Show the state of updates; look for a release, install it, defer it for a week, " +
				"or go back to the previous version."},
		command.Command{Name: "backup", Args: "FILE", New: newBackup,
			Help: "Write a backup of a device: settings, widgets, icons, configuration."},
		command.Command{Name: "restore", Args: "FILE", New: newRestore,
			Help: "Restore a backup on a device, or confirm the configuration that came with one."},
		command.Command{Name: "panel find", Help: "Find out by questions which HUB75 panel is connected to a device.",
			New: newPanelFind},
	)
}
