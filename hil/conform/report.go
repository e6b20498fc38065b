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

// known says what the original is known to do instead, "" if nothing is.
func (r Result) known() string {
	if r.Original == "" {
		return ""
	}
	return "the original's firmware " + r.Original
}

// Counts are how many statements hold, fail, differ, and were not tried.
type Counts struct{ Held, Failed, Differ, Skipped int }

// Count counts results.
func Count(all []Result) (c Counts) {
	for _, r := range all {
		switch {
		case r.Skipped != "":
			c.Skipped++
		case r.Fault != "":
			c.Failed++
		case r.Differs != "":
			c.Differ++
		default:
			c.Held++
		}
	}
	return c
}

// Line writes one result for people.
func Line(w io.Writer, r Result) error {
	out := &writer{w: w}
	switch {
	case r.Skipped != "":
		out.say("skip  %s\n      %s\n", r.Name(), indented(r.Skipped))
	case r.Fault != "":
		out.say("FAIL  %s\n      %s\n", r.Name(), indented(r.Fault))
		if r.known() != "" {
			out.say("      known: %s\n", r.known())
		}
	case r.Differs != "":
		out.say("differs %s\n      %s\n", r.Name(), indented(r.Differs))
	default:
		out.say("ok    %s\n", r.Name())
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
		switch {
		case r.Skipped != "":
			out.say("ok %d - %s # SKIP %s\n", i+1, name, strings.ReplaceAll(r.Skipped, "\n", " "))
		case r.Fault != "":
			out.say("not ok %d - %s\n", i+1, name)
			for line := range strings.Lines(r.Fault) {
				out.say("# %s\n", strings.TrimSpace(line))
			}
			if r.known() != "" {
				out.say("# known: %s\n", r.known())
			}
		default:
			out.say("ok %d - %s\n", i+1, name)
			if r.Differs != "" {
				out.say("# differs: %s\n", strings.ReplaceAll(r.Differs, "\n", "\n# "))
			}
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
