// SPDX-License-Identifier: Apache-2.0

package data

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
)

// placeholder stands for the value in a template: {value}, or {value:1} with the number
// of decimals.
var placeholder = regexp.MustCompile(`\{value(?::([0-9]))?\}`)

// fill inserts a value, as decoded by decodeJSON, into a template; "" is "{value}". The
// result is a text that a frame may have.
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
	return kit.Printable(text), nil
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

// rounded returns a number with that many decimals, and any other text unchanged.
func rounded(value, decimals string) string {
	f, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) || math.Abs(f) >= 1e15 { // larger numbers have no decimals
		return value
	}
	n, _ := strconv.Atoi(decimals) // one digit
	return strconv.FormatFloat(f, 'f', n, 64)
}
