package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminalSize is that of the terminal w; the classic one if it does not say.
func terminalSize(w io.Writer) (columns, rows int) {
	if f, ok := w.(*os.File); ok {
		if columns, rows, err := term.GetSize(int(f.Fd())); err == nil && rows > 0 {
			return columns, rows
		}
	}
	return 80, 24
}
