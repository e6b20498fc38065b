package apps

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/ledpost/ledpost/device/note"
)

// placeholder stands for the value in a template: {value}, or {value:1} with so
// many decimals.
var placeholder = regexp.MustCompile(`\{value(?::([0-9]))?\}`)

// fill puts a value, as decodeJSON has it, into a template; "" is "{value}". What
// comes out is a text that a frame may have.
func fill(template string, v any) (string, error) {
	value, err := valueText(v)
	if err != nil {
		return "", err
	}
	if template == "" {
		template = "{value}"
	}
	text := placeholder.ReplaceAllStringFunc(template, func(p string) string {
		if m := placeholder.FindStringSubmatch(p); m[1] != "" {
			return rounded(value, m[1])
		}
		return value
	})
	return printable(text), nil
}

// valueText is a value in words; objects, arrays and null have none.
func valueText(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return short(v, note.MaxText), nil // before a template repeats it
	case json.Number:
		return short(v.String(), 64), nil
	case bool:
		return strconv.FormatBool(v), nil
	case nil:
		return "", fmt.Errorf("the value is null")
	case []any:
		return "", fmt.Errorf("the value is an array of %d: add an index, such as /0, to the pointer", len(v))
	}
	return "", fmt.Errorf("the value is an object: add the name of one of its members to the pointer")
}

// rounded is a number with so many decimals, and any other text as it is.
func rounded(value, decimals string) string {
	f, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) || math.Abs(f) >= 1e15 { // beyond that there are no decimals
		return value
	}
	n, _ := strconv.Atoi(decimals) // one digit
	return strconv.FormatFloat(f, 'f', n, 64)
}

// printable is text without what cannot be drawn, at most as long as a frame's
// may be.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, text)
	return short(strings.TrimSpace(text), note.MaxText)
}
