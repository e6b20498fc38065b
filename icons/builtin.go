// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"embed"
	"image/color"
	"io/fs"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/*.txt data/*/*.txt
var dataFiles embed.FS

// builtins are the icons that the project drew. The files are indexed when the
// first icon is requested; each icon is drawn when it is requested.
type builtins struct {
	room    room
	index   func() map[string]*builtin // by name, with and without its group, number and a-number
	entries func() []Entry             // for List, made once

	tall map[int]func() map[string]*drawing // by side, by name

	unknown, waiting func() *Icon // the placeholders
}

type builtin struct {
	drawing
	fitted func() *Icon
}

func newBuiltins(to room) *builtins {
	b := &builtins{room: to, tall: newTall()}
	b.index = sync.OnceValue(b.load)
	b.entries = sync.OnceValue(b.list)
	b.unknown = sync.OnceValue(func() *Icon {
		sign := *b.placeholder("status-unknown")
		sign.unknown = true
		return &sign
	})
	b.waiting = sync.OnceValue(func() *Icon { return b.placeholder("status-waiting") })
	return b
}

func (b *builtins) load() map[string]*builtin {
	all, _ := drawings(dataFiles) // a test reads them all
	index := map[string]*builtin{}
	for _, d := range all {
		one := &builtin{drawing: *d}
		one.fitted = sync.OnceValue(func() *Icon { return one.in(b, b.room) })
		for _, name := range d.names {
			index[name] = one
		}
	}
	for _, d := range all { // in the order of the sheet
		name := d.names[0]
		if _, short, ok := strings.Cut(name, "-"); ok && index[short] == nil {
			index[short] = index[name]
		}
	}
	return index
}

// in returns the icon in a box: of its largest drawing that a whole number brings there; nil when it is broken,
// which a test finds.
func (one *builtin) in(b *builtins, to room) *Icon {
	d := &one.drawing
	if larger := b.larger(to)[one.names[0]]; larger != nil {
		d = larger
	}
	ic, err := d.icon()
	if err != nil {
		return nil
	}
	ic = ic.fit(to)
	ic.other = func(side int) *Icon { return one.in(b, room{side, to.squares}) }
	return ic.withFirst()
}

// sides are the sides of the larger drawings, the largest first.
var sides = []int{24, 16}

// newTall prepares the larger drawings, each side read when it is first wanted.
func newTall() map[int]func() map[string]*drawing {
	tall := map[int]func() map[string]*drawing{}
	for _, side := range sides {
		tall[side] = sync.OnceValue(func() map[string]*drawing {
			found := map[string]*drawing{}
			all, _ := drawingsOf(dataFiles, side) // a test reads them too
			for _, d := range all {
				found[d.names[0]] = d
			}
			return found
		})
	}
	return tall
}

// larger returns the drawings of the largest side that divides the box, by name.
func (b *builtins) larger(to room) map[string]*drawing {
	for _, side := range sides {
		if !to.squares && to.side%side == 0 {
			return b.tall[side]()
		}
	}
	return nil
}

// drawings reads the palette and then all drawings of 8 by 8.
func drawings(files fs.FS) ([]*drawing, error) { return drawingsOf(files, box) }

// drawingsOf reads the palette and then all drawings of one side.
func drawingsOf(files fs.FS, side int) ([]*drawing, error) {
	palette, err := readPalette(files)
	if err != nil {
		return nil, err
	}
	folder := "data"
	if side != box {
		folder += "/" + strconv.Itoa(side)
	}
	paths, err := fs.Glob(files, folder+"/*.txt")
	if err != nil {
		return nil, err
	}
	var all []*drawing
	for _, path := range paths {
		if path == paletteFile || path == wordsFile {
			continue
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return nil, err
		}
		some, err := splitDrawings(string(text), palette)
		if err != nil {
			return nil, &fs.PathError{Op: "read", Path: path, Err: err}
		}
		for _, d := range some {
			d.side = side
		}
		all = append(all, some...)
	}
	return all, nil
}

const paletteFile = "data/palette.txt"

func readPalette(files fs.FS) (map[byte]color.RGBA, error) {
	text, err := fs.ReadFile(files, paletteFile)
	if err != nil {
		return nil, err
	}
	palette := map[byte]color.RGBA{}
	for line := range strings.Lines(string(text)) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "color ")
		if !ok {
			continue
		}
		if err := addColour(palette, rest); err != nil {
			return nil, err
		}
	}
	return palette, nil
}

// find gives the built-in icon of r, nil when there is none. a123 is the
// animated drawing of 123 where there is one.
func (b *builtins) find(r Ref) *builtin {
	index := b.index()
	if c := r.text[0]; (c == 'a' || c == 'A') && isNumber(r.key) {
		if one := index["a"+r.key]; one != nil {
			return one
		}
	}
	return index[r.key]
}

// IsBuiltIn reports whether the program itself has an icon for r, which then needs no
// decoder of foreign data unless the user has put another one in its place. It reads all
// drawings: it is not for every picture. Any goroutine may call it.
func IsBuiltIn(r Ref) bool {
	return !r.IsZero() && r.key != dataKey && newBuiltins(room{side: box}).find(r) != nil
}

// icon gives the built-in icon of r fitted, nil when there is none.
func (b *builtins) icon(r Ref) *Icon {
	if one := b.find(r); one != nil {
		return one.fitted()
	}
	return nil
}

func (b *builtins) placeholder(name string) *Icon {
	if ic := b.icon(Ref{text: name, key: name}); ic != nil {
		return ic
	}
	return &Icon{Frames: []Frame{{Image: blank(b.room.side)}}}
}
