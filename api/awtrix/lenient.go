// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"bytes"
	"encoding/json"
	"regexp"
)

// strict returns a body that the original's parser takes as JSON: it also takes strings in
// single quotes, keys without quotes, control characters in strings, and numbers such as +5, 05
// and .5, and ignores what stands behind the value. Whatever is no object or array, or cannot
// be read, comes back as it is.
func strict(body []byte) []byte {
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	if b := bytes.TrimLeft(body, blanks); len(b) == 0 || b[0] != '{' && b[0] != '[' || json.Valid(b) {
		return body
	}
	r := rewriter{in: body}
	if !r.value(0) || !json.Valid(r.out) {
		return body
	}
	return r.out
}

const (
	blanks  = " \t\r\n"
	maxNest = 32 // objects and arrays in each other; the original takes 10
)

// rewriter writes as JSON what it reads. Its methods report whether they found what they look for.
type rewriter struct {
	in, out []byte // in holds the bytes not read yet
}

// next skips blanks and returns the next character; 0 at the end.
func (r *rewriter) next() byte {
	r.in = bytes.TrimLeft(r.in, blanks)
	if len(r.in) == 0 {
		return 0
	}
	return r.in[0]
}

// take moves a character from in to out if it is c.
func (r *rewriter) take(c byte) bool {
	if r.next() != c {
		return false
	}
	r.in, r.out = r.in[1:], append(r.out, c)
	return true
}

func (r *rewriter) value(depth int) bool {
	switch c := r.next(); {
	case depth > maxNest:
		return false
	case c == '{':
		return r.members('}', func() bool { return r.key() && r.take(':') && r.value(depth+1) })
	case c == '[':
		return r.members(']', func() bool { return r.value(depth + 1) })
	case c == '"', c == '\'':
		return r.text(c)
	}
	return r.word(false)
}

// members reads what stands between two brackets, separated by commas.
func (r *rewriter) members(end byte, one func() bool) bool {
	r.take(r.next())
	if r.take(end) {
		return true
	}
	for one() {
		if r.take(end) {
			return true
		}
		if !r.take(',') {
			return false
		}
	}
	return false
}

func (r *rewriter) key() bool {
	if c := r.next(); c == '"' || c == '\'' {
		return r.text(c)
	}
	return r.word(true)
}

// word reads a number, true, false, null or a bare key.
func (r *rewriter) word(key bool) bool {
	n := bytes.IndexFunc(r.in, func(c rune) bool {
		return !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-' ||
			c == '+' || c == '.')
	})
	if n <= 0 {
		return false
	}
	word := r.in[:n]
	r.in = r.in[n:]
	if key {
		r.out = append(append(append(r.out, '"'), word...), '"')
	} else {
		r.out = append(r.out, plain(word)...)
	}
	return true
}

// loose is a number as the original reads it: the minus, the digits without zeros before them,
// those behind the point, and the exponent.
var loose = regexp.MustCompile(`^(?:\+|(-))?(?:0*(\d+))?(?:\.(\d*))?([eE][+-]?\d+)?$`)

// plain returns a number as JSON has it; other words come back as they are.
func plain(word []byte) []byte {
	m := loose.FindSubmatch(word)
	if m == nil || len(m[2])+len(m[3]) == 0 {
		return word
	}
	out := append([]byte(nil), m[1]...)
	if out = append(out, m[2]...); len(m[2]) == 0 {
		out = append(out, '0')
	}
	if len(m[3]) > 0 {
		out = append(append(out, '.'), m[3]...)
	}
	return append(out, m[4]...)
}

// text reads a string between quotes.
func (r *rewriter) text(quote byte) bool {
	r.out = append(r.out, '"')
	for i := 1; i < len(r.in); i++ {
		switch c := r.in[i]; {
		case c == quote:
			r.in, r.out = r.in[i+1:], append(r.out, '"')
			return true
		case c == '\\' && i+1 < len(r.in):
			i++
			if r.in[i] != '\'' { // JSON has no such escape
				r.out = append(r.out, '\\')
			}
			r.out = append(r.out, r.in[i])
		case c == '"':
			r.out = append(r.out, '\\', '"')
		case c < ' ':
			r.out = append(r.out, []byte(`\u00`)...)
			r.out = append(r.out, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		default:
			r.out = append(r.out, c)
		}
	}
	return false
}
