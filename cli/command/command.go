// SPDX-License-Identifier: Apache-2.0

// Package command is what the commands of the command line have in common: their form, how
// they are parsed and run, and their errors and exit codes. It knows no command.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"
)

// A Command is a command of the command line. Names and arguments must not change, because
// tools use them.
type Command struct {
	Name   string                   // one or two words
	Args   string                   // arguments besides flags, for its help
	Help   string                   // a sentence for people
	Hidden bool                     // from people: units and maintainer scripts run it
	Told   bool                     // it prints what a device or a file of others says: see Plain
	New    func(*pflag.FlagSet) Run // adds the flags to the set, and returns what runs once they are read
}

// Run runs a command, with the arguments that are not flags, until it is done or ctx ends.
type Run func(ctx context.Context, std Streams, args []string) error

// Streams are the streams that a command reads and writes.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// Do parses the arguments behind the command's name, and runs it or prints its help. Flags that
// are not given are taken from LEDPOST_NAME. The text of an error is Plain.
func (c Command) Do(ctx context.Context, std Streams, args []string) error {
	set := pflag.NewFlagSet(c.Name, pflag.ContinueOnError)
	set.SortFlags = false
	set.Usage = func() {}
	run := c.New(set)
	err := set.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		usage := strings.TrimSpace("ledpost " + c.Name + " [flags] " + c.Args)
		_, err = fmt.Fprintf(std.Out, "Usage: %s\n\n%s\n\n%s", usage, c.Help, set.FlagUsages())
		return err
	}
	if err == nil {
		err = environment(set)
	}
	if err != nil {
		return Usagef("%w%s; 'ledpost %s --help' explains it", err, meant(set, err), c.Name)
	}
	if c.Told {
		std.Out, std.Err = plainWriter{std.Out}, plainWriter{std.Err}
	}
	if err = run(ctx, std, set.Args()); err != nil {
		return plainError{err}
	}
	return nil
}

// Told returns the commands with Told set.
func Told(all ...Command) []Command {
	for i := range all {
		all[i].Told = true
	}
	return all
}

// Find returns the command of all with whose name args begin, and the arguments behind it.
func Find(all []Command, args []string) (c Command, rest []string, ok bool) {
	for _, c := range all {
		words := strings.Fields(c.Name)
		if len(args) >= len(words) && strings.Join(args[:len(words)], " ") == c.Name {
			return c, args[len(words):], true
		}
	}
	return Command{}, nil, false
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
