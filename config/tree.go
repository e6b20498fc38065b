// SPDX-License-Identifier: Apache-2.0

package config

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/internal/shallow"
	"github.com/ledpost/ledpost/internal/table"
)

// tree is the content of a TOML file: tables, and values by key.
type tree = map[string]any

// readTree reads TOML that is not deeply nested. The error names the line.
func readTree(text []byte) (t tree, err error) {
	if line := shallow.TooDeep(text); line > 0 {
		return nil, fmt.Errorf("line %d: nested too deeply", line)
	}
	if _, err := toml.NewDecoder(bytes.NewReader(text)).Decode(&t); err != nil {
		return nil, table.Form(err)
	}
	return t, nil
}

// leaves yields the values of a tree with the paths of their keys, in order. A
// list is one value, also a list of tables.
func leaves(t tree, yield func(path []string, v any)) { leavesBelow(nil, t, yield) }

func leavesBelow(above []string, t tree, yield func(path []string, v any)) {
	for _, key := range slices.Sorted(maps.Keys(t)) {
		path := append(slices.Clip(above), key)
		if table, ok := t[key].(tree); ok {
			leavesBelow(path, table, yield)
		} else {
			yield(path, t[key])
		}
	}
}

// over returns the tree below with every value of above in place of its value.
func over(below, above tree) tree {
	out := maps.Clone(below)
	if out == nil {
		out = tree{}
	}
	for key, v := range above {
		for other := range out {
			if other != key && strings.EqualFold(other, key) {
				delete(out, other) // keys are read without regard to case
			}
		}
		if table, ok := v.(tree); ok {
			if own, ok := out[key].(tree); ok {
				v = over(own, table)
			}
		}
		out[key] = v
	}
	return out
}
