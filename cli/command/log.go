// SPDX-License-Identifier: Apache-2.0

package command

import (
	"io"
	"log/slog"

	"github.com/ledpost/ledpost/internal/tty"
)

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
