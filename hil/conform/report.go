// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name returns what a result is called: the page's row and what holds.
func (r Result) Name() string { return r.At + ": " + r.Says }

// printable returns a text without what a terminal would obey: control characters but line breaks, and those that turn
// the direction of writing.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, strings.ToValidUTF8(text, string(utf8.RuneError)))
}

// known says what the original is known to do instead where a statement fails, "" if nothing is.
func (r Result) known() string {
	if r.Verdict != Failed || r.Original == "" {
		return ""
	}
	return "the original's firmware " + r.Original
}

// Counts are how many statements hold, fail, differ, and were not tried.
type Counts struct{ Held, Failed, Differ, Skipped int }

// Count counts results.
func Count(all []Result) (c Counts) {
	for _, r := range all {
		switch r.Verdict {
		case Held:
			c.Held++
		case Skipped:
			c.Skipped++
		case Differs:
			c.Differ++
		case Failed:
			c.Failed++
		}
	}
	return c
}

// Line writes one result for people.
func Line(w io.Writer, r Result) error {
	out := &writer{w: w}
	out.say("%-5v %s\n", r.Verdict, r.Name())
	if r.Why != "" {
		out.say("      %s\n", indented(r.Why))
	}
	if r.known() != "" {
		out.say("      known: %s\n", r.known())
	}
	return out.err
}

// indented keeps lines of a text from being taken for results.
func indented(text string) string { return strings.ReplaceAll(text, "\n", "\n      ") }

// String says the counts, as "85 hold, 1 fails, 3 differ, 60 were not tried".
func (c Counts) String() string {
	fail := "fail"
	if c.Failed == 1 {
		fail = "fails"
	}
	return fmt.Sprintf("%d hold, %d %s, %d differ, %d were not tried", c.Held, c.Failed, fail, c.Differ, c.Skipped)
}

// TAP writes results in version 13 of the Test Anything Protocol (testanything.org).
func TAP(w io.Writer, all []Result) error {
	out := &writer{w: w}
	out.say("TAP version 13\n1..%d\n", len(all))
	for i, r := range all {
		name := strings.ReplaceAll(r.Name(), "#", `\#`)
		lines := "# " + strings.ReplaceAll(r.Why, "\n", "\n# ") + "\n"
		switch r.Verdict {
		case Held:
			out.say("ok %d - %s\n", i+1, name)
		case Skipped:
			out.say("ok %d - %s # SKIP %s\n", i+1, name, strings.ReplaceAll(r.Why, "\n", " "))
		case Differs:
			out.say("ok %d - %s\n# differs:\n%s", i+1, name, lines)
		case Failed:
			out.say("not ok %d - %s\n%s", i+1, name, lines)
		}
		if r.known() != "" {
			out.say("# known: %s\n", r.known())
		}
	}
	return out.err
}

// writer keeps the first error of several writes.
type writer struct {
	w   io.Writer
	err error
}

func (w *writer) say(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}
