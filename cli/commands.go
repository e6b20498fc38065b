// SPDX-License-Identifier: Apache-2.0

// Package cli is the command line: one file for each command, and the flags
// that several commands share. A command parses and checks its arguments; other
// packages do the work.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// command is a command of the command line. Names and arguments must not
// change, because tools use them.
type command struct {
	name string // one or two words
	args string // arguments besides flags, for its help
	help string
	make func() action
}

// action is a command with its flags.
type action interface {
	flags(*pflag.FlagSet)
	run(ctx context.Context, std Streams, args []string) error
}

// commands returns all commands; the first one runs if none is named.
func commands() []command {
	return []command{
		{"run", "", "Run the device (the default).", func() action { return &runCmd{} }},
		{"render", "NOTIFICATION.json|-", "Draw a notification without a server: GIF, PNG, or text.", func() action { return &renderCmd{} }},
		{"play", "ID|FILE|URL", "Play or write a built-in sound, a file or a URL.", func() action { return &playCmd{} }},
		{"icon", "REF|FILE", "Write an icon's composited frames as PNG.", func() action { return &iconCmd{} }},
		{"find", "", "List the devices on the network.", func() action { return &findCmd{} }},
		{"push", "TEXT", "Send a notification to a device; prints its id.", func() action { return &pushCmd{} }},
		{"send", "FILE|-", "Stream a GIF, a picture, a video or raw frames to a device.", func() action { return &sendCmd{} }},
		{"doctor", "", "Check this machine for the chosen hardware, and say how to mend each fault.", func() action { return &doctorCmd{} }},
		{"wiring", "", "Show the wiring of the configured panel, sensors and buttons, and their parts.", func() action { return &wiringCmd{} }},
		{"panel find", "", "Find out by questions which HUB75 panel is connected to a device.", func() action { return &panelFindCmd{} }},
		{"hil compare", "CAPTURE.vcd...", "Compare a recording of the wires with a notification.", func() action { return &hilCompareCmd{} }},
		{"hil wait", "CAPTURE.vcd", "Wait until a recording that grows shows a notification.", func() action { return &hilWaitCmd{} }},
		{"hil capture", "", "Record a panel's wires with a logic analyser, by sigrok-cli.", func() action { return &hilCaptureCmd{} }},
		{"conform", "URL", "Test any device over HTTP against the documented API.", func() action { return &conformCmd{} }},
		{"key", "", "Print the API key, or a link with it, or make a new one.", func() action { return &keyCmd{} }},
		{"press", "left|right|action|volume_up|volume_down", "Press a button of the running device.", func() action { return &pressCmd{} }},
		{"update", "[check|install|defer|back]",
			"Show the state of updates; look for a release, install it, defer it for a week, or go back to the previous version.",
			func() action { return &updateCmd{} }},
		{"backup", "FILE", "Write a backup of a device: settings, widgets, icons, configuration.", func() action { return &backupCmd{} }},
		{"restore", "FILE", "Restore a backup on a device, or confirm the configuration that came with one.",
			func() action { return &restoreCmd{} }},
		{"version", "", "Print the version.", func() action { return &versionCmd{} }},
	}
}

// hidden returns the commands that are not for people: units and maintainer
// scripts run them.
func hidden() []command {
	return []command{
		{"updater", "install|keep|begin|judge|boot|rollback", "Do a step of an update, as root (docs/updates.md).",
			func() action { return &updaterCmd{} }},
		{"card", "", "Take ledpost.toml from the boot partition, as root (docs/install.md).", func() action { return &cardCmd{} }},
	}
}

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
	c, args, err := find(args)
	if err != nil {
		return err
	}
	todo := c.make()
	set := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	set.SortFlags = false
	set.Usage = func() {}
	todo.flags(set)
	err = set.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		_, err = fmt.Fprintf(std.Out, "Usage: %s\n\n%s\n\n%s", strings.TrimSpace("ledpost "+c.name+" [flags] "+c.args), c.help, set.FlagUsages())
		return err
	}
	if err == nil {
		err = environment(set)
	}
	if err != nil {
		return usagef("%w%s; 'ledpost %s --help' explains it", err, meant(set, err), c.name)
	}
	return todo.run(ctx, std, set.Args())
}

// others are names that flags have in other programs, and ours.
var others = map[string]string{
	"host": "to", "url": "to", "address": "to", "device": "to",
	"token": "key", "dir": "data", "state": "data", "conf": "config", "output": "out",
}

// meant says which flag of set was meant in place of one that it does not have.
func meant(set *pflag.FlagSet, err error) string {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return ""
	}
	if name := others[unknown.GetSpecifiedName()]; set.Lookup(name) != nil {
		return ", use --" + name
	}
	return ""
}

// find returns the command that args begin with, and the remaining args.
func find(args []string) (command, []string, error) {
	all := commands()
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return all[0], args, nil
	}
	for _, c := range append(all, hidden()...) {
		words := strings.Fields(c.name)
		if len(args) >= len(words) && strings.Join(args[:len(words)], " ") == c.name {
			return c, args[len(words):], nil
		}
	}
	name := args[0]
	if len(args) > 1 && group(args[:1]) != "" {
		name += " " + args[1]
	}
	return command{}, nil, usagef("unknown command %q; 'ledpost --help' lists the commands", name)
}

// group returns the first word of args if it is only the beginning of commands,
// such as hil, and args do not continue with one of them.
func group(args []string) string {
	if len(args) == 0 || len(args) > 1 && !strings.HasPrefix(args[1], "-") {
		return ""
	}
	for _, c := range commands() {
		if strings.HasPrefix(c.name, args[0]+" ") {
			return args[0]
		}
	}
	return ""
}

// groupHelp lists the commands that begin with the word g: as help if that was
// asked for, else as the error that the rest of the command is missing.
func groupHelp(std Streams, g string, args []string) error {
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
		return help(std, g+" ")
	}
	var names []string
	for _, c := range commands() {
		if strings.HasPrefix(c.name, g+" ") {
			names = append(names, c.name)
		}
	}
	return usagef("choose one of %s; 'ledpost %s --help' explains them", strings.Join(names, ", "), g)
}

// environment sets flags that were not given from LEDPOST_NAME.
func environment(set *pflag.FlagSet) (err error) {
	set.VisitAll(func(f *pflag.Flag) {
		name := "LEDPOST_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		if v, ok := os.LookupEnv(name); ok && !f.Changed {
			if fault := set.Set(f.Name, v); fault != nil {
				err = fmt.Errorf("%s: %w", name, fault)
			}
		}
	})
	return err
}

// help lists the commands whose names begin with prefix.
func help(std Streams, prefix string) error {
	fmt.Fprint(std.Out, "Firmware for a Raspberry Pi with an LED matrix.\n\nUsage: ledpost [command] [flags]\n\n")
	for _, c := range commands() {
		if strings.HasPrefix(c.name, prefix) {
			fmt.Fprintf(std.Out, "  %-12s %s\n", c.name, c.help)
		}
	}
	_, err := fmt.Fprint(std.Out,
		"\n'ledpost COMMAND --help' explains a command. Every flag can be given as LEDPOST_NAME in the environment.\n")
	return err
}

// one returns the only argument; what describes it in messages.
func one(args []string, what string) (string, error) {
	if len(args) != 1 {
		return "", usagef("want one %s, not %d", what, len(args))
	}
	return args[0], nil
}

// none returns an error if there are arguments, for commands that take none.
func none(args []string) error {
	if len(args) > 0 {
		return usagef("unexpected argument %q", args[0])
	}
	return nil
}
