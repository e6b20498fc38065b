package config

import (
	"strconv"
	"strings"
)

// keyLines is where the tables and keys of a TOML file are, for messages: paths
// such as "panel.driver". A table of an array counts in the path, as in
// "panel.part.2.size"; without the number it is the first one.
type keyLines map[string]int

// linesOf finds tables and keys that stand at the beginning of a line.
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

// plain is a key without quotes and spaces.
func plain(key string) string {
	return strings.NewReplacer(`"`, "", `'`, "", " ", "", "\t", "").Replace(key)
}

// numbered is the path of a table, where those in arrays are the last ones so far.
func numbered(name string, count map[string]int) (path string) {
	for part := range strings.SplitSeq(name, ".") {
		if n := count[path]; n > 0 {
			path += "." + strconv.Itoa(n)
		}
		path = strings.TrimPrefix(path+"."+part, ".")
	}
	return path
}

// note keeps the first line of a path, counted from 0, and of the same path
// without numbers.
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

// line is that of the key with a path, or if it is not there of the table around
// it; else 1.
func (k keyLines) line(path string) int {
	for ; path != ""; path = path[:max(strings.LastIndexByte(path, '.'), 0)] {
		if line, ok := k[path]; ok {
			return line
		}
	}
	return 1
}
