// SPDX-License-Identifier: Apache-2.0

package pixel

import (
	"cmp"
	"image"
	"os"

	"github.com/ledpost/ledpost/internal/keyerr"
)

// Layout says where the LEDs of a chain sit. The zero value is one tile of
// 37×8 LEDs in serpentine rows from the top left.
//
// A chain fills one tile after the other. Width, Height, Wiring and Start
// describe a tile; Tiles, TileWiring and TileStart how tiles stand side by
// side. Rotate and Mirror then turn the whole; Size cuts the picture out of its
// top left corner, and LEDs outside stay dark.
type Layout struct {
	// Width and Height of one tile in LEDs. Both 0 is 37×8.
	Width  int `toml:"width"`
	Height int `toml:"height"`
	// Wiring is how the chain runs through a tile; empty is SerpentineRows.
	Wiring Wiring `toml:"wiring"`
	// Start is the corner of a tile where the chain enters; empty is TopLeft.
	Start Corner `toml:"start"`
	// Tiles is the number of tiles across and down; both 0 is 1×1.
	Tiles [2]int `toml:"tiles"`
	// TileWiring and TileStart are the same for tiles; empty is Rows, TopLeft.
	TileWiring Wiring `toml:"tile_wiring"`
	TileStart  Corner `toml:"tile_start"`
	// Rotate turns the picture clockwise by 0, 90, 180 or 270 degrees.
	Rotate int `toml:"rotate"`
	// Mirror swaps left and right ("x") or top and bottom ("y") before turning.
	Mirror string `toml:"mirror"`
	// Size is the picture's size if it is smaller than the LEDs.
	Size Size `toml:"size"`
	// MapFile is a JSON map of LEDs (see ParseMap) used instead of tiles.
	MapFile string `toml:"map"`
}

// Wiring is the direction in which a chain runs: whole rows or columns, each in
// the same direction or, serpentine, every second one backwards.
type Wiring string

// The wirings.
const (
	Rows              Wiring = "rows"
	Columns           Wiring = "columns"
	SerpentineRows    Wiring = "serpentine-rows"
	SerpentineColumns Wiring = "serpentine-columns"
)

// Corner is the corner where a chain begins.
type Corner string

// The corners.
const (
	TopLeft     Corner = "top-left"
	TopRight    Corner = "top-right"
	BottomLeft  Corner = "bottom-left"
	BottomRight Corner = "bottom-right"
)

// A Map says which pixel each LED of a chain shows.
type Map struct {
	Size  image.Point // of the picture
	Pixel []int32     // for each LED y*Size.X+x, or -1 for a dark LED
}

// Map builds the table of at most limit LEDs. It reads MapFile if there is one.
func (l Layout) Map(limit int) (Map, error) {
	m, err := l.leds(limit)
	if err != nil {
		return Map{}, err
	}
	if m, err = m.turn(l.Rotate, l.Mirror); err != nil {
		return Map{}, err
	}
	return m.crop(image.Point(l.Size))
}

// leds is the map before it is turned and cut.
func (l Layout) leds(limit int) (Map, error) {
	if l.Width == 0 && l.Height == 0 && l.MapFile == "" {
		l.Width, l.Height = 37, 8
	}
	if l.MapFile != "" {
		return readMap(l.MapFile, image.Pt(l.Width, l.Height), limit)
	}
	l.setDefaults()
	if err := l.check(limit); err != nil {
		return Map{}, err
	}
	return l.tiled(), nil
}

func (l *Layout) setDefaults() {
	l.Wiring = or(l.Wiring, SerpentineRows)
	l.Start = or(l.Start, TopLeft)
	l.TileWiring = or(l.TileWiring, Rows)
	l.TileStart = or(l.TileStart, TopLeft)
	if l.Tiles == [2]int{} {
		l.Tiles = [2]int{1, 1}
	}
}

func or[T ~string](v, otherwise T) T {
	if v == "" {
		return otherwise
	}
	return v
}

func (l Layout) check(limit int) error {
	for _, side := range []struct {
		key string
		n   int
	}{{"width", l.Width}, {"height", l.Height}, {"tiles", l.Tiles[0]}, {"tiles", l.Tiles[1]}} {
		if side.n < 0 || side.n > maxSide {
			return keyerr.New(side.key, "%s %d: want 1 to %d", side.key, side.n, maxSide)
		}
	}
	switch {
	case l.Width == 0:
		return keyerr.New("height", "height without width")
	case l.Height == 0:
		return keyerr.New("width", "width without height")
	case l.Tiles[0] == 0 || l.Tiles[1] == 0:
		return keyerr.New("tiles", "tiles %v: want numbers from 1", l.Tiles)
	}
	if n := int64(l.Width) * int64(l.Height) * int64(l.Tiles[0]) * int64(l.Tiles[1]); n > int64(limit) {
		return keyerr.New("width", "%d LEDs, at most %d are possible", n, limit)
	}
	return cmp.Or(l.Wiring.check("wiring"), l.TileWiring.check("tile_wiring"),
		l.Start.Check("start"), l.TileStart.Check("tile_start"))
}

func (w Wiring) check(key string) error {
	switch w {
	case Rows, Columns, SerpentineRows, SerpentineColumns:
		return nil
	}
	return keyerr.New(key, "%s %q: want rows, columns, serpentine-rows or serpentine-columns", key, w)
}

// Check returns the faults of the corner that key names.
func (c Corner) Check(key string) error {
	switch c {
	case TopLeft, TopRight, BottomLeft, BottomRight:
		return nil
	}
	return keyerr.New(key, "%s %q: want top-left, top-right, bottom-left or bottom-right", key, c)
}

// tiled walks the chain: tile by tile, LED by LED.
func (l Layout) tiled() Map {
	tile, grid := image.Pt(l.Width, l.Height), image.Pt(l.Tiles[0], l.Tiles[1])
	m := Map{Size: image.Pt(tile.X*grid.X, tile.Y*grid.Y)}
	perTile := tile.X * tile.Y
	m.Pixel = make([]int32, perTile*grid.X*grid.Y)
	for i := range m.Pixel {
		t := place(i/perTile, grid, l.TileWiring, l.TileStart)
		p := place(i%perTile, tile, l.Wiring, l.Start)
		p = p.Add(image.Pt(t.X*tile.X, t.Y*tile.Y))
		m.Pixel[i] = int32(p.Y*m.Size.X + p.X)
	}
	return m
}

// place is where the i-th thing of a chain stands in a grid of the given size.
func place(i int, size image.Point, w Wiring, start Corner) image.Point {
	line := size.X // length of one
	if w == Columns || w == SerpentineColumns {
		line = size.Y
	}
	nth, at := i/line, i%line
	if nth%2 == 1 && (w == SerpentineRows || w == SerpentineColumns) {
		at = line - 1 - at
	}
	p := image.Pt(at, nth)
	if w == Columns || w == SerpentineColumns {
		p = image.Pt(nth, at)
	}
	if start == TopRight || start == BottomRight {
		p.X = size.X - 1 - p.X
	}
	if start == BottomLeft || start == BottomRight {
		p.Y = size.Y - 1 - p.Y
	}
	return p
}

// turn mirrors the picture, then rotates it clockwise: the LED that showed a
// pixel of the upright panel shows the pixel that the turned picture has there.
func (m Map) turn(degrees int, mirror string) (Map, error) {
	if mirror != "" && mirror != "x" && mirror != "y" {
		return Map{}, keyerr.New("mirror", "mirror %q: want x or y", mirror)
	}
	quarters := degrees / 90
	if degrees%90 != 0 || quarters < 0 || quarters > 3 {
		return Map{}, keyerr.New("rotate", "rotate %d: want 0, 90, 180 or 270", degrees)
	}
	size := m.Size
	if quarters%2 == 1 {
		size.X, size.Y = size.Y, size.X
	}
	for led, at := range m.Pixel {
		if at < 0 {
			continue
		}
		p := image.Pt(int(at)%m.Size.X, int(at)/m.Size.X)
		p = unturn(p, m.Size, quarters)
		switch mirror {
		case "x":
			p.X = size.X - 1 - p.X
		case "y":
			p.Y = size.Y - 1 - p.Y
		}
		m.Pixel[led] = int32(p.Y*size.X + p.X)
	}
	m.Size = size
	return m, nil
}

// unturn is the pixel of the picture that clockwise quarter turns bring to p of
// a panel of the given size.
func unturn(p, size image.Point, quarters int) image.Point {
	switch quarters {
	case 1:
		return image.Pt(p.Y, size.X-1-p.X)
	case 2:
		return image.Pt(size.X-1-p.X, size.Y-1-p.Y)
	case 3:
		return image.Pt(size.Y-1-p.Y, p.X)
	}
	return p
}

// crop keeps the top left part of the picture.
func (m Map) crop(size image.Point) (Map, error) {
	if size == (image.Point{}) || size == m.Size {
		return m, nil
	}
	if size.X > m.Size.X || size.Y > m.Size.Y {
		return Map{}, keyerr.New("size", "size %v is larger than the %v LEDs", Size(size), Size(m.Size))
	}
	for led, at := range m.Pixel {
		if at < 0 {
			continue
		}
		x, y := int(at)%m.Size.X, int(at)/m.Size.X
		m.Pixel[led] = -1
		if x < size.X && y < size.Y {
			m.Pixel[led] = int32(y*size.X + x)
		}
	}
	m.Size = size
	return m, nil
}

// readMap reads a map file of at most maxMapFile bytes.
func readMap(path string, size image.Point, limit int) (Map, error) {
	f, err := os.Open(path)
	if err != nil {
		return Map{}, keyerr.New("map", "map: %w", err)
	}
	defer f.Close()
	m, err := ParseMap(f, size, limit)
	if err != nil {
		return Map{}, keyerr.New("map", "map %s: %w", path, err)
	}
	return m, nil
}
