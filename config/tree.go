package config

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// tree is the content of a TOML file: tables, and values by key.
type tree = map[string]any

// readTree reads TOML that is not deeply nested. The error names the line.
func readTree(text []byte) (t tree, err error) {
	if line := tooDeep(text); line > 0 {
		return nil, fmt.Errorf("line %d: nested too deeply", line)
	}
	if _, err := toml.NewDecoder(bytes.NewReader(text)).Decode(&t); err != nil {
		if parse := (toml.ParseError{}); errors.As(err, &parse) {
			return nil, fmt.Errorf("line %d: %s", parse.Position.Line, parse.Message)
		}
		return nil, err
	}
	return t, nil
}

// maxDepth is how deep lists, tables and dotted keys may be nested.
const maxDepth = 16

// tooDeep returns the first line that nests deeper than that, from 1, or 0. The
// decoder needs memory by the square of the depth.
func tooDeep(text []byte) int {
	line, brackets, dots := 1, 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			line, dots = line+1, 0
		case ',':
			dots = 0
		case '.':
			dots++
		case '[', '{':
			brackets, dots = brackets+1, 0
		case ']', '}':
			brackets = max(brackets-1, 0)
		case '#':
			i += max(bytes.IndexByte(text[i:], '\n')-1, 0)
		case '"', '\'':
			end := endOfString(text[i:])
			line += bytes.Count(text[i:i+end], []byte("\n"))
			i += end - 1
		}
		if brackets > maxDepth || dots > maxDepth {
			return line
		}
	}
	return 0
}

// endOfString returns the length of the string that begins the text.
func endOfString(text []byte) int {
	mark := text[:1]
	if triple := bytes.Repeat(mark, 3); bytes.HasPrefix(text, triple) {
		mark = triple
	}
	for i := len(mark); i < len(text); i++ {
		switch {
		case text[i] == '\\' && mark[0] == '"':
			i++
		case bytes.HasPrefix(text[i:], mark):
			return i + len(mark)
		case text[i] == '\n' && len(mark) == 1:
			return i // an error, which the decoder reports
		}
	}
	return len(text)
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

// over returns the tree below with every value of above in the place of its own.
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
