// SPDX-License-Identifier: Apache-2.0

package pixel

import (
	"cmp"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// grid writes the LED of each pixel, a line a row; '.' where there is none.
func grid(m Map) string {
	cells := make([]string, m.Size.X*m.Size.Y)
	for led, at := range m.Pixel {
		if at >= 0 {
			cells[at] += fmt.Sprint(led)
		}
	}
	var s strings.Builder
	for i, c := range cells {
		c = cmp.Or(c, ".")
		s.WriteString(c)
		if i%m.Size.X == m.Size.X-1 {
			s.WriteByte('\n')
		} else {
			s.WriteByte(' ')
		}
	}
	return s.String()
}

func clean(s string) string {
	var out strings.Builder
	for line := range strings.Lines(s) {
		if f := strings.Fields(line); len(f) > 0 {
			out.WriteString(strings.Join(f, " ") + "\n")
		}
	}
	return out.String()
}

func TestLayouts(t *testing.T) {
	for _, c := range []struct {
		name   string
		layout Layout
		want   string
	}{
		{"rows run the same way", Layout{Width: 3, Height: 2, Wiring: Rows}, `
			0 1 2
			3 4 5`},
		{"the default snakes", Layout{Width: 3, Height: 2}, `
			0 1 2
			5 4 3`},
		{"columns", Layout{Width: 3, Height: 2, Wiring: Columns}, `
			0 2 4
			1 3 5`},
		{"columns that snake, as flexible 8×32 panels do", Layout{Width: 3, Height: 2, Wiring: SerpentineColumns}, `
			0 3 4
			1 2 5`},
		{"the chain enters at the right", Layout{Width: 3, Height: 2, Start: TopRight}, `
			2 1 0
			3 4 5`},
		{"the chain enters at the bottom", Layout{Width: 3, Height: 2, Start: BottomLeft}, `
			5 4 3
			0 1 2`},
		{"columns from the bottom right", Layout{Width: 3, Height: 2, Wiring: SerpentineColumns, Start: BottomRight}, `
			5 2 1
			4 3 0`},
		{"two tiles side by side", Layout{Width: 2, Height: 2, Tiles: [2]int{2, 1}, Wiring: Rows}, `
			0 1 4 5
			2 3 6 7`},
		{"four tiles that snake from the bottom left",
			Layout{Width: 2, Height: 1, Tiles: [2]int{2, 2}, TileWiring: SerpentineRows, TileStart: BottomLeft}, `
			6 7 4 5
			0 1 2 3`},
		{"picture a quarter clockwise: its top is at the right", Layout{Width: 3, Height: 2, Wiring: Rows, Rotate: 90}, `
			2 5
			1 4
			0 3`},
		{"upside down", Layout{Width: 3, Height: 2, Wiring: Rows, Rotate: 180}, `
			5 4 3
			2 1 0`},
		{"a quarter the other way", Layout{Width: 3, Height: 2, Wiring: Rows, Rotate: 270}, `
			3 0
			4 1
			5 2`},
		{"seen from behind", Layout{Width: 3, Height: 2, Wiring: Rows, Mirror: "x"}, `
			2 1 0
			5 4 3`},
		{"mirrored up and down", Layout{Width: 3, Height: 2, Wiring: Rows, Mirror: "y"}, `
			3 4 5
			0 1 2`},
		{"mirrored, then turned", Layout{Width: 3, Height: 2, Wiring: Rows, Mirror: "x", Rotate: 90}, `
			5 2
			4 1
			3 0`},
		{"the last column stays dark", Layout{Width: 3, Height: 2, Size: Size{2, 2}}, `
			0 1
			5 4`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := must.Get(c.layout.Map(100))(t)
			must.Equal(t, grid(m), clean(c.want), "LEDs")
		})
	}
}

// TestTurnedTwice turns by a quarter in a second layout's terms: four quarters
// are none, whatever the wiring.
func TestTurns(t *testing.T) {
	m := must.Get(Layout{Width: 5, Height: 3, Wiring: SerpentineColumns, Start: BottomRight}.Map(100))(t)
	want := grid(m)
	for range 4 {
		m = must.Get(m.turn(90, ""))(t)
	}
	must.Equal(t, grid(m), want, "after four quarters")
}

func TestDefaultLayout(t *testing.T) {
	m := must.Get(Layout{}.Map(2048))(t)
	if m.Size != image.Pt(37, 8) || len(m.Pixel) != 296 {
		t.Errorf("%v with %d LEDs, want 37×8 with 296", m.Size, len(m.Pixel))
	}
}

func TestLayoutErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		layout Layout
		want   string
	}{
		{"too many LEDs", Layout{Width: 64, Height: 64}, "4096 LEDs, at most 2048"},
		{"product does not overflow", Layout{Width: 4096, Height: 4096, Tiles: [2]int{4096, 4096}}, "at most 2048"},
		{"no height", Layout{Width: 8}, "width without height"},
		{"no width", Layout{Height: 8}, "height without width"},
		{"no tiles down", Layout{Tiles: [2]int{2, 0}}, "tiles [2 0]"},
		{"negative", Layout{Width: -8, Height: -8}, "width -8: want 1 to 4096"},
		{"unknown wiring", Layout{Wiring: "zigzag"}, `wiring "zigzag"`},
		{"unknown corner", Layout{TileStart: "middle"}, `start "middle"`},
		{"odd angle", Layout{Rotate: 45}, "rotate 45"},
		{"negative angle", Layout{Rotate: -90}, "rotate -90"},
		{"unknown mirror", Layout{Mirror: "z"}, `mirror "z"`},
		{"picture larger than the LEDs", Layout{Size: Size{38, 8}}, "size 38x8 is larger"},
		{"no such map", Layout{MapFile: "/nonexistent/map.json"}, "no such file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.layout.Map(2048)
			must.Fail(t, err, c.want)
		})
	}
}

func TestMapFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "map.json")
	must.Do(t, os.WriteFile(path, []byte(`{"map":[0,2,1,3]}`), 0o600))
	m := must.Get(Layout{Width: 2, Height: 2, Rotate: 180, MapFile: path}.Map(100))(t)
	must.Equal(t, grid(m), "3 1\n2 0\n", "LEDs")
}

func TestParseMap(t *testing.T) {
	for _, c := range []struct{ name, json, want, err string }{
		{name: "array, size beside it", json: `[0,1,2,5,4,3]`, want: "0 1 2\n5 4 3\n"},
		{name: "WLED's object", json: `{"n":"x","width":2,"height":2,"map":[0,1,3,2]}`, want: "0 1\n3 2\n"},
		{name: "a gap, and an LED without a pixel", json: `[0,-1,2,5,4,3]`, want: "0 . 2\n5 4 3\n"},
		{name: "too few", json: `[0,1]`, err: "2 numbers for 3×2 pixels"},
		{name: "twice the same", json: `[0,0,1,2,3,4]`, err: "LED 0 is given to pixel 0 and to pixel 1"},
		{name: "beyond the chain", json: `[0,1,2,3,4,100]`, err: "pixel 5: LED 100, want -1 to 99"},
		{name: "below none", json: `[0,1,2,3,4,-2]`, err: "LED -2"},
		{name: "no LED", json: `[-1,-1,-1,-1,-1,-1]`, err: "no LED"},
		{name: "not numbers", json: `["a"]`, err: "cannot unmarshal"},
		{name: "huge size", json: `{"width":1000000000,"height":1000000000,"map":[]}`, err: "no width"},
		{name: "empty", json: ``, err: "unexpected end"},
		{name: "endless", json: "[" + strings.Repeat("0,", maxMapFile), err: "too large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := ParseMap(strings.NewReader(c.json), image.Pt(3, 2), 100)
			if c.err != "" {
				must.Fail(t, err, c.err)
				return
			}
			must.Do(t, err)
			must.Equal(t, grid(m), c.want, "LEDs")
		})
	}
}

func FuzzParseMap(f *testing.F) {
	f.Add([]byte(`[0,1,2,5,4,3]`))
	f.Add([]byte(`{"width":2,"height":2,"map":[0,-1,3,2]}`))
	f.Add([]byte(`{"width":-1,"height":4096,"map":[null,1e3]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m Map
		var err error
		memtest.AtMost(t, 256<<10+512*len(data), func() {
			m, err = ParseMap(strings.NewReader(string(data)), image.Pt(3, 2), 64)
		})
		if err != nil {
			return
		}
		seen := map[int32]bool{}
		for _, at := range m.Pixel {
			if at < -1 || int(at) >= m.Size.X*m.Size.Y {
				t.Fatalf("pixel %d outside %v", at, m.Size)
			}
			if at >= 0 && seen[at] {
				t.Fatalf("pixel %d has two LEDs", at)
			}
			seen[at] = true
		}
		if len(m.Pixel) > 64 {
			t.Fatalf("%d LEDs, more than the limit", len(m.Pixel))
		}
	})
}

func TestSize(t *testing.T) {
	for in, want := range map[string]Size{"37x8": {37, 8}, "64X32": {64, 32}, "1x1": {1, 1}} {
		var s Size
		if err := s.UnmarshalText([]byte(in)); err != nil || s != want {
			t.Errorf("%q is %v, %v; want %v", in, s, err, want)
		}
	}
	for _, in := range []string{"", "37", "x8", "0x8", "37x8x", "-1x8", "99999x1", "37x8 mm"} {
		var s Size
		if err := s.UnmarshalText([]byte(in)); err == nil {
			t.Errorf("%q is accepted as %v", in, s)
		}
	}
}

// TestMost: LEDs take what they take in white, and no more than the limit.
func TestMost(t *testing.T) {
	for _, row := range []struct {
		power Power
		leds  int
		want  float64
	}{
		{Power{}, 256, 8},
		{Power{}, 10, 2.15},
		{Power{Limit: 20}, 256, 20},
		{Power{Limit: -1}, 100, 21.5},
		{Power{Limit: -1, Draw: [5]float64{100, 100, 100, 100, 5}}, 10, 3.05},
	} {
		if got := row.power.Most(row.leds); got < row.want-1e-9 || got > row.want+1e-9 {
			t.Errorf("%d LEDs of %+v: %v W, want %v", row.leds, row.power, got, row.want)
		}
	}
}
