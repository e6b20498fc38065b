// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/fonts"
)

// Message is a text that somebody sends, with a picture of theirs. The zero value is empty.
type Message struct {
	Spans  []fonts.Span // line ends part paragraphs
	Widest string       // the longest text that it has on other days: it chooses the size, from 16 rows on; "" = the text itself
	Side   int          // of its picture as the panel's icons are drawn, a multiple of 8 pixels; 0 = it has none
	// Small = small letters where the usual ones of the text, or of its widest word, nearly fit, on panels of one line:
	// what still scrolls shows each word whole.
	Small bool
	// Loud = the picture may have twice its side, where the letters stay as large.
	Loud bool
}

// Setting is a message as it stands in a room.
type Setting struct {
	Role    Role
	Room    image.Rectangle // without the margins
	Face    *fonts.Face
	Lines   []Row
	Smaller bool // does not fit in the size of its role
	Scrolls bool // is one line that is wider than Room
}

// Row is a line of a setting.
type Row struct {
	Spans []fonts.Span
	Y     int // of the upper edge of a fonts.Line
}

// nearly is how many pixels too wide a text may be for Message.Small.
const nearly = 6

// trial is a text that looks for a size and for a side of its picture.
type trial struct {
	*Grid
	text, widest [][]fonts.Span // paragraphs
	words        string
	role         Role
	faces        []*fonts.Face // the largest first
}

// trial prepares m.
func (g *Grid) trial(m Message) *trial {
	t := &trial{Grid: g, words: fonts.Plain(m.Spans), text: paragraphs(m.Spans)}
	if t.widest = t.text; m.Widest != "" && g.Margin > 0 {
		t.widest = paragraphs([]fonts.Span{{Text: m.Widest}})
	}
	if t.role, t.faces = g.Texts(t.words, m.Side == 0); g.Margin == 0 {
		t.faces = []*fonts.Face{g.set.Normal}
	}
	if drawn := slices.DeleteFunc(slices.Clone(t.faces), func(f *fonts.Face) bool { return !f.Draws(t.words) }); len(drawn) > 0 {
		t.faces = drawn // some scripts are higher than our own letters; boxes come last
	}
	return t
}

// Side returns the side of m's picture beside its text. The picture gives way first: some of its pixels to larger
// letters, most of them before letters fall below the least size of the panel. A text that has no room even then
// scrolls, beside the picture as it is drawn.
func (g *Grid) Side(m Message) int {
	if g.Margin == 0 || m.Side == 0 {
		return m.Side
	}
	t := g.trial(m)
	most := m.Side
	if m.Loud {
		most = min(2*most, g.Size.X, g.Size.Y)
	}
	stages := []stage{{g.keeps, g.least, false}, {8, 0, false}}
	if Figure(t.words) { // a number is larger than words anyway
		stages = []stage{{g.Picture, g.runs, false}, {8, g.runs, true}, {8, g.least, true}, {8, 0, true}}
	}
	for _, stage := range stages {
		var best fit
		for _, face := range t.faces {
			for _, side := range append([]int{m.Side}, sides...) {
				one := fit{side, face.Cap()}
				if side <= most && side >= min(stage.side, m.Side) && one.letters >= stage.letters &&
					one.beats(best, stage.pictured) && t.stands(face, side, m.Side/8) {
					best = one
				}
			}
		}
		if best.side > 0 {
			return best.side
		}
	}
	return m.Side
}

// stage is what a picture gives way to: it keeps a side, or its own if that is less, and the letters have so many
// rows at least. pictured = it is as large as they let it be; else they are.
type stage struct {
	side, letters int
	pictured      bool
}

// fit is a side of a picture, and rows of a capital beside it.
type fit struct{ side, letters int }

// beats reports whether f is better than b: by its letters, then by its picture, or the other way round.
func (f fit) beats(b fit, pictured bool) bool {
	letters, side := cmp.Compare(f.letters, b.letters), cmp.Compare(f.side, b.side)
	if pictured {
		letters, side = side, letters
	}
	return cmp.Or(letters, side) > 0
}

// stands reports whether the text stands in a face beside a picture with that side.
func (t *trial) stands(face *fonts.Face, side, scale int) bool {
	_, room, shown := t.Place(side, scale, face.Cap())
	room = room.Intersect(t.Inner())
	if _, bottom := face.Ink(t.words); side > 8*scale { // descenders do not rise into a larger picture
		_, body := face.Body(t.words)
		room.Min.Y, room.Max.Y = max(room.Min.Y, side+1), room.Max.Y-max(0, bottom-body)
	}
	return shown && face.Cap() <= room.Dy() && t.fitting(face, t.widest, room) != nil
}

// Foot is how many rows of a room are free above words below a loud picture, and below them.
const Foot = 2

// Place returns where a picture with that side stands on a page with text, the room that it leaves, and whether it is
// shown at all: at the left edge in the middle of the rows; on panels too narrow for anything beside it above the
// text, which needs so many rows. scale is how many pixels a pixel of an icon takes on the panel.
func (g *Grid) Place(side, scale, rows int) (at image.Point, room image.Rectangle, shown bool) {
	room = image.Rectangle{Max: g.Size}
	at = g.Size.Sub(image.Pt(side, side)).Div(2)
	switch {
	case g.Tall() && g.Above():
		at.Y, room.Min.Y = 1, max(side+1, min(side+5, g.Size.Y-g.Margin-rows))
		if side > 8*scale { // the words are in the middle of a low room, the picture in the middle above them
			room.Min.Y = max(side-1, g.Size.Y-g.Margin-rows-2*Foot)
		}
	case g.Size.X-side-scale >= side:
		at.X, room.Min.X = 0, side+scale
		if g.Margin > 0 && g.Size.X >= 48 {
			at.X, room.Min.X = 1, side+3
		}
	case g.Size.X >= side && g.Size.Y-side >= max(side, rows):
		at.Y, room.Min.Y = 0, side
	default:
		return at, room, false
	}
	return at, room, true
}

// Lowest returns the rows of a capital in the size that m has in a room of so many rows.
func (g *Grid) Lowest(m Message, rows int) int { return g.trial(m).within(rows)[0].Cap() }

// within returns the faces of so many rows at most, all if none is.
func (t *trial) within(rows int) []*fonts.Face {
	for i, f := range t.faces {
		if f.Cap() <= rows {
			return t.faces[i:]
		}
	}
	return t.faces
}

// Set sets m into a room of the panel: in one line, or broken into as many as the rows hold, in the
// first of its sizes in which it fits. A text that fits in none becomes one line, which
// scrolls if it is too wide.
func (g *Grid) Set(m Message, room image.Rectangle) *Setting {
	t := g.trial(m)
	s := &Setting{Role: t.role, Room: room.Intersect(g.Inner())}
	faces := t.within(s.Room.Dy())
	first := 0
	for m.Widest != "" && g.Margin > 0 && first < len(faces)-1 && t.fitting(faces[first], t.widest, s.Room) == nil {
		first++
	}
	for i, face := range faces[first:] {
		if lines := t.fitting(face, t.text, s.Room); lines != nil {
			s.Smaller = first+i > 0
			t.stack(s, face, lines)
			return s
		}
	}
	one := oneLine(t.text)
	face := t.running(faces)
	if small := g.set.Small; m.Small && g.Margin == 0 && (nearlyFits(face, small, fonts.Plain(one), s.Room.Dx()) ||
		nearlyFits(face, small, widest(face, fonts.Plain(one)), s.Room.Dx())) {
		face, s.Smaller = small, true
	}
	s.Scrolls = face.Width(fonts.Plain(one)) > s.Room.Dx()
	t.stack(s, face, [][]fonts.Span{one})
	return s
}

// Common returns the side of one picture that Hero has beside or above any of messages, and the letters of each: beside
// the largest picture all stand in the letters of text that scrolls, else in the least of the panel.
// Without such a side the pictures keep the size in which they were drawn.
func (g *Grid) Common(messages ...Message) (side int, faces []*fonts.Face) {
	whole := messages[0].Side
	for _, stage := range []stage{{g.Picture / 2, g.runs, true}, {8, g.least, true}} {
		for _, side := range append([]int{whole}, sides...) {
			if side <= whole && side >= min(stage.side, whole) {
				if faces = g.standing(side, stage.letters, messages); len(faces) == len(messages) {
					return side, faces
				}
			}
		}
	}
	return whole, g.standing(whole, 0, messages)
}

// standing returns the letters of messages beside a picture with that side, of those that stand in so many rows;
// of all if that is 0.
func (g *Grid) standing(side, letters int, messages []Message) (faces []*fonts.Face) {
	room := g.Inner()
	if g.above {
		room.Min.Y += side + g.Gap
	} else {
		room.Min.X = g.Margin + side + g.apart()
	}
	for _, m := range messages {
		if s := g.Set(m, room); letters == 0 || !s.Scrolls && s.Face.Cap() >= letters {
			faces = append(faces, s.Face)
		}
	}
	return faces
}

// sides are those that a picture may have which gives way, the largest first.
var sides = []int{128, 96, 64, 48, 32, 24, 16, 8}

// fitting breaks paragraphs into lines for a room; nil if it does not hold them.
func (t *trial) fitting(face *fonts.Face, paragraphs [][]fonts.Span, room image.Rectangle) [][]fonts.Span {
	most := room.Dy() / face.Height()
	if t.Margin > 0 {
		most = max(1, (room.Dy()+lead(face))/(face.Cap()+lead(face)))
	}
	lines := broken(face, paragraphs, room.Dx(), most)
	if t.Margin == 0 || lines == nil {
		return lines
	}
	if _, fit := t.rows(face, lines, room); !fit {
		return nil
	}
	return lines
}

// broken breaks each paragraph into lines; nil if that makes more than n lines.
func broken(face *fonts.Face, paragraphs [][]fonts.Span, width, n int) (lines [][]fonts.Span) {
	for _, p := range paragraphs {
		some := Broken(face, p, width, n-len(lines))
		if some == nil {
			return nil
		}
		lines = append(lines, some...)
	}
	return lines
}

// lead returns the least rows between the capitals of two lines: a dark one below descenders
// and above marks.
func lead(face *fonts.Face) int {
	return max(face.Descent()+max(1, face.Cap()/10), face.Ascent()-face.Cap()+1)
}

// stack puts lines below each other.
func (t *trial) stack(s *Setting, face *fonts.Face, lines [][]fonts.Span) {
	s.Face = face
	all, _ := t.rows(face, lines, s.Room)
	for i, spans := range lines {
		s.Lines = append(s.Lines, Row{spans, all[i]})
	}
}

// rows returns where lines stand in a room: the block of their bodies in the middle of the rows, which are shared out
// up to the height of a line. fit = they have room, no mark of the first is in the margin, and none stands beside a
// descender of the line above it.
func (t *trial) rows(face *fonts.Face, lines [][]fonts.Span, room image.Rectangle) (all []int, fit bool) {
	rows, high, last := room.Dy(), 0, len(lines)-1
	tops, bodies := make([]int, len(lines)), make([]int, len(lines))
	for i, spans := range lines {
		top, bottom := face.Body(fonts.Plain(spans)) // an emoji is higher than a capital
		if t.Margin == 0 {
			top, bottom = 0, face.Height()
		}
		tops[i], bodies[i] = top, bottom-top
		high += bodies[i]
	}
	space := min((rows-high)/(last+2), face.Cap())
	if t.Margin > 0 && last > 0 {
		space = min(max(space, lead(face)), face.Cap()*2/3+1, (rows-high)/last)
	}
	fit = high+last*lead(face) <= rows
	begin := func() int { return room.Min.Y + (rows-high-last*space)/2 }
	if first, _ := face.Ink(fonts.Plain(lines[0])); t.Margin > 0 && last > 0 { // its marks sink from the margin
		over := t.Margin - (begin() - tops[0] + first)
		space = min(space, max(face.Descent()+1, space-(2*max(over, 0)+last-1)/last))
	}
	y, below := begin(), 0
	for i, spans := range lines {
		all = append(all, y-tops[i])
		top, bottom := face.Ink(fonts.Plain(spans))
		top = max(0, min(y-tops[i]+top, t.Inner().Max.Y-bottom+top)) // the last rises from the margin
		if i > 0 && top < below || i == 0 && last > 0 && top < t.Margin {
			fit = false
		}
		below = y - tops[i] + bottom
		y += bodies[i] + space
	}
	return all, fit
}

// running returns the first of faces that is no larger than text that scrolls, else the last: a
// figure in the size of what a page is about would show a few of its digits at a time.
func (t *trial) running(faces []*fonts.Face) *fonts.Face {
	for _, f := range faces {
		if f.Cap() <= t.runs {
			return f
		}
	}
	return faces[len(faces)-1]
}

// widest returns the widest word of a text.
func widest(face *fonts.Face, text string) string {
	return slices.MaxFunc(append(strings.Fields(text), ""), func(a, b string) int {
		return cmp.Compare(face.Width(a), face.Width(b))
	})
}

// nearlyFits reports whether text is slightly too wide in face and fits in small.
func nearlyFits(face, small *fonts.Face, text string, width int) bool {
	over := face.Width(text) - width
	return over > 0 && over <= nearly && small.Width(text) <= width && small.Draws(text)
}
