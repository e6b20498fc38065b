// SPDX-License-Identifier: Apache-2.0

package command

import (
	"errors"
	"fmt"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/update/trial"
)

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

// Usagef returns an error in the command line itself; the format is that of [fmt.Errorf].
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
