// SPDX-License-Identifier: Apache-2.0

// Package tty asks whether something that is written to is a terminal, and how
// large it is.
package tty

import (
	"io"
	"os"

	"golang.org/x/term"
)

// IsTerminal reports whether w is a terminal, which follows the sequences of ECMA-48.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && draws(int(f.Fd()))
}

// Size returns the size of the terminal w, in characters; 80 by 24 if it does
// not say.
func Size(w io.Writer) (columns, rows int) {
	if f, ok := w.(*os.File); ok {
		if columns, rows, err := term.GetSize(int(f.Fd())); err == nil && rows > 0 {
			return columns, rows
		}
	}
	return 80, 24
}
