// SPDX-License-Identifier: Apache-2.0

// Package cli is the command line. Its commands are values that the rooms below it return; here
// they are put together, listed and chosen. A command parses and checks its arguments; other
// packages do the work.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/draw"
	"github.com/ledpost/ledpost/cli/hil"
	"github.com/ledpost/ledpost/cli/machine"
	"github.com/ledpost/ledpost/cli/network"
)

// commands returns the commands of all rooms; the first one runs if none is named.
func commands() []command.Command {
	return slices.Concat(machine.Commands(), network.Commands(), draw.Commands(), hil.Commands())
}

// Streams are the streams that a command reads and writes.
type Streams = command.Streams

// Run parses args, which do not include the program's name, and runs the
// command until it is done or ctx ends. Flags that are not given are taken from
// LEDPOST_NAME.
func Run(ctx context.Context, args []string, std Streams) error {
	if len(args) > 0 && args[0] == "help" {
		args = append(slices.Clip(args[1:]), "--help")
	}
	if len(args) == 1 {
		switch args[0] {
		case "--help", "-h":
			return help(std, "")
		case "--version":
			args = []string{"version"}
		}
	}
	if g := group(args); g != "" {
		return groupHelp(std, g, args[1:])
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return commands()[0].Do(ctx, std, args)
	}
	c, rest, ok := command.Find(commands(), args)
	if !ok {
		return unknown(args)
	}
	return c.Do(ctx, std, rest)
}

// ExitCode returns the exit code for an error of Run, which must not be nil.
func ExitCode(err error) int { return command.ExitCode(err) }

// unknown is the error for args that begin with no command.
func unknown(args []string) error {
	name := args[0]
	if len(args) > 1 && group(args[:1]) != "" {
		name += " " + args[1]
	}
	return command.Usagef("unknown command %q; 'ledpost --help' lists the commands", name)
}

// group returns the first word of args if it is only the beginning of commands,
// such as hil, and args do not continue with one of them.
func group(args []string) string {
	if len(args) == 0 || len(args) > 1 && !strings.HasPrefix(args[1], "-") || len(listed(args[0]+" ")) == 0 {
		return ""
	}
	return args[0]
}

// listed returns the commands for people whose names begin with prefix.
func listed(prefix string) []command.Command {
	return slices.DeleteFunc(commands(), func(c command.Command) bool {
		return c.Hidden || !strings.HasPrefix(c.Name, prefix)
	})
}

// groupHelp lists the commands that begin with the word g: as help if that was
// asked for, else as the error that the rest of the command is missing.
func groupHelp(std Streams, g string, args []string) error {
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
		return help(std, g+" ")
	}
	var names []string
	for _, c := range listed(g + " ") {
		names = append(names, c.Name)
	}
	return command.Usagef("choose one of %s; 'ledpost %s --help' explains them", strings.Join(names, ", "), g)
}

// help lists the commands whose names begin with prefix.
func help(std Streams, prefix string) error {
	fmt.Fprint(std.Out, "Firmware for a Raspberry Pi with an LED matrix.\n\nUsage: ledpost [command] [flags]\n\n")
	for _, c := range listed(prefix) {
		fmt.Fprintf(std.Out, "  %-12s %s\n", c.Name, c.Help)
	}
	_, err := fmt.Fprint(std.Out,
		"\n'ledpost COMMAND --help' explains a command. Every flag can be given as LEDPOST_NAME in the environment.\n")
	return err
}
