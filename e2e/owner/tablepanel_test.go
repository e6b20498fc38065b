// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"fmt"
	"image"
	"io"
	"math/bits"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/eventually"
)

// A tablePanel is a HUB75 panel at the recorded lines of a device. Where its LEDs are comes from
// the table of the driver's tests, which is written from the documentation.
type tablePanel struct {
	size      image.Point
	wire      map[image.Point]image.Point // of each LED: word from the first shifted in, line
	words     int                         // of a line
	addresses int
	order     string // the colours of the inputs R, G and B
	file      string
}

func newTablePanel(t *testing.T, head, order, file string) *tablePanel {
	t.Helper()
	raw, err := os.ReadFile("../../hw/hub75/testdata/multiplexing.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(raw), "\n"+head+"\n")
	if !found {
		t.Fatalf("the table lacks %s", head)
	}
	p := &tablePanel{wire: map[image.Point]image.Point{}, order: order, file: file}
	if _, err := fmt.Sscanf(head[strings.Index(head, " ")+1:], "%dx%d", &p.size.X, &p.size.Y); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "\t") {
			break
		}
		_, runs, _ := strings.Cut(line, ": ")
		word := 0
		for run := range strings.FieldsSeq(runs) {
			var row, from, to int
			if _, err := fmt.Sscanf(run, "%d:%d-%d", &row, &from, &to); err != nil || to < from {
				t.Fatalf("%q: %v", run, err)
			}
			for x := from; x <= to; x++ {
				p.wire[image.Pt(x, row)] = image.Pt(word, p.addresses)
				word++
			}
		}
		p.words, p.addresses = word, p.addresses+1
	}
	p.addresses /= 2 // a line of each half at a time
	return p
}

// forget takes the recording away: what lit reads next was recorded afterwards.
func (p *tablePanel) forget(t *testing.T) {
	t.Helper()
	if err := os.Remove(p.file); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
}

// pulses is how many times the light goes on in two pictures of 6 planes, with 32 addresses.
const pulses = 2 * 6 * 32

// lit is the colour of each LED that is lit, R, G or B, or W for several colours, once a recording has two pictures.
func (p *tablePanel) lit(t *testing.T) (lit map[image.Point]string) {
	t.Helper()
	eventually.True(t, "the panel shows the question", func() bool {
		var n int
		lit, n = p.read(t)
		return n >= pulses
	})
	return lit
}

// read reads the recording, and counts the pulses of light.
func (p *tablePanel) read(t *testing.T) (lit map[image.Point]string, n int) {
	t.Helper()
	in, err := os.Open(p.file)
	if err != nil {
		return nil, 0
	}
	defer in.Close()
	d, err := vcd.NewReader(in)
	if err != nil {
		return nil, 0 // it begins
	}
	line := map[string]uint64{}
	for _, name := range []string{"CLK", "LAT", "OE", "A", "B", "C", "R1", "G1", "B1", "R2", "G2", "B2"} {
		at, err := d.Line(name)
		if err != nil {
			t.Fatal(err)
		}
		line[name] = 1 << at
	}
	var shifted, latched []uint64
	lit = map[image.Point]string{}
	clock, lat, oe := line["CLK"], line["LAT"], line["OE"]
	for was := oe; ; {
		_, levels, err := d.Next()
		if err == io.EOF {
			return lit, n
		}
		if err != nil {
			return nil, 0
		}
		now := uint64(levels)
		if now&^was&clock != 0 {
			shifted = append(shifted, now)
		}
		if was&^now&lat != 0 {
			shifted = shifted[max(len(shifted)-p.words, 0):]
			latched = append([]uint64{}, shifted...)
		}
		if was&^now&oe != 0 && len(latched) == p.words {
			n++
			p.light(lit, latched, address(now, line)%p.addresses, line)
		}
		was = now
	}
}

// address is on the lines A, B and C; the panel has as many of them as it needs.
func address(now uint64, line map[string]uint64) (a int) {
	for bit, name := range []string{"A", "B", "C"} {
		a |= bits.OnesCount64(now&line[name]) << bit
	}
	return a
}

// light adds what is lit at an address.
func (p *tablePanel) light(lit map[image.Point]string, latched []uint64, address int, line map[string]uint64) {
	inputs := [2][3]uint64{{line["R1"], line["G1"], line["B1"]}, {line["R2"], line["G2"], line["B2"]}}
	for led, at := range p.wire {
		if at.Y%p.addresses != address {
			continue
		}
		for input, bit := range inputs[at.Y/p.addresses] {
			if latched[at.X]&bit == 0 {
				continue
			}
			colour := p.order[input : input+1]
			if lit[led] != "" && lit[led] != colour {
				colour = "W"
			}
			lit[led] = colour
		}
	}
}
