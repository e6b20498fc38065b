// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"flag"
	"fmt"
	"image"
	"image/color"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/apps/kit/tally"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/internal/testtool"
	"github.com/ledpost/ledpost/render"
)

var (
	shown = flag.Bool("looks", false, "print every page that breaks a rule of looks")
	sized = flag.String("sizes", "", "judge the looks on these panels instead, such as 18x10,100x40, or seed 42")
)

var white, dark = color.RGBA{255, 255, 255, 255}, color.RGBA{A: 255}

// looksSizes are the panels on which all pages are judged.
var looksSizes = []image.Point{{8, 8}, {16, 16}, {32, 8}, {37, 8}, {32, 16}, {64, 16}, {32, 32}, {64, 32}, {128, 32},
	{64, 64}, {128, 64},
	{256, 64}, {128, 128}, {24, 24}, {48, 24}, {48, 48}, {96, 48}, {96, 64}, {160, 32}, {256, 128},
	{17, 7}, {18, 10}, {32, 64}, {56, 56}, {200, 100}} // the last are of no kind of panel, and between those that are

// mendedSizes are those of seeds of the night that broke a rule once.
var mendedSizes = []image.Point{{16, 52}, {16, 86}, {18, 124}, {20, 72}, {22, 14}, {22, 24}, {40, 50}, {40, 88},
	{42, 12}, {44, 114}, {46, 24}, {46, 34}, {46, 90}, {48, 52}, {50, 128}, {66, 54}, {70, 54}, {76, 48}, {78, 22},
	{82, 92}, {104, 126}, {110, 32}}

// judgedSizes returns the panels on which this run judges: in the night a few more, whose seed is the day.
func judgedSizes(t *testing.T) (all []image.Point) {
	var seed uint64
	switch _, err := fmt.Sscanf(*sized, "seed %d", &seed); {
	case err == nil:
		return randomSizes(seed, 24)
	case *sized == "" && testtool.ByNight():
		seed = uint64(time.Now().Unix() / 86400)
		t.Logf("with sizes of seed %d", seed)
		return slices.Concat(randomSizes(seed, 8), mendedSizes, looksSizes)
	case *sized == "":
		return looksSizes
	}
	for text := range strings.SplitSeq(*sized, ",") {
		var size image.Point
		if _, err := fmt.Sscanf(text, "%dx%d", &size.X, &size.Y); err != nil {
			t.Fatalf("-sizes %s: %v", text, err)
		}
		all = append(all, size)
	}
	return all
}

// randomSizes returns panels of 16×8 to 256×128 with even sides.
func randomSizes(seed uint64, n int) (all []image.Point) {
	r := rand.New(rand.NewPCG(seed, 0))
	for range n {
		all = append(all, image.Pt(16+2*r.IntN(121), 8+2*r.IntN(61)))
	}
	return all
}

// The rules of looks, by the names that the budget and the failures call them by.
const (
	margins  = "margins"   // from 16 rows on, still text leaves a pixel dark on each side
	centred  = "centred"   // what stands still has its capitals or its ink in the middle rows, within a pixel
	across   = "across"    // and in the middle of the columns that a picture beside it leaves
	filled   = "filled"    // the time alone takes three fifths of the rows, or half of them over its seconds
	unbroken = "unbroken"  // a word stands on one line
	uncut    = "uncut"     // what stands still is on the panel, and no part of it lies below another
	apart    = "apart"     // a text that scrolls leaves a column dark beside a picture, and none of its rows lie over it
	samesize = "same size" // the same role has the same height over all data, unless the words do not fit
	lit      = "lit"       // something shows
	boxless  = "no boxes"  // every character has a drawing
)

// TestLooks draws every page of every app on every panel with many sets of data, and
// judges it. -looks prints the pages; -run Looks/PACKAGE judges one app.
func TestLooks(t *testing.T) {
	if testing.Short() {
		t.Skip("draws 35,000 pages")
	}
	for _, of := range subjects(t) {
		t.Run(of.Package, func(t *testing.T) {
			t.Parallel()
			judgePages(t, of)
		})
	}
}

// judgePages judges all pages of a subject.
func judgePages(t *testing.T, of subject) {
	j := newJudge(t)
	j.own = of.samples != nil
	for _, size := range judgedSizes(t) {
		for name, roots := range newStage(t, size).pages(of) {
			for i, p := range roots {
				for n, page := range pagesOf(p.root) {
					what := fmt.Sprintf("%s, data %d, page %d", name, i, n)
					j.page(fmt.Sprintf("%s %v", name, size), what, p, page, size)
				}
			}
		}
	}
	j.alike()
	t.Logf("%d pages", j.pages)
	for _, rule := range slices.Sorted(maps.Keys(j.broken)) {
		t.Errorf("%s: %d pages break the rule", rule, j.broken[rule])
	}
}

// judge counts the pages that break each rule.
type judge struct {
	t       *testing.T
	own     bool // the subject may have words that nobody has listed
	pages   int
	broken  map[string]int
	heights map[string]map[int]string // of each role of each kind of page, rows
}

func newJudge(t *testing.T) *judge {
	return &judge{t: t, broken: map[string]int{}, heights: map[string]map[int]string{}}
}

// alike judges the heights of all pages.
func (j *judge) alike() {
	for role, heights := range j.heights {
		if len(heights) > 1 {
			j.tell(samesize, role+": "+fmt.Sprint(heights), nil)
		}
	}
}

// tell counts a page that breaks a rule, and prints it.
func (j *judge) tell(rule, what string, m *image.RGBA) {
	j.broken[rule]++
	if !*shown && j.broken[rule] > 3 {
		return
	}
	if m == nil {
		j.t.Logf("%s: %s", rule, what)
		return
	}
	j.t.Logf("%s: %s\n%s", rule, what, pixtest.Lit(m))
}

// part is something that a page shows.
type part struct {
	at      image.Rectangle // where its ink is; of text the rows by which it is centred
	ink     image.Rectangle
	role    string
	rows    int  // of a capital; 0 = unknown
	free    bool // may use the margin
	behind  bool // a picture or a chart, over which text may lie
	bar     bool // belongs to an edge: takes no part in centring
	moves   bool // scrolls
	smaller bool // did not fit in the size of its role
	timer   bool
	letters bool // or digits: no icon of one colour, and no emoji
	aside   bool // stands at an edge of its columns, not in their middle
}

// page judges one page.
func (j *judge) page(kind, what string, of looked, w render.Widget, size image.Point) {
	j.pages++
	m := image.NewRGBA(image.Rectangle{Max: size})
	// some effects begin dark
	for at := time.Duration(0); at < 5*time.Second && inkOf(m).Empty(); at += 250 * time.Millisecond {
		render.Clear(m)
		w.Draw(m, image.Point{}, at)
	}
	if inkOf(m).Empty() {
		j.tell(lit, fmt.Sprintf("%s on %v", what, size), m)
	}
	w.Draw(image.NewRGBA(m.Rect), image.Point{}, time.Second) // what moves draws on the way, too
	bad := map[string]bool{boxless: of.boxes && size.Y >= 16} // fonts for 8 rows have no Han characters, docs/fonts.md
	switch {
	case of.moves:
	case of.filled:
		bad[centred] = !middle(inkOf(m), m.Rect, 1)
	case of.awtrix != nil:
		j.awtrix(bad, kind, what, of.awtrix, m)
	default:
		j.parts(bad, kind, what, of, w, size)
	}
	for _, rule := range slices.Sorted(maps.Keys(bad)) {
		if bad[rule] {
			j.tell(rule, fmt.Sprintf("%s on %v", what, size), m)
		}
	}
}

// middle reports whether ink is in the middle of room, within a pixel of a side of grain LEDs.
func middle(ink, room image.Rectangle, grain int) bool {
	off := ink.Min.Add(ink.Max).Sub(room.Min).Sub(room.Max)
	return max(off.X, -off.X, off.Y, -off.Y) <= 2*grain
}

// parts judges a page by what it consists of.
func (j *judge) parts(bad map[string]bool, kind, what string, of looked, w render.Widget, size image.Point) {
	parts := partsOf(w, image.Point{})
	// icons and letters with what hangs below them have 8 rows: a panel of 7 shows the upper ones, capitals whole
	panel, whole, digits := image.Rect(0, 0, size.X, max(8, size.Y)), image.Rectangle{}, image.Rectangle{}
	inner, ink := panel, image.Rectangle{}
	share := 6 // tenths of the rows
	roomy := size.Y >= 16
	if roomy {
		inner = inner.Inset(1)
	}
	room := image.Rectangle{Max: size}
	for i, p := range parts {
		text := p.letters && p.rows > 0 && !p.moves
		bad[uncut] = bad[uncut] || !p.ink.In(panel) || text && !p.at.In(image.Rectangle{Max: size})
		if p.bar {
			room = without(room, p.at)
			continue
		}
		bad[margins] = bad[margins] || !p.free && !p.moves && !p.ink.In(inner)
		// a picture of all rows says nothing of the middle beside a bar
		if !p.behind || p.at.Dy() < size.Y || p.at.Dx() == size.X {
			whole, ink = whole.Union(p.at), ink.Union(p.ink)
		}
		// what stands within a ring, without AM, PM and seconds
		if p.at != room && !strings.HasPrefix(p.role, typeset.Note.String()) {
			digits = digits.Union(p.at)
		}
		if strings.HasSuffix(p.role, typeset.Note.String()) { // digits: the seconds below
			share = 5
		}
		for _, q := range parts[:i] {
			bad[uncut] = bad[uncut] || !q.bar && !p.behind && !q.behind && covers(p, q)
			bad[apart] = bad[apart] || touches(p, q, size) || touches(q, p, size)
		}
		if !p.moves && (!p.smaller || of.steady) && p.rows > 0 && roomy { // below, the rows allow only two
			role := p.role
			if of.icon {
				role += " beside an icon"
			}
			j.height(kind+" "+role, p.rows, what)
		}
	}
	between := func(r image.Rectangle) bool {
		off := r.Min.Y - room.Min.Y - room.Max.Y + r.Max.Y
		return r.Empty() || max(off, -off) <= 2
	}
	// by the capitals, or with their marks
	bad[centred] = roomy && !between(whole) && (ink.Empty() || !between(ink))
	bad[across] = roomy && !acrossMiddle(parts, size)
	if digits.Empty() {
		digits = whole
	}
	rows := size.Y
	if !roomy { // digits have 5 rows or 7, and 5 of 9 are right over a bar
		rows = room.Dy()
	}
	bad[filled] = of.alone && (10*digits.Dy() < share*rows || share < 6 && 10*whole.Dy() < 6*rows)
	bad[unbroken] = len(of.words) > 0 && brokenWord(w, of.words) || !j.own && pieceOf(w) != ""
}

// covers reports whether p and q lie over each other: both still, or a text that scrolls and digits.
func covers(p, q part) bool {
	digits := typeset.Digits.String()
	still := !p.moves && !q.moves || strings.HasSuffix(p.role, digits) || strings.HasSuffix(q.role, digits)
	return still && p.ink.Overlaps(q.ink)
}

// touches reports whether p scrolls up to the picture q, or over it, unless q fills the panel.
func touches(p, q part, size image.Point) bool {
	beside := p.ink
	beside.Min.X, beside.Max.X = beside.Min.X-1, beside.Max.X+1
	return p.moves && q.behind && !q.bar && beside.Overlaps(q.ink) && q.ink.Size() != size
}

// acrossMiddle reports whether what stands still is in the middle of the columns, as a whole or line by line, within
// a pixel: of the whole panel, alone or with pictures, or of what pictures or a bar at an edge leave. Digits count
// with all their places.
func acrossMiddle(parts []part, size image.Point) bool {
	var lines []image.Rectangle
	var whole, pictures image.Rectangle
	slack, chart, aside := 2, typeset.Chart.String(), false
	for _, p := range parts {
		switch {
		case p.aside: // columns with one edge
			aside = true
		case p.bar && p.role != chart && p.at.Dx() >= size.X/2:
		case p.rows == 0 && !p.moves && p.role != chart:
			pictures = pictures.Union(p.at)
		case p.timer: // a 1 is narrower than its place
			slack += p.at.Dy() / 4
			fallthrough
		default:
			lines, whole = inLines(lines, p.at), whole.Union(p.at)
		}
	}
	if len(lines) == 0 {
		return aside || inMiddle(pictures, 0, size.X, slack)
	}
	inColumns := func(r image.Rectangle) bool {
		return inMiddle(r, 0, size.X, slack) || inMiddle(r.Union(pictures), 0, size.X, slack) || !pictures.Empty() &&
			(r.Min.X >= pictures.Max.X && inMiddle(r, pictures.Max.X, size.X, 4) ||
				r.Max.X <= pictures.Min.X && inMiddle(r, 0, pictures.Min.X, 4))
	}
	return inColumns(whole) || !slices.ContainsFunc(lines, func(r image.Rectangle) bool { return !inColumns(r) })
}

// inLines returns lines with r, which joins those that have rows with it.
func inLines(lines []image.Rectangle, r image.Rectangle) (out []image.Rectangle) {
	for _, l := range lines {
		if l.Min.Y < r.Max.Y && r.Min.Y < l.Max.Y {
			r = r.Union(l)
		} else {
			out = append(out, l)
		}
	}
	return append(out, r)
}

// inMiddle reports whether r is in the middle of columns, but for half of slack.
func inMiddle(r image.Rectangle, left, right, slack int) bool {
	off := r.Min.X - left - right + r.Max.X
	return r.Empty() || max(off, -off) <= slack
}

// height notes the rows of a role on a page.
func (j *judge) height(role string, rows int, what string) {
	if j.heights[role] == nil {
		j.heights[role] = map[int]string{}
	}
	j.heights[role][rows] = what
}

// without returns room less a bar along one of its edges.
func without(room, bar image.Rectangle) image.Rectangle {
	switch {
	case bar.Dx() < bar.Dy(), bar.Dy() >= room.Dy():
	case bar.Min.Y+bar.Max.Y > room.Min.Y+room.Max.Y:
		room.Max.Y = min(room.Max.Y, bar.Min.Y)
	default:
		room.Min.Y = max(room.Min.Y, bar.Max.Y)
	}
	return room
}

// pagesOf returns the pages that a widget shows in turn.
func pagesOf(root render.Widget) (all []render.Widget) {
	s, ok := root.(*render.Sequence)
	if !ok {
		return []render.Widget{root}
	}
	for at := time.Duration(0); at < s.Period(); at += 250 * time.Millisecond {
		if w, _ := s.Showing(at); !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// partsOf returns what a page consists of, as the page itself says, else as its layers
// let it be guessed.
func partsOf(w render.Widget, at image.Point) (all []part) {
	switch w := w.(type) {
	case *typeset.Page:
		for _, i := range w.Items {
			all = append(all, part{
				at: i.Body, ink: i.Ink, role: roleOf(i, w.Items), rows: i.Rows,
				free:   i.Role == typeset.Picture || i.Role == typeset.Digits || i.Role == typeset.Chart,
				behind: i.Role == typeset.Picture || i.Role == typeset.Chart,
				bar:    i.Role == typeset.Bar || i.Role == typeset.Chart, moves: i.Scrolls, smaller: i.Smaller,
				aside: i.Align != typeset.Middle,
				letters: i.Text == "" || strings.ContainsFunc(i.Text, func(r rune) bool {
					return unicode.In(r, unicode.Letter, unicode.Digit)
				}),
			})
		}
	case *render.Backed: // what lies behind it may be anything
		return partsOf(w.Front, at)
	case *render.Stack:
		for i, l := range w.Layers {
			for _, p := range partsOf(l.Widget, at.Add(l.At)) {
				p.role = strings.TrimSpace(fmt.Sprint(i, " ", p.role))
				all = append(all, p)
			}
		}
	case *render.Marquee:
		r := image.Rectangle{at, at.Add(w.Size())}
		all = append(all, part{at: r, ink: r, moves: true})
	case *render.Bar:
		r := image.Rectangle{at, at.Add(w.Size())}
		all = append(all, part{at: r, ink: r, bar: true, free: true})
	default:
		m := image.NewRGBA(image.Rectangle{Max: w.Size()})
		w.Draw(m, image.Point{}, 0)
		p := part{ink: inkOf(m).Add(at)}
		_, still := w.(*render.Still)
		p.at, p.free = p.ink, !still || colours(m) > 2
		p.behind = p.free
		if bar := barOf(m); !bar.Empty() && at == (image.Point{}) { // of a timer: an icon has none
			all = append(all, part{at: bar, ink: bar, bar: true, free: true})
			p.ink = inkOf(m.SubImage(image.Rect(0, 0, m.Rect.Max.X, bar.Min.Y)).(*image.RGBA))
			p.at = p.ink
		}
		if _, p.timer = w.(*tally.Tally); p.timer || still && !p.free {
			p.rows = p.ink.Dy()
		}
		if !p.ink.Empty() {
			all = append(all, p)
		}
	}
	return all
}

// roleOf returns the role of a text; numbers, words and Han characters, which no face has as small as letters, have
// sizes of their own.
func roleOf(i typeset.Item, page []typeset.Item) string {
	role := i.Role.String()
	if holds(i.Tail, unicode.Han) {
		role += " before a character"
	}
	var text string // with its other lines
	for _, line := range page {
		if line.Role == i.Role && line.Rows == i.Rows {
			text += line.Text
		}
	}
	if holds(text, unicode.Han) {
		if holds(text, unicode.Latin) {
			return role + " in characters and letters"
		}
		return role + " in characters"
	}
	if i.Text != "" && (strings.ContainsAny(i.Text, "↑↓") || !typeset.Numeric(i.Text)) {
		return role + " in letters"
	}
	return role
}

// holds reports whether text has a letter of a script.
func holds(text string, script *unicode.RangeTable) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(script, r) })
}

// inkOf returns where m is lit.
func inkOf(m *image.RGBA) (r image.Rectangle) {
	isDark := func(x, y int) bool { c := m.RGBAAt(x, y); return c.R|c.G|c.B == 0 }
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		from, to := m.Rect.Min.X, m.Rect.Max.X
		for from < to && isDark(from, y) {
			from++
		}
		for from < to && isDark(to-1, y) {
			to--
		}
		r = r.Union(image.Rect(from, y, to, y+1))
	}
	return r
}

// barOf returns the lowest rows of m that are lit from edge to edge, a third of all at most.
func barOf(m *image.RGBA) (bar image.Rectangle) {
	for y := m.Rect.Max.Y - 1; y > m.Rect.Max.Y*2/3; y-- {
		row := m.SubImage(image.Rect(0, y, m.Rect.Max.X, y+1)).(*image.RGBA)
		lit := 0
		for x := range m.Rect.Max.X {
			if c := row.RGBAAt(x, y); c.R|c.G|c.B != 0 {
				lit++
			}
		}
		if lit < m.Rect.Max.X {
			break
		}
		bar = bar.Union(row.Rect)
	}
	return bar
}

// colours counts the colours of m that are lit.
func colours(m *image.RGBA) int {
	seen := map[color.RGBA]bool{}
	for i := 0; i < len(m.Pix); i += 4 {
		if c := (color.RGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], 255}); c != dark {
			seen[c] = true
		}
	}
	return len(seen)
}

// brokenWord reports whether a text of w holds a part of one of words, and not the whole.
func brokenWord(w render.Widget, words []string) bool {
	texts := textsOf(w)
	for _, piece := range texts {
		if !slices.Contains(words, piece) {
			return true
		}
	}
	return len(texts) == 0
}

// textsOf returns the words, or pieces of words, that w consists of.
func textsOf(w render.Widget) (all []string) {
	switch w := w.(type) {
	case *typeset.Page:
		for _, i := range w.Items {
			all = append(all, strings.Fields(i.Text)...)
		}
	case *render.Stack:
		for _, l := range w.Layers {
			all = append(all, textsOf(l.Widget)...)
		}
	}
	return all
}
