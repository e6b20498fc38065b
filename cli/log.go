// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"io"
	"log/slog"

	"github.com/ledpost/ledpost/internal/tty"
)

// newLog returns a logger that writes text to a terminal and JSON to anything
// else.
func newLog(w io.Writer, level string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, usagef("--log %q is not one of debug, info, warn, error", level)
	}
	options := &slog.HandlerOptions{Level: l}
	if tty.IsTerminal(w) {
		return slog.New(slog.NewTextHandler(w, options)), nil
	}
	return slog.New(slog.NewJSONHandler(w, options)), nil
}
