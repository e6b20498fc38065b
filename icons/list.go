// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
)

// Sources of an Entry.
const (
	BuiltIn = "built-in"
	User    = "user"
	Gallery = "gallery"
)

// Entry describes one icon.
type Entry struct {
	Name    string   // a reference to it: a name or a number
	Number  int      // its number in the gallery, 0 = none
	Source  string   // BuiltIn, User or Gallery
	Version string   // of the user's: another one after the file has changed
	Words   []string // that people look for it by, besides its name; only of built-in ones

	// What its file tells.
	Animated bool
	Type     string // of Thumb: image/png or image/gif
	Thumb    []byte // the icon itself, small enough for a list
}

// Bounds of Index.
const (
	maxListed = 200      // cached icons, the ones used last; the disk may hold thousands
	maxThumb  = 16 << 10 // bytes of a file that is its own thumbnail
)

// Index returns the built-in icons, the user's, and the most recently used cached ones
// of the gallery; the user's and cached ones by number, then by name. It reads no
// file: of the user's and cached ones it leaves out what their files tell, and has the
// broken ones.
func (s *Store) Index() []Entry {
	own, cached := s.folder.all(), s.kept.recent(maxListed)
	all := make([]Entry, 0, len(s.builtin.entries())+len(own)+len(cached))
	all = append(all, s.builtin.entries()...)
	for key, file := range own {
		all = append(all, Entry{Name: key, Number: numberOf(key), Source: User, Version: file.version()})
	}
	for _, key := range cached {
		all = append(all, Entry{Name: key, Number: numberOf(key), Source: Gallery})
	}
	slices.SortFunc(all, func(a, b Entry) int {
		number := 0 // built-in icons go by name alone
		if a.Source != BuiltIn {
			number = cmp.Compare(a.Number, b.Number)
		}
		return cmp.Or(strings.Compare(a.Source, b.Source), number, strings.Compare(a.Name, b.Name))
	})
	return all
}

// numberOf returns the number that a key is, 0 if it is a name.
func numberOf(key string) int {
	if !isNumber(key) {
		return 0
	}
	number, _ := strconv.Atoi(key)
	return number
}

// Read adds to an entry of Index what its file tells. It reports whether the icon is
// there and whole. Do not call it while drawing frames.
func (s *Store) Read(e *Entry) bool {
	if e.Thumb != nil {
		return true
	}
	path := s.kept.path(e.Name)
	if e.Source == User {
		file, ok := s.folder.find(e.Name)
		if !ok {
			return false
		}
		path = file.path
	}
	full := s.file(e.Source, e.Name, path)
	if full == nil {
		return false
	}
	e.Animated, e.Type, e.Thumb = full.Animated, full.Type, full.Thumb
	return true
}

// Entry describes the icon that Icon returns for r, if it is on this device:
// the user's, the built-in one, or a cached one of the gallery.
func (s *Store) Entry(r Ref) (Entry, bool) {
	if r.IsZero() || r.key == dataKey {
		return Entry{}, false
	}
	if file, ok := s.folder.find(r.key); ok {
		if e := s.file(User, r.key, file.path); e != nil && s.users(r) != nil {
			return *e, true
		}
	}
	if one := s.builtin.find(r); one != nil {
		return one.entry()
	}
	if _, ok := s.kept.find(r.key); !ok {
		return Entry{}, false
	}
	e := s.file(Gallery, r.key, s.kept.path(r.key))
	if e == nil {
		return Entry{}, false
	}
	return *e, true
}

// file describes the icon at path; nil if it cannot be read.
func (s *Store) file(source, name, path string) *Entry {
	data, err := bounded.ReadFile(path, MaxBytes)
	if err != nil {
		return nil
	}
	f, err := inspect(data)
	if err != nil {
		return nil
	}
	if len(data) > maxThumb {
		if data = s.firstFrame(data); data == nil {
			return nil
		}
		f.ext = "png"
	}
	return &Entry{Name: name, Number: numberOf(name), Source: source, Animated: f.frames > 1, Type: "image/" + f.ext,
		Thumb: data}
}

// firstFrame is a PNG of the first frame, fitted.
func (s *Store) firstFrame(data []byte) []byte {
	var first *image.RGBA
	Walk(data, func(f Frame) error {
		first = blank(s.cfg.Size)
		newFitter(f.Image.Rect.Size(), s.cfg.room()).scale(first, f.Image, f.Image.Rect)
		return io.EOF // that was enough
	})
	if first == nil {
		return nil
	}
	var b bytes.Buffer
	if err := png.Encode(&b, first); err != nil {
		return nil
	}
	return b.Bytes()
}

// list makes the entries of the built-in icons; call entries.
func (b *builtins) list() []Entry {
	words, _ := readWords(dataFiles) // a test reads them too
	var all []Entry
	for name, one := range b.index() {
		if name != one.names[0] {
			continue
		}
		if e, ok := one.entry(); ok {
			e.Words = words[name]
			all = append(all, e)
		}
	}
	return all
}

func (b *builtin) entry() (Entry, bool) {
	ic, err := b.icon()
	if err != nil {
		return Entry{}, false
	}
	e := Entry{Name: b.names[0], Source: BuiltIn, Animated: len(ic.Frames) > 1, Type: "image/gif", Thumb: encodeGIF(ic)}
	for _, other := range b.names[1:] {
		if n, err := strconv.Atoi(strings.TrimPrefix(other, "a")); err == nil && e.Number == 0 {
			e.Number = n
		}
	}
	return e, true
}

// encodeGIF writes an icon of at most 255 colours and no half clear pixels.
func encodeGIF(ic *Icon) []byte {
	palette := color.Palette{color.RGBA{}}
	index := map[color.RGBA]uint8{{}: 0}
	g := &gif.GIF{LoopCount: ic.Loops - 1} // 0 = for ever, -1 = once
	if ic.Loops == 0 {
		g.LoopCount = 0
	}
	for _, f := range ic.Frames {
		m := image.NewPaletted(f.Image.Rect, nil)
		for i := range m.Pix {
			p := f.Image.Pix[4*i:]
			c := color.RGBA{p[0], p[1], p[2], p[3]}
			if _, ok := index[c]; !ok {
				index[c] = uint8(len(palette))
				palette = append(palette, c)
			}
			m.Pix[i] = index[c]
		}
		g.Image = append(g.Image, m)
		g.Delay = append(g.Delay, int(f.Delay/(10*time.Millisecond)))
		g.Disposal = append(g.Disposal, gif.DisposalBackground)
	}
	for _, m := range g.Image {
		m.Palette = palette
	}
	g.Config = image.Config{ColorModel: palette, Width: ic.Frames[0].Image.Rect.Dx(), Height: ic.Frames[0].Image.Rect.Dy()}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		return nil
	}
	return b.Bytes()
}
