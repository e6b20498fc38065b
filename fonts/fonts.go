// SPDX-License-Identifier: Apache-2.0

// Package fonts draws text for panels of 8 rows and more: two proportional
// faces and the digits of the clock for 8 rows, digits and letters in larger
// sizes, all drawn by the project (data/README.md), colour pictographs, and
// fallback faces for what those do not have.
//
// Text goes in in reading order, in any script; a picture in visual order comes
// out. A character that no face draws becomes a box and is counted.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package fonts

import (
	"embed"
	"errors"
	"maps"
	"sync"
)

//go:embed data/*/*.txt
var data embed.FS

// Options are additions to the built-in faces. The zero value is a panel of 8 rows
// with no further face.
type Options struct {
	Extra []string // paths of BDF files, the first that has a character draws it
	Rows  int      // of the panel; from 16 on, faces of 16 rows and more have CJK characters of 12 rows
}

// Set is the faces of a panel. Its faces share the fallbacks.
type Set struct {
	// Small has capitals of 5 rows, Ascent 6 and Descent 1: it fits above a bar
	// in the last of 8 rows.
	Small *Face
	// Normal has capitals of 7 rows, Ascent 7 and Descent 1.
	Normal *Face
	// Clock has digits of one width (5 columns), a colon as wide as a space, a
	// dash, and low letters for AM and PM; other characters come from Normal.
	Clock *Face
	// Slim has digits of 8 rows and 3 columns, for a time in one line of 17 columns.
	Slim *Face

	raised  func() *Face // Normal, where rows above it are free for marks; else Normal itself
	tall    tall         // larger ones, see Digits and Letters
	unknown *unknown
	reader  reader
}

// Open returns the faces. The set is always usable; the error joins the faults of BDF
// files, each with its file and line.
func Open(o Options) (*Set, error) {
	five := load(&book{ascent: 6, descent: 1, cap: 5}, "small", "shared")
	normal := load(&book{ascent: 7, descent: 1, cap: 7}, "normal", "flat", "shared")
	clock := load(&book{ascent: 7, descent: 1, cap: 7}, "clock")
	sources, err := open(o)
	s := &Set{unknown: new(unknown)}
	face := func(pictures func(rune) *glyph, books ...*book) *Face {
		f := &Face{emoji: pictures, sources: sources, scale: 1, unknown: s.unknown, looks: new(looks), reader: &s.reader}
		for _, b := range books {
			f.books = append(f.books, drawn{b, 1})
		}
		return f
	}
	pictures := func(r rune) *glyph { return small()[single(r)] }
	s.Small = face(squeezed, five)
	s.Normal = face(pictures, normal)
	s.Clock = face(pictures, clock, normal)
	s.Slim = face(pictures, load(&book{ascent: 8, cap: 8}, "slim"), normal)
	s.raised = func() *Face { return s.Normal }
	if o.Rows >= markRows {
		s.raised = sync.OnceValue(func() *Face { return face(pictures, raised()) })
	}
	s.tall = newTall(s)
	return s, err
}

// open returns the fallbacks that o asks for.
func open(o Options) ([]source, error) {
	var sources []source
	var faults []error
	for _, path := range o.Extra {
		face, err := openBDF(path)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		sources = append(sources, face)
	}
	if o.Rows >= cjkRows {
		sources = append(sources, cjk{})
	}
	sources = append(sources, eight{})
	return sources, errors.Join(faults...)
}

// cjkRows is the least height of a panel that has room for the CJK face of 12 rows.
const cjkRows = 16

// markRows is the least height of a panel whose capitals of 7 rows have their marks above
// them: two lines of them take all of 16 rows.
const markRows = 24

// load reads every file of folders of the embedded data into b. The data is
// part of the program: an error in it is a bug and panics.
func load(b *book, folders ...string) *book {
	b.glyphs, b.lower = map[key]*glyph{}, map[key]bool{}
	for _, folder := range folders {
		if err := b.read("data/" + folder); err != nil {
			panic(err)
		}
	}
	if err := b.link(); err != nil {
		panic(err)
	}
	return b
}

// read adds the files of a folder.
func (b *book) read(folder string) error {
	files, err := data.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range files {
		name := folder + "/" + e.Name()
		text, err := data.ReadFile(name)
		if err != nil {
			return err
		}
		if err := b.parse(name, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// Unknown returns how many different characters were drawn as boxes, by the name
// of their Unicode script. Any goroutine may call.
func (s *Set) Unknown() map[string]uint64 {
	s.unknown.mu.Lock()
	defer s.unknown.mu.Unlock()
	return maps.Clone(s.unknown.script)
}
