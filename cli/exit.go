// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/update/trial"
)

// Streams are the streams that a command reads and writes.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// usageError is an error in the command line itself.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// incomparable is the error of a comparison that could not be made.
type incomparable struct{ err error }

func (e *incomparable) Error() string { return e.err.Error() }
func (e *incomparable) Unwrap() error { return e.err }

// Exit codes (docs/cli.md). Of a comparison exitFault says that the two differ, and
// exitUsage also that they could not be compared.
const (
	exitFault  = 1
	exitUsage  = 2
	exitConfig = trial.ExitConfig
)

// ExitCode returns the exit code for an error of Run, which must not be nil.
func ExitCode(err error) int {
	if usage := (*usageError)(nil); errors.As(err, &usage) {
		return exitUsage
	}
	if none := (*incomparable)(nil); errors.As(err, &none) {
		return exitUsage
	}
	if config := (*config.Unusable)(nil); errors.As(err, &config) {
		return exitConfig
	}
	return exitFault
}
