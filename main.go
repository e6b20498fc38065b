// Command ledpost is firmware for a Raspberry Pi with an LED matrix: it speaks
// the local API of the LaMetric Time, draws, plays and is found on the network.
// Without hardware it is a simulator in the browser and the terminal.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/refresh"
)

// Exit codes (docs/cli.md).
const (
	exitFault = 1
	exitUsage = 2
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == refresh.Command {
		os.Exit(refresh.Main(os.Args[2:], hw.Refreshers()))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	err := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "ledpost:", err)
	stop()
	if usage := (*usageError)(nil); errors.As(err, &usage) {
		os.Exit(exitUsage)
	}
	os.Exit(exitFault)
}

// streams are the program's.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// usageError is a command line that makes no sense.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }
