// SPDX-License-Identifier: Apache-2.0

package data

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/apps/kit"
)

// checkPointer returns the error in a JSON pointer (RFC 6901).
func checkPointer(pointer string) error {
	if pointer != "" && pointer[0] != '/' {
		return fmt.Errorf("%q does not begin with a slash, as /main/temp or /list/0 do", pointer)
	}
	for i := range len(pointer) {
		if pointer[i] == '~' && (i+1 == len(pointer) || pointer[i+1] != '0' && pointer[i+1] != '1') {
			return fmt.Errorf("%q has a ~ that is neither ~0 (for ~) nor ~1 (for /)", pointer)
		}
	}
	return nil
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

// pick returns the value that a JSON pointer names in doc, which decodeJSON has decoded.
// An error says how far the pointer leads.
func pick(doc any, pointer string) (any, error) {
	if err := checkPointer(pointer); err != nil {
		return nil, err
	}
	at := ""
	for _, token := range strings.Split(pointer, "/")[1:] {
		var there bool
		switch v := doc.(type) {
		case map[string]any:
			doc, there = v[unescape.Replace(token)]
		case []any:
			if i, ok := index(token); ok && i < len(v) {
				doc, there = v[i], true
			}
		}
		if !there {
			return nil, fmt.Errorf("%s has no %q", place(at), kit.Short(unescape.Replace(token), 32))
		}
		at += "/" + token
	}
	return doc, nil
}

// place describes where a pointer has led, for errors.
func place(at string) string {
	if at == "" {
		return "the answer"
	}
	return kit.Short(at, 64)
}

// index parses an array index (RFC 6901, 4): without leading zeros.
func index(token string) (int, bool) {
	i, err := strconv.Atoi(token)
	return i, err == nil && strconv.Itoa(i) == token && i >= 0
}

// decodeJSON decodes one JSON value, with numbers as json.Number.
func decodeJSON(data []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("more text follows the value")
	}
	return v, nil
}
