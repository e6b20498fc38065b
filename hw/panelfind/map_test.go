// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"image"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/must"
)

// scrambled is a panel whose places have their bits exchanged and turned over at random:
// blocks in some order and direction.
func scrambled(size image.Point, addresses, seed int) *panel {
	rng := rand.New(rand.NewPCG(uint64(seed), 7))
	p := &panel{name: "scrambled", size: size, addresses: addresses, columns: size.X * size.Y / 2 / addresses,
		wire: map[image.Point]image.Point{}}
	bits := bitsOf(size.X * size.Y)
	across := bitsOf(size.X)
	// Lines come from rows alone, as on all panels: which bits of a row they are, and
	// where the others and those of the column go, is at random.
	order := rng.Perm(bits - across)
	for i := range order {
		order[i] += across // bits of the row, the last of which are the line's
	}
	lines := bitsOf(2 * addresses)
	order = append(order[lines:], order[:lines]...)
	low := append([]int{}, order[:len(order)-lines]...)
	for bit := range across {
		low = append(low, bit)
	}
	rng.Shuffle(len(low), func(i, j int) { low[i], low[j] = low[j], low[i] })
	order = append(low, order[len(order)-lines:]...)
	flip, twist := rng.IntN(1<<bits), rng.IntN(len(low)-1)
	for led := range size.X * size.Y {
		w := flip
		for to, from := range order {
			w ^= led >> from & 1 << to
		}
		w ^= w >> (twist + 1) & 1 << twist // every second block backwards
		at := image.Pt(w%p.columns, w/p.columns)
		p.wire[image.Pt(led%size.X, led/size.X)] = at
	}
	return p
}

// exchange exchanges the LED at a place of the wire with another one of its row and line.
func (p *panel) exchange(at image.Point) {
	var led image.Point
	for l, w := range p.wire {
		if w == at {
			led = l
		}
	}
	for l, w := range p.wire {
		if l != led && l.Y == led.Y && w.Y == at.Y {
			p.wire[l], p.wire[led] = at, w
			return
		}
	}
}

// bitsOf is how many bits the numbers below n have, a power of two.
func bitsOf(n int) (bits int) {
	for 1<<bits < n {
		bits++
	}
	return bits
}

// maps draws a picture of two panels with the configuration that was found and looks at
// the words on the wires.
func (p *panel) maps(t *testing.T, c hub75.Config) {
	t.Helper()
	c.GPIO, c.Planes, c.Slowdown = "vcd:"+filepath.Join(t.TempDir(), "lines.vcd"), 4, nil
	panel := must.Get(hub75.Open(c))(t)
	if want := image.Pt(2*p.size.X, p.size.Y); panel.Bounds().Size() != want {
		t.Fatalf("the picture is %v, want %v", panel.Bounds().Size(), want)
	}
	m := image.NewRGBA(panel.Bounds())
	for i := range m.Pix {
		if i%4 == 0 && i*7919%11 < 5 {
			m.Pix[i] = 255
		}
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	must.Do(t, panel.Draw(m.Rect, m, image.Point{}))
	must.Do(t, panel.Close())
	lines := greens(t, c.GPIO[4:], 2*p.columns, 4*p.addresses)
	for led, at := range p.wire {
		for across := range 2 { // the first panel from the left is the second one fed
			lit := lines[at.Y/p.addresses][at.Y%p.addresses*4+3][across*p.columns+at.X]
			if want := m.RGBAAt(across*p.size.X+led.X, led.Y).R != 0; lit != want {
				t.Fatalf("LED %v of panel %d is %v, want %v", led, across, lit, want)
			}
		}
	}
}

// greens reads the lines G1 and G2, on which a panel GRB has red, of the first refresh:
// for each half the words of each line.
func greens(t *testing.T, file string, width, count int) (out [2][][]bool) {
	in := must.Get(os.Open(file))(t)
	defer in.Close()
	d := must.Get(vcd.NewReader(in))(t)
	number := map[string]int{}
	for _, name := range []string{"G1", "G2", "CLK", "LAT"} {
		number[name] = must.Get(d.Line(name))(t)
	}
	var words [2][]bool
	var was uint64
	for {
		_, levels, err := d.Next()
		if err == io.EOF || len(out[0]) == count {
			return out
		}
		must.Do(t, err)
		now := uint64(levels)
		if (now&^was)>>number["CLK"]&1 != 0 {
			for half, name := range []string{"G1", "G2"} {
				words[half] = append(words[half], now>>number[name]&1 != 0)
			}
		}
		if (was&^now)>>number["LAT"]&1 != 0 {
			for half := range words {
				out[half] = append(out[half], words[half][len(words[half])-width:])
				words[half] = nil
			}
		}
		was = now
	}
}
