// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// dates returns the ways to write a date, each a list of lines: more informative ones
// come first, and of equally informative ones the largest is taken.
func dates(m *Reading, words *kit.Language) [][][]string {
	day, week, month := strconv.Itoa(m.Local.Day()), words.Days[m.Local.Weekday()], words.Months[m.Local.Month()-1]
	if words == m.Words && m.characters() {
		month += day + "日"
		return [][][]string{{{month + week}, {month, week}}, {{month}}}
	}
	first, last := day, month
	if m.MonthFirst {
		first, last = month, day
	}
	date := first + " " + last
	return [][][]string{
		{{week + " " + date}, {week, date}, {week, first, last}},
		{{date}, {first, last}},
		{{week + " " + day}, {week, day}},
		{{day}},
	}
}

// dateWords returns the words of a date for a room: English ones where characters of Han
// do not fit.
func (m *Reading) dateWords(set *fonts.Set, room image.Point) *kit.Language {
	if m.characters() && fit(set, room, dates(m, m.Words)).face != nil {
		return m.Words
	}
	return lettered(m.Words)
}

// fitted is a text with the face in which it fits.
type fitted struct {
	face  *fonts.Face
	lines []string
}

// fit returns the largest of the ways to write something that fits into room. Its face
// is nil if none does.
func fit(set *fonts.Set, room image.Point, ways [][][]string) (best fitted) {
	for _, same := range ways {
		for _, lines := range same {
			if f := largestText(set, room, lines); f != nil && (best.face == nil || f.Cap() > best.face.Cap()) {
				best = fitted{f, lines}
			}
		}
		if best.face != nil {
			break
		}
	}
	return best
}

// largestText returns the largest face in which lines fit, or nil.
func largestText(set *fonts.Set, room image.Point, lines []string) *fonts.Face {
	all := strings.Join(lines, "")
	for _, f := range textFaces(set, room.Y) {
		fits := blockRows(f, len(lines)) <= room.Y && (!han(all) || (f.Cap()%12 == 0 || f.Cap() == 7) && f.Draws(all))
		for _, line := range lines {
			fits = fits && f.Width(line) <= room.X
		}
		if fits {
			return f
		}
	}
	return nil
}

// textFaces returns the faces for letters in that many rows, the largest first.
func textFaces(set *fonts.Set, rows int) (faces []*fonts.Face) {
	for n := rows; n >= 5; n-- {
		if f := set.Letters(n); f.Cap() == n {
			faces = append(faces, f)
		}
	}
	return faces
}

// lineGap returns the space between two lines of capitals.
func lineGap(f *fonts.Face) int { return max(1, f.Cap()/5) }

// blockRows returns the height of n lines of capitals.
func blockRows(f *fonts.Face, n int) int { return n*f.Cap() + (n-1)*lineGap(f) }

// topOf returns where n lines begin when centred in rows: with a row above them for the
// dots of an Ä, if one is free.
func topOf(f *fonts.Face, n, rows int) int {
	spare := rows - blockRows(f, n)
	return max(spare/2, min(spare, 1))
}

// put draws the text in the middle of room.
func (t fitted) put(p *page, room image.Rectangle, ink color.RGBA) {
	y := room.Min.Y + topOf(t.face, len(t.lines), room.Dy())
	for _, line := range t.lines {
		p.text(t.face, room.Min.X+(room.Dx()-t.face.Width(line))/2, y, fonts.Span{Text: line, Color: ink})
		y += t.face.Cap() + lineGap(t.face)
	}
}

// dateFace shows the time, then the date.
type dateFace struct {
	*clockFace
	set *fonts.Set
}

func newDateFace(env kit.Env, o Options) *dateFace { return &dateFace{newPlainFace(env, o), env.Fonts} }

// pages implements drawer: seven seconds of the time, with a blinking colon, and three of
// the date; where digits show in turn, the date takes its turn like them.
func (f *dateFace) pages(m *Reading) []page {
	all := f.clockFace.pages(m)
	date := fit(f.set, f.Room, dates(m, m.dateWords(f.set, f.Room)))
	if !m.Known || date.face == nil {
		return all
	}
	p := newPage(f.Room)
	date.put(&p, p.Rect, m.accentOr(amber))
	if f.How == typeset.InTurn {
		return append(all, p)
	}
	p.hold = 3 * time.Second
	if len(all) == 1 {
		all[0].hold = 7 * time.Second
	}
	for len(all) > 1 && len(all) < 7 {
		all = append(all, all[len(all)-2])
	}
	return append(all, p)
}
