package icons

import (
	"embed"
	"image/color"
	"io/fs"
	"strings"
	"sync"
)

//go:embed data/*.txt
var dataFiles embed.FS

// builtins are the icons that the project drew. The files are indexed when the
// first icon is requested; each icon is drawn when it is requested.
type builtins struct {
	size    int
	index   func() map[string]*builtin // by name, with and without its group, number and a-number
	entries func() []Entry             // for List, made once

	unknown, waiting func() *Icon // the placeholders
}

type builtin struct {
	drawing
	fitted func() *Icon
}

func newBuiltins(size int) *builtins {
	b := &builtins{size: size}
	b.index = sync.OnceValue(b.load)
	b.entries = sync.OnceValue(b.list)
	b.unknown = sync.OnceValue(func() *Icon { return b.placeholder("status-unknown") })
	b.waiting = sync.OnceValue(func() *Icon { return b.placeholder("status-waiting") })
	return b
}

func (b *builtins) load() map[string]*builtin {
	all, _ := drawings(dataFiles) // a test reads them all
	index := map[string]*builtin{}
	for _, d := range all {
		one := &builtin{drawing: *d}
		one.fitted = sync.OnceValue(func() *Icon {
			ic, err := one.icon()
			if err != nil {
				return nil
			}
			return ic.Fit(b.size).withFirst()
		})
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

// drawings reads the palette and then all other drawings of the folder data.
func drawings(files fs.FS) ([]*drawing, error) {
	palette, err := readPalette(files)
	if err != nil {
		return nil, err
	}
	paths, err := fs.Glob(files, "data/*.txt")
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
	return !r.IsZero() && r.key != dataKey && newBuiltins(box).find(r) != nil
}

// icon gives the built-in icon of r fitted, nil when there is none.
func (b *builtins) icon(r Ref) *Icon {
	if one := b.find(r); one != nil {
		return one.fitted()
	}
	return nil
}

func (b *builtins) placeholder(name string) *Icon {
	if ic := b.icon(Ref{name, name}); ic != nil {
		return ic
	}
	return &Icon{Frames: []Frame{{Image: blank(b.size)}}}
}
