// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"strings"

	"github.com/ledpost/ledpost/fonts"
)

// memo has what the solver of one page has split, measured and drawn: most arrangements ask for the same again.
// A nil memo keeps nothing.
type memo struct {
	numbers  map[string]int // of what lines say
	faces    map[faceKey]*fonts.Face
	fits     map[fitKey][]set
	broken   map[brokenKey][]set
	drawn    map[drawnKey]set
	measured int // bytes of the texts that were split, measured or drawn
}

// faceKey has all on which Grid.Face depends.
type faceKey struct {
	rows  int
	words string
}

// fitKey has all on which Grid.fit depends.
type fitKey struct {
	says, id, most, least, lines, width, rows int
	role                                      Role
	full, small                               bool
}

// brokenKey has all on which Grid.lines depends.
type brokenKey struct {
	says, id, form, lines, width, rows int
	role                               Role
}

// drawnKey has all on which Grid.draw depends.
type drawnKey struct {
	spans string
	id    int
	role  Role
	face  *fonts.Face
}

func newMemo() *memo {
	return &memo{
		numbers: map[string]int{}, faces: map[faceKey]*fonts.Face{}, fits: map[fitKey][]set{},
		broken: map[brokenKey][]set{}, drawn: map[drawnKey]set{},
	}
}

// count notes that a text is measured.
func (m *memo) count(words string) {
	if m != nil {
		m.measured += len(words)
	}
}

// numbered returns l with the number of what it says.
func (m *memo) numbered(l Line) Line {
	if m == nil {
		return l
	}
	var b strings.Builder
	for _, spans := range append([][]fonts.Span{l.Spans, l.Tail}, l.Shorter...) {
		write(&b, spans)
		b.WriteByte('\n')
	}
	b.WriteString(l.Widest)
	n, ok := m.numbers[b.String()]
	if !ok {
		n = len(m.numbers) + 1
		m.numbers[b.String()] = n
	}
	l.says = n
	return l
}

// write writes spans with their colours.
func write(b *strings.Builder, spans []fonts.Span) {
	for _, s := range spans {
		b.Write([]byte{0, s.Color.R, s.Color.G, s.Color.B, s.Color.A})
		b.WriteString(s.Text)
	}
}

func (m *memo) face(g *Grid, rows int, words string) *fonts.Face {
	if m == nil {
		return g.Face(rows, words)
	}
	return kept(m.faces, faceKey{rows, words}, func() *fonts.Face {
		m.count(words)
		return g.Face(rows, words)
	})
}

func (m *memo) fit(l Line, width, rows int, set func() []set) []set {
	if m == nil || l.says == 0 {
		return set()
	}
	return kept(m.fits, fitKey{l.says, l.id, l.Most, l.Least, l.Lines, width, rows, l.Role, l.Full, l.small}, set)
}

func (m *memo) lines(l Line, form, rows, width int, set func() []set) []set {
	if m == nil || l.says == 0 {
		return set()
	}
	return kept(m.broken, brokenKey{l.says, l.id, form, l.Lines, width, rows, l.Role}, set)
}

func (m *memo) draw(l Line, spans []fonts.Span, face *fonts.Face, draw func() set) set {
	if m == nil {
		return draw()
	}
	var b strings.Builder
	write(&b, spans)
	write(&b, l.Tail)
	return kept(m.drawn, drawnKey{b.String(), l.id, l.Role, face}, draw)
}

// kept returns what is in all under a key, made first where nothing is.
func kept[K comparable, V any](all map[K]V, key K, make func() V) V {
	v, ok := all[key]
	if !ok {
		v = make()
		all[key] = v
	}
	return v
}
