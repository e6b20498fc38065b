// SPDX-License-Identifier: Apache-2.0

package data

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
)

// placeholder stands for a value in a template: {value}, {value:1} with the number of
// decimals, {value:time} as a time of day, {value:in} as the minutes until then.
var placeholder = regexp.MustCompile(`\{([A-Za-z][A-Za-z0-9_]{0,15})(?::([0-9]|time|in))?\}`)

// first is the name of the value that the pointer leads to.
const first = "value"

// namesIn returns the names of the values in a template.
func namesIn(template string) (names []string) {
	for _, m := range placeholder.FindAllStringSubmatch(template, -1) {
		names = append(names, m[1])
	}
	return names
}

// spread is a template of several values as panels with room for lines show it: the value
// that the page is about, and the others.
type spread struct {
	label string // above all, in the colour of labels; "" = none
	rest  string // the other values
	head  string // the value that the page is about
	ends  bool   // head stands below the others
}

// spreadOf returns how a template is spread. A template that ends with a time of day, such as a
// departure, has its first value, the words before the time, and the time; a template of values with
// their units has the first and the others. Any other is one text: ok is false.
func spreadOf(template string) (s spread, ok bool) {
	words := strings.Fields(template)
	holds := func(word string) bool { return placeholder.MatchString(word) }
	n := len(words)
	if n < 2 || len(namesIn(template)) < 2 {
		return s, false
	}
	if last := words[n-1]; timed(last) && !slices.ContainsFunc(words[:n-1], timed) {
		s = spread{head: last, ends: true}
		if words = words[:n-1]; len(words) > 1 && holds(words[0]) && slices.ContainsFunc(words[1:], holds) {
			s.label, words = words[0], words[1:]
		}
		s.rest = strings.Join(words, " ")
		return s, true
	}
	unit := 1 // words of a value: it alone, or with its unit
	if n%2 == 0 && !holds(words[1]) {
		unit = 2
	}
	for i, w := range words {
		if holds(w) != (i%unit == 0) {
			return s, false
		}
	}
	return spread{head: strings.Join(words[:unit], " "), rest: strings.Join(words[unit:], " ")}, true
}

// timed reports whether a word of a template ends with a time, or with the minutes until one.
func timed(word string) bool {
	return strings.HasSuffix(word, ":time}") || strings.HasSuffix(word, ":in}")
}

// writing is how numbers and times of the day are written.
type writing struct {
	kit.Local
	zone  *time.Location
	now   time.Time
	whole bool // with the halves of the day
}

// clock writes a time of the day.
func (w writing) clock(t time.Time) string {
	long, short := w.Time(t.In(w.zone))
	if w.whole {
		return long
	}
	return short
}

// in writes how long it is until t: in minutes, or, from two hours on, as the time of the day.
func (w writing) in(t time.Time) string {
	left := t.Sub(w.now)
	if left >= 2*time.Hour {
		return w.clock(t)
	}
	return fmt.Sprintf(w.Phrases.Minutes, max(int(left/time.Minute), 0))
}

// fill inserts values into a template, and returns the first number among them as it is in
// the answer; NaN if there is no number. Names without a value stay. The result is a text
// that a frame may have.
func fill(template string, values map[string]string, as writing) (text string, number float64) {
	number = math.NaN()
	text = placeholder.ReplaceAllStringFunc(template, func(p string) string {
		m := placeholder.FindStringSubmatch(p)
		value, there := values[m[1]]
		switch {
		case !there:
			return p
		case m[2] == "time":
			return timeIn(value, as.clock)
		case m[2] == "in":
			return timeIn(value, as.in)
		}
		if f, ok := parse(value); ok && math.IsNaN(number) {
			number = f
		}
		if m[2] != "" {
			return as.Number(rounded(value, m[2]))
		}
		return value
	})
	return kit.Printable(text), number
}

// timeIn writes a time with clock, and any other text unchanged.
func timeIn(value string, clock func(time.Time) string) string {
	if t, ok := timeOf(value); ok {
		return clock(t)
	}
	return value
}

// timeOf reads an ISO 8601 time, or Unix seconds or milliseconds.
func timeOf(value string) (t time.Time, ok bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, value); err == nil {
			return t, true
		}
	}
	switch f, ok := parse(value); {
	case !ok || f <= 0:
	case f < 1<<33:
		return time.Unix(int64(f), 0), true
	case f < 1<<43 && f > 1<<39: // from 1987 on
		return time.UnixMilli(int64(f)), true
	}
	return t, false
}

// valueText formats a value; objects, arrays and null are errors.
func valueText(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return kit.Short(v, note.MaxText), nil // before a template repeats it
	case json.Number:
		return kit.Short(v.String(), 64), nil
	case bool:
		return strconv.FormatBool(v), nil
	case nil:
		return "", fmt.Errorf("the value is null")
	case []any:
		return "", fmt.Errorf("the value is an array of %d: add an index, such as /0, to the pointer", len(v))
	}
	return "", fmt.Errorf("the value is an object: add the name of one of its members to the pointer")
}

// parse returns the number that a text is.
func parse(value string) (f float64, ok bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// rounded returns a number with that many decimals, and any other text unchanged.
func rounded(value, decimals string) string {
	f, ok := parse(value)
	if !ok || math.Abs(f) >= 1e15 { // larger numbers have no decimals
		return value
	}
	n, _ := strconv.Atoi(decimals) // one digit
	return strconv.FormatFloat(f, 'f', n, 64)
}
