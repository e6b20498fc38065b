// SPDX-License-Identifier: Apache-2.0

package config

import (
	"strconv"
	"strings"
)

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
