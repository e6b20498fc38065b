// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/must"
)

// A panel is what somebody has in front of them. It is written from the documentation,
// apart from the program: places from a table, rows from the levels of the lines.
type panel struct {
	name      string
	size      image.Point
	wire      map[image.Point]image.Point // where each LED is on the wire
	columns   int
	addresses int
	address   string
	order     string
	init      string
	inverse   bool
	slow      int // the smallest slowdown that it bears
	broken    wiring
	awake     bool // since its chips have their supply, the right set-up was sent
}

// wakes says which set-up wakes which chips, besides their own: FM6127's words switch the
// outputs of an FM6126A on, too.
func (p *panel) wakes(sent string) bool {
	return p.init == "" || p.init == sent || p.init == "FM6126A" && sent == "FM6127"
}

// lights is what each LED shows of a probe.
func (p *panel) lights(t testing.TB, probe *Probe) map[image.Point]color.RGBA {
	shown := map[image.Point]color.RGBA{}
	if p.broken.dark || p.broken.stale {
		return p.broken.pattern(p.size)
	}
	if p.awake = p.awake || p.wakes(string(probe.Panel.Init)); !p.awake {
		return shown
	}
	selected := p.selected(t, probe.Panel)
	for led, at := range p.wire {
		if led.X < p.broken.column {
			continue
		}
		x := probe.Picture.Rect.Dx() - p.columns + at.X
		for address, rows := range selected {
			if rows>>(at.Y%p.addresses)&1 == 0 {
				continue
			}
			var lines [2]color.RGBA // of both halves
			for half := range lines {
				c := probe.Picture.RGBAAt(x, half*len(selected)+address)
				if probe.Panel.Inverse != p.inverse {
					c = color.RGBA{^c.R, ^c.G, ^c.B, 255}
				}
				lines[half] = c
			}
			c := shown[led]
			for input, level := range p.broken.colours(at.Y/p.addresses, lines) {
				to := map[byte]*uint8{'R': &c.R, 'G': &c.G, 'B': &c.B}[p.order[input]]
				*to = max(*to, level)
			}
			if c != (color.RGBA{}) {
				shown[led] = c
			}
		}
	}
	return shown
}

// selected are the rows that the panel lights at each address of the wire.
func (p *panel) selected(t testing.TB, c hub75.Config) (rows []uint64) {
	q := 0
	var last, prev uint64
	var shifted, delayed uint64 = 0, ^uint64(0)
	mask := uint64(1)<<p.addresses - 1
	for _, e := range levels(t, c.RowAddress, c.Rows/2) {
		l := p.broken.address(uint64(e.levels))
		edge := l&^last&1 != 0 // A rises
		b, c, group := l>>1&1, l>>2&1, l>>3&3
		var lit uint64
		switch p.address {
		case "direct":
			lit = 1 << (l & uint64(1<<bits.Len(uint(p.addresses-1))-1))
		case "abcd-lines":
			lit = ^l & 0b1111
		case "ab-shift":
			if edge {
				delayed, shifted = shifted, shifted<<1|b
			}
			lit = ^delayed
		case "abc-shift":
			if edge {
				shifted = shifted<<1 | c
			}
			lit = shifted
		case "sm5266":
			if edge && c == 1 {
				shifted = (shifted<<1 | b) & 0xff
			}
			if p.addresses <= 8 {
				group = 0
			} else if p.addresses <= 16 {
				group &= 1
			}
			lit = shifted & 0xff << (8 * group)
		case "b707":
			if edge && b == 1 {
				shifted = shifted<<1 | c
			}
			lit = shifted
		}
		last = l
		if e.light {
			prev = lit & mask
			rows = append(rows, prev)
			q++
		}
	}
	return rows[len(rows)-c.Rows/2:] // the last refresh
}

// level is what the address lines are from some moment on, and whether a row is lit then
// for the first time.
type level struct {
	levels uint32
	light  bool
}

var recorded = map[string][]level{}

// levels records three refreshes by a kind of row address.
func levels(t testing.TB, kind string, addresses int) (all []level) {
	key := fmt.Sprint(kind, addresses)
	if recorded[key] != nil {
		return recorded[key]
	}
	file := filepath.Join(t.TempDir(), "lines.vcd")
	p, err := hub75.Open(hub75.Config{Rows: 2 * addresses, Cols: 8, RowAddress: kind, Planes: 4, GPIO: "vcd:" + file})
	must.Do(t, err)
	for range 3 {
		must.Do(t, p.Draw(p.Bounds(), image.White, image.Point{}))
	}
	must.Do(t, p.Close())
	recorded[key] = read(t, file, addresses)
	return recorded[key]
}

// read returns the address lines of a recording of three refreshes of 4 planes.
func read(t testing.TB, file string, addresses int) (all []level) {
	in := must.Get(os.Open(file))(t)
	defer in.Close()
	d := must.Get(vcd.NewReader(in))(t)
	line := func(name string) int {
		n, err := d.Line(name)
		if err != nil {
			return -1
		}
		return n
	}
	var lines []int
	for _, name := range strings.Split("ABCDE", "") {
		lines = append(lines, line(name))
	}
	oe, pulses, was, dark := line("OE"), 0, uint32(0), true
	for {
		_, levels, err := d.Next()
		if err == io.EOF {
			break
		}
		must.Do(t, err)
		var now uint32
		for bit, n := range lines {
			if n >= 0 {
				now |= uint32(levels>>n&1) << bit
			}
		}
		if now != was {
			all = append(all, level{now, false})
			was = now
		}
		lit := levels>>oe&1 == 0
		if lit && dark {
			if pulses%4 == 0 && pulses < 3*4*addresses { // the first of an address's 4 planes
				all = append(all, level{now, true})
			}
			pulses++
		}
		dark = !lit
	}
	return all
}

// answer is what an honest observer says.
func (p *panel) answer(t testing.TB, s Step) string {
	switch s.Question.Kind {
	case Size:
		return fmt.Sprintf(" %d X %d", p.size.X, p.size.Y)
	case Rows:
		rows := map[int]bool{}
		for led := range p.lights(t, s.Probe) {
			rows[led.Y] = true
		}
		return fmt.Sprint(len(rows))
	case LED:
		lit := p.lights(t, s.Probe)
		for led := range lit {
			if len(lit) == 1 {
				return fmt.Sprintf("%d,%d", led.X+1, led.Y+1)
			}
			return "several"
		}
		return "none"
	case Bands:
		if p.loose(s.Probe) {
			return "further"
		}
		return p.bands(p.lights(t, s.Probe))
	case Stripes:
		return p.stripes(p.lights(t, s.Probe))
	}
	slow := 1 // of the board
	if s.Probe.Panel.Slowdown != nil {
		slow = *s.Probe.Panel.Slowdown
	}
	if slow < p.slow || !p.framed(p.lights(t, s.Probe)) {
		return "no"
	}
	return "yes"
}

// framed reports whether a frame is lit, and on every line of the panel two LEDs at least.
func (p *panel) framed(lit map[image.Point]color.RGBA) bool {
	for y := range p.size.Y {
		for _, x := range []int{0, p.size.X - 1} {
			if _, ok := lit[image.Pt(x, y)]; !ok {
				return false
			}
		}
	}
	for _, c := range lit {
		if c != (color.RGBA{255, 255, 255, 0}) {
			return false
		}
	}
	_, first := lit[image.Pt(1, 1)]
	return first || len(lit) < 8*(p.size.X+p.size.Y)
}
