// SPDX-License-Identifier: Apache-2.0

package config

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/ledpost/ledpost/internal/keyerr"
)

// unprintable returns a fault for each text of ours, in lists too, and for each key that
// has control characters: no name, pin or address has any, and logs and other clients
// show them as if they were something else. The name of the device is one of the doubts.
func unprintable(ours tree) (faults []error) {
	for key, v := range ours {
		eachText([]string{key}, v, func(path []string, text string) {
			at := strings.Join(path, ".")
			if at != "name" && strings.ContainsFunc(text, unicode.IsControl) {
				faults = append(faults, keyerr.New(at, "%q has control characters", text))
			}
		})
	}
	return faults
}

// eachText yields the texts of a value and of its members, and the names of its keys.
// Texts in a list have their number in the path, from 1.
func eachText(path []string, v any, yield func(path []string, text string)) {
	switch v := v.(type) {
	case string:
		yield(path, v)
	case []any:
		for i, v := range v {
			eachText(append(path[:len(path):len(path)], strconv.Itoa(i+1)), v, yield)
		}
	case []tree:
		for i, v := range v {
			eachText(append(path[:len(path):len(path)], strconv.Itoa(i+1)), v, yield)
		}
	case tree:
		for key, v := range v {
			yield(path, key)
			eachText(append(path[:len(path):len(path)], key), v, yield)
		}
	}
}
