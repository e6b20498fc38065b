// SPDX-License-Identifier: Apache-2.0

// Package command is what the commands of the command line have in common: their form, how
// they are parsed and run, and their errors and exit codes. It knows no command.
package command

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"os"
	"strings"
	"unicode"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/tty"
	"github.com/ledpost/ledpost/update/trial"
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

// One returns the only argument; what describes it in messages.
func One(args []string, what string) (string, error) {
	if len(args) != 1 {
		return "", Usagef("want one %s, not %d", what, len(args))
	}
	return args[0], nil
}

// None returns an error if there are arguments, for commands that take none.
func None(args []string) error {
	if len(args) > 0 {
		return Usagef("unexpected argument %q", args[0])
	}
	return nil
}

// Size reads the size of a panel, WIDTHxHEIGHT in pixels: 8x8 to 512x256.
func Size(s string) (image.Point, error) {
	var size image.Point
	if _, err := fmt.Sscanf(s, "%dx%d", &size.X, &size.Y); err != nil || size.X < 8 || size.Y < 8 ||
		size.X > 512 || size.Y > 256 || fmt.Sprintf("%dx%d", size.X, size.Y) != s {
		return image.Point{}, Usagef("size %q is not WxH, 8x8 to 512x256", s)
	}
	return size, nil
}

// Exit codes of errors (docs/cli.md). Of a comparison exitFault says that the two differ, and
// exitUsage also that they could not be compared.
const (
	exitFault  = 1
	exitUsage  = 2
	exitConfig = trial.ExitConfig
)

// usageError is an error with exitUsage.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usagef returns an error in the command line itself; with the format of [fmt.Errorf].
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Incomparable returns err as the error of a comparison that could not be made.
func Incomparable(err error) error { return usageError{err} }

// ExitCode returns the exit code for the error of a command, which must not be nil.
func ExitCode(err error) int {
	if usage := (usageError{}); errors.As(err, &usage) {
		return exitUsage
	}
	if config := (*config.Unusable)(nil); errors.As(err, &config) {
		return exitConfig
	}
	return exitFault
}

// WriteFile creates the file path with f. If that fails, it leaves no partial file.
func WriteFile(path string, f func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := f(file); err != nil {
		file.Close()
		os.Remove(path)
		return fmt.Errorf("%s: %w", path, err)
	}
	return file.Close()
}

// Log returns a logger from the level on, "debug", "info", "warn" or "error". It writes text to
// a terminal and JSON to anything else.
func Log(w io.Writer, level string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, Usagef("--log %q is not one of debug, info, warn, error", level)
	}
	options := &slog.HandlerOptions{Level: l}
	if tty.IsTerminal(w) {
		return slog.New(slog.NewTextHandler(w, options)), nil
	}
	return slog.New(slog.NewJSONHandler(w, options)), nil
}

// Plain returns a text without characters that do something to a terminal: control
// characters but line breaks and tabs, and those that turn the direction of writing.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', unicode.IsPrint(r):
			return r
		case unicode.Is(unicode.Zs, r): // other spaces
			return ' '
		}
		return -1
	}, strings.ToValidUTF8(text, ""))
}

// plainWriter writes what is Plain of whole texts: no character may be in two writes.
type plainWriter struct{ to io.Writer }

func (w plainWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.to, Plain(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// plainError is an error whose text is Plain: it may quote what came from a device, a
// server or a file.
type plainError struct{ error }

func (e plainError) Error() string { return Plain(e.error.Error()) }

func (e plainError) Unwrap() error { return e.error }
