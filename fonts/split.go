// SPDX-License-Identifier: Apache-2.0

package fonts

import "sync"

// split is a text in its clusters, in reading order. It does not change.
type split struct {
	text      string
	most      int // characters of it
	runes     []rune
	clusters  []cluster
	different []cluster // one of each look
	turns     bool      // it may have parts from right to left
	rtl       bool      // it begins with one
}

// newSplit splits up to most characters of text.
func newSplit(text string, most int) *split {
	rs, _ := runes([]Span{{Text: text}}, most)
	s := &split{text: text, most: most, runes: rs, clusters: clusters(rs), turns: anyRTL(rs), rtl: baseRTL(rs)}
	seen := make(map[sign]bool)
	for _, c := range s.clusters {
		if k := c.sign(); !seen[k] {
			seen[k] = true
			s.different = append(s.different, c)
		}
	}
	return s
}

// reader keeps the text that was split last: a layout asks face after face about one text. The zero value has
// none; any goroutine may use it.
type reader struct {
	mu   sync.Mutex
	last *split
}

// split returns up to most characters of text.
func (r *reader) split(text string, most int) *split {
	most = min(most, len(text))
	r.mu.Lock()
	last := r.last
	r.mu.Unlock()
	if last != nil && last.text == text && last.most == most {
		return last
	}
	s := newSplit(text, most)
	r.mu.Lock()
	r.last = s
	r.mu.Unlock()
	return s
}
