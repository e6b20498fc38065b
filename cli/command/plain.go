// SPDX-License-Identifier: Apache-2.0

package command

import (
	"io"
	"strings"
	"unicode"
)

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
