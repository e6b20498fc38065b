// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
)

// line is one property, unfolded.
type line struct {
	name   string // in capitals
	params string // as they stand, parted by semicolons
	value  string
}

// read reads the components. An event ends where the next one begins, too: a lost line
// does not cost both.
func (r *reader) read(raw []byte) error {
	raw = unindent(newlines(raw))
	var e *entry
	var z *definition
	depth, any := 0, false // of parts within an event, such as alarms
	for len(raw) > 0 {
		var l line
		l, raw = next(raw)
		what := ""
		if l.name == "BEGIN" || l.name == "END" {
			what = strings.ToUpper(strings.TrimSpace(l.value))
		}
		switch begins := l.name == "BEGIN"; {
		case what == "VCALENDAR" || what == "VEVENT" || what == "VTIMEZONE":
			if e != nil {
				if err := r.take(e); err != nil {
					return err
				}
			}
			r.define(z)
			e, z, depth, any = nil, nil, 0, any || begins
			if begins && what == "VEVENT" {
				e = &entry{}
			}
			if begins && what == "VTIMEZONE" {
				z = &definition{}
			}
		case z != nil:
			z.property(l, what)
		case e == nil:
			if l.name == "X-WR-TIMEZONE" {
				r.usual = l.value // which is looked up only for a name that nobody knows
			}
		case begins:
			depth++
		case l.name == "END":
			depth = max(depth-1, 0)
		case depth == 0:
			r.property(e, l)
		}
	}
	r.define(z)
	switch {
	case !any:
		return ErrNotCalendar
	case e != nil:
		return r.take(e)
	}
	return nil
}

// newlines returns raw with the line ends of today, if they are those of old Macintoshes: CR alone.
func newlines(raw []byte) []byte {
	if bytes.Count(raw, []byte("\r")) <= 2*bytes.Count(raw, []byte("\n")) { // CRLF, LF, or the CRCRLF of a Windows program
		return raw
	}
	out := make([]byte, 0, len(raw))
	for i, c := range raw {
		switch {
		case c != '\r':
			out = append(out, c)
		case i+1 == len(raw) || raw[i+1] != '\n':
			out = append(out, '\n')
		}
	}
	return out
}

// unindent takes off what may stand before the first line, and off each line what all
// are indented by.
func unindent(raw []byte) []byte {
	raw = bytes.TrimLeft(bytes.TrimPrefix(raw, []byte("\ufeff")), "\r\n")
	rest := bytes.TrimLeft(raw, " \t\r\n")
	indent := raw[:len(raw)-len(rest)]
	indent = indent[bytes.LastIndexByte(indent, '\n')+1:]
	_, second, _ := bytes.Cut(rest, []byte("\n"))
	if len(indent) == 0 || !bytes.HasPrefix(second, indent) {
		return rest
	}
	return bytes.ReplaceAll(rest, append([]byte("\n"), indent...), []byte("\n"))
}

// next returns the first property of raw, and what comes after it.
func next(raw []byte) (l line, rest []byte) {
	first, rest, _ := bytes.Cut(raw, []byte("\n"))
	end := len(first)
	for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
		_, rest, _ = bytes.Cut(rest, []byte("\n"))
		end = len(raw) - len(rest)
	}
	whole := raw[:end]
	if end > maxLine && !list(first) {
		whole = raw[:maxLine]
	}
	return cut(unfold(whole)), rest
}

// list reports whether a line may hold any number of values.
func list(first []byte) bool {
	name := bytes.ToUpper(first[:min(len(first), len("EXDATE"))])
	return string(name) == "EXDATE" || bytes.HasPrefix(name, []byte("RDATE"))
}

// unfold joins the lines of a property.
func unfold(raw []byte) string {
	var whole strings.Builder
	whole.Grow(len(raw))
	for i := 0; len(raw) > 0; i++ {
		var part []byte
		part, raw, _ = bytes.Cut(raw, []byte("\n"))
		part = bytes.TrimSuffix(part, []byte("\r"))
		if i > 0 && len(part) > 0 {
			part = part[1:]
		}
		whole.Write(part)
	}
	return whole.String()
}

// cut divides a line into its name, its parameters and its value. A colon within
// quotes does not end the parameters.
func cut(text string) line {
	quoted := false
	for i, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case c == ':' && !quoted:
			i += valueAt(text[:i], text[i:])
			name, params, _ := strings.Cut(text[:i], ";")
			return line{strings.ToUpper(strings.TrimSpace(name)), params, text[i+1:]}
		}
	}
	return line{}
}

// valueAt returns where in rest, which begins with a colon, the value begins: some write zones with colons, as
// "(UTC-05:00) Eastern Time", without quotes.
func valueAt(before, rest string) int {
	if !strings.Contains(strings.ToUpper(before), ";TZID=") {
		return 0
	}
	if at := timeValue.FindStringIndex(rest); at != nil {
		return at[0]
	}
	return 0
}

// timeValue is how the value of a time begins.
var timeValue = regexp.MustCompile(`:\d{4}-?\d\d-?\d\d`)

// param returns a parameter's value without its quotes, "" if there is none.
func (l line) param(want string) string {
	quoted := false
	parts := strings.FieldsFuncSeq(l.params, func(c rune) bool {
		quoted = quoted != (c == '"')
		return c == ';' && !quoted
	})
	for p := range parts {
		if name, value, _ := strings.Cut(p, "="); strings.EqualFold(strings.TrimSpace(name), want) {
			return strings.TrimSpace(strings.Trim(strings.TrimSpace(value), `"`))
		}
	}
	return ""
}

// escapes are the signs that stand for others in a text.
var escapes = strings.NewReplacer(`\n`, " ", `\N`, " ", `\,`, ",", `\;`, ";", `\\`, `\`)

// title returns text as a person wrote it, on one line.
func title(value string) string {
	value = escapes.Replace(value)
	value = strings.Join(strings.Fields(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(value, ""))), " ")
	runes := []rune(value)
	return string(runes[:min(len(runes), maxTitle)])
}
