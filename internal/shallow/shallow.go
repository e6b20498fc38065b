// SPDX-License-Identifier: Apache-2.0

// Package shallow refuses TOML from outside that nests deeper than any configuration does:
// its decoder needs memory by the square of the depth.
package shallow

import "bytes"

// maxDepth is how deep lists, tables and dotted keys may be nested.
const maxDepth = 16

// TooDeep returns the first line that nests deeper than that, from 1, or 0. The
// decoder needs memory by the square of the depth.
func TooDeep(text []byte) int {
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
			end := i + len(mark)
			for len(mark) == 3 && end < min(i+5, len(text)) && text[end] == mark[0] {
				end++ // up to two quotes before the last three are of the string
			}
			return end
		case text[i] == '\n' && len(mark) == 1:
			return i // an error, which the decoder reports
		}
	}
	return len(text)
}
