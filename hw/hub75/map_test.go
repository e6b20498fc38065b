// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
)

// writeMap writes LED numbers, row by row, as a map of a size.
func writeMap(t *testing.T, size image.Point, leds []int) string {
	t.Helper()
	raw := must.Get(json.Marshal(map[string]any{"width": size.X, "height": size.Y, "map": leds}))(t)
	path := filepath.Join(t.TempDir(), "map.json")
	must.Do(t, os.WriteFile(path, raw, 0o600))
	return path
}

// TestMapIsAnyMultiplexing writes the literal table of each multiplexing as a map: the
// panel is the one that the name gives.
func TestMapIsAnyMultiplexing(t *testing.T) {
	for _, panel := range wiredPanels(t) {
		want := newRig(t, Config{Multiplexing: panel.name, Rows: panel.size.Y, Cols: panel.size.X, Planes: 4})
		wire := image.Pt(want.geometry.width, 2*want.geometry.addresses)
		leds := make([]int, panel.size.X*panel.size.Y)
		for p, at := range panel.at {
			leds[p.Y*panel.size.X+p.X] = at.Y*wire.X + at.X
		}
		r := newRig(t, Config{Map: writeMap(t, panel.size, leds), Rows: wire.Y, Cols: wire.X, Planes: 4})
		m := random(panel.size, 1)
		r.byRegisters(t, m, 1)
		if err := r.emulator.Compare(m, 1); err != nil {
			t.Errorf("%s: %v", panel.name, err)
		}
		for i, p := range want.geometry.source {
			if got := r.geometry.source[i]; got != p {
				t.Fatalf("%s: place %d shows pixel %d, want %d", panel.name, i, got, p)
			}
		}
	}
}

// TestMapOfAWall puts two chains of two panels side by side, with a hole and turned: LEDs
// without a pixel stay dark, and the picture is as large as the map.
func TestMapOfAWall(t *testing.T) {
	leds := make([]int, 64*8)
	for i := range leds {
		x, y := i%64, i/64
		leds[i] = (x/32*8+y)*32 + x%32 // the second chain to the right of the first
	}
	leds[5] = -1
	c := Config{Rows: 8, Cols: 16, Chain: 2, Parallel: 2, Planes: 4, Rotate: 90, Map: writeMap(t, image.Pt(64, 8), leds)}
	for way, show := range ways() {
		r := newRig(t, c)
		if r.geometry.size != image.Pt(8, 64) {
			t.Fatalf("the picture is %v, want 8×64", r.geometry.size)
		}
		m := random(r.geometry.size, 1)
		m.Set(0, 63-5, color.Black) // the hole
		show(r, t, m, 1)
		must.Do(t, r.emulator.Compare(m, 1))
		dark := 0
		for _, p := range r.geometry.source {
			if p < 0 {
				dark++
			}
		}
		if dark != 1 {
			t.Errorf("%s: %d LEDs are dark, want 1", way, dark)
		}
		// Turned clockwise, the picture's left column is the wall's upper row.
		if got, want := r.geometry.source[r.geometry.position(1, 2, 3, 0)], int32((63-32-3)*8+2); got != want {
			t.Errorf("%s: LED (3, 2) of the second chain shows pixel %d, want %d", way, got, want)
		}
	}
}

func TestMapsThatDoNotFit(t *testing.T) {
	path := writeMap(t, image.Pt(2, 1), []int{0, 64 * 32})
	endless := "/dev/zero" // 256 KiB are read of it
	for want, c := range map[string]Config{
		"LED 2048":     {Map: path},
		"multiplexing": {Map: path, Multiplexing: "stripe"},
		"fold":         {Map: path, Fold: 2, Chain: 2},
		"too large":    {Map: endless},
		"no such file": {Map: filepath.Join(t.TempDir(), "none.json")},
	} {
		_, err := NewEmulator(c)
		must.Fail(t, err, want, c)
	}
}

// TestFold draws the numbers of the panels where they stand, seen from the front:
// 1 is fed by the Pi, v stands upside down.
func TestFold(t *testing.T) {
	for _, tt := range []struct {
		fold int
		want string
	}{
		{1, "6 5 4 3 2 1"},
		{2, "3 2 1/4v 5v 6v"}, // the U: to the left, then back upside down
		{3, "2 1/3v 4v/6 5"},
	} {
		c := Config{Rows: 8, Cols: 8, Chain: 6, Parallel: 1, Fold: tt.fold}
		_, to, err := c.arrange()
		must.Do(t, err)
		names := map[image.Point]string{}
		for nth := range 6 {
			corner, _ := to(image.Pt((5-nth)*8, 0)) // the top left LED of the panel
			name := fmt.Sprint(nth + 1)
			if corner.X%8 == 7 && corner.Y%8 == 7 {
				name += "v"
			}
			names[corner.Div(8)] = name
		}
		var rows []string
		for y := range tt.fold {
			var row []string
			for x := range 6 / tt.fold {
				row = append(row, names[image.Pt(x, y)])
			}
			rows = append(rows, strings.Join(row, " "))
		}
		if got := strings.Join(rows, "/"); got != tt.want {
			t.Errorf("fold %d: %s, want %s", tt.fold, got, tt.want)
		}
	}
}

// registers are those of red in the upper half of each panel of a chain, the
// first fed by the Pi. Within a panel stage 0 takes the input: that of the
// rightmost column, seen from the front, of a panel that stands upright.
type registers [][]bool

// shift is a rising clock with a level at the input of the first panel. What
// falls out of a panel goes to the next.
func (r registers) shift(in bool) {
	for _, panel := range r {
		out := panel[len(panel)-1]
		copy(panel[1:], panel)
		panel[0], in = in, out
	}
}

// TestChainBeginsAtTheRight shifts a picture of one dot through panels that are
// modelled apart from the emulator: which LED of which panel does it light?
func TestChainBeginsAtTheRight(t *testing.T) {
	u := Config{Rows: 8, Cols: 8, Chain: 4, Fold: 2, Planes: 4}
	for _, tt := range []struct {
		name         string
		c            Config
		dot          image.Point
		panel, stage int
	}{
		{"right edge", Config{Rows: 8, Cols: 8, Chain: 2, Planes: 4}, image.Pt(15, 0), 0, 0},
		{"left edge", Config{Rows: 8, Cols: 8, Chain: 2, Planes: 4}, image.Pt(0, 0), 1, 7},
		{"U, top right", u, image.Pt(15, 0), 0, 0},
		{"U, top left", u, image.Pt(0, 0), 1, 7},
		{"U, bottom left", u, image.Pt(0, 15), 2, 0}, // upside down: input at the left, first row below
		{"U, bottom right", u, image.Pt(15, 15), 3, 7},
	} {
		g, pins, err := resolve(&tt.c)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		m := image.NewRGBA(image.Rectangle{Max: g.size})
		m.SetRGBA(tt.dot.X, tt.dot.Y, color.RGBA{R: 255, A: 255})
		e := newEncoder(&tt.c, g, &pins, pixel.Dither{})
		frame := make([]uint32, e.frameSize())
		e.pack(frame, m)
		chain := make(registers, tt.c.Chain)
		for i := range chain {
			chain[i] = make([]bool, tt.c.Cols)
		}
		for _, word := range e.line(frame, 0, tt.c.Planes-1) {
			chain.shift(word>>pins.Colour[0][0]&1 != 0)
		}
		for i, panel := range chain {
			want := make([]bool, tt.c.Cols)
			want[tt.stage] = i == tt.panel
			if !slices.Equal(panel, want) {
				t.Errorf("%s: panel %d from the Pi shows %v", tt.name, i+1, panel)
			}
		}
	}
}
