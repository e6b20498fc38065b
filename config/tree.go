// SPDX-License-Identifier: Apache-2.0

package config

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
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

// keyLines maps paths such as "panel.driver" to the lines of tables and keys in
// a TOML file, for messages. A table in an array has its number in the path, as
// in "panel.part.2.size"; a path without the number means the first one.
type keyLines map[string]int

// linesOf finds the tables and keys that begin a line.
func linesOf(data []byte) keyLines {
	at, count, table := keyLines{}, map[string]int{}, ""
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "[["); ok {
			name, _, _ = strings.Cut(name, "]")
			table = numbered(plain(name), count)
			count[table]++
			at.note(table, i)
			table += "." + strconv.Itoa(count[table])
			at.note(table, i)
		} else if name, ok := strings.CutPrefix(line, "["); ok {
			name, _, _ = strings.Cut(name, "]")
			table = numbered(plain(name), count)
			at.note(table, i)
		} else if name, _, ok := strings.Cut(line, "="); ok && table == "" {
			at.note(plain(name), i)
		} else if ok {
			at.note(table+"."+plain(name), i)
		}
	}
	return at
}

// plain returns a key without quotes and spaces.
func plain(key string) string {
	return strings.NewReplacer(`"`, "", `'`, "", " ", "", "\t", "").Replace(key)
}

// numbered returns the path of a table. Tables in arrays get the number of the
// last one so far.
func numbered(name string, count map[string]int) (path string) {
	for part := range strings.SplitSeq(name, ".") {
		if n := count[path]; n > 0 {
			path += "." + strconv.Itoa(n)
		}
		path = strings.TrimPrefix(path+"."+part, ".")
	}
	return path
}

// note stores the first line of a path, counted from 0, both with and without
// numbers.
func (k keyLines) note(path string, line int) {
	var bare []string
	for part := range strings.SplitSeq(path, ".") {
		if _, err := strconv.Atoi(part); err != nil {
			bare = append(bare, part)
		}
	}
	for _, p := range []string{path, strings.Join(bare, ".")} {
		if _, known := k[p]; !known {
			k[p] = line + 1
		}
	}
}

// line returns the line of the key at path; if it is absent, the line of the
// table around it, or else 1.
func (k keyLines) line(path string) int {
	for ; path != ""; path = path[:max(strings.LastIndexByte(path, '.'), 0)] {
		if line, ok := k[path]; ok {
			return line
		}
	}
	return 1
}
