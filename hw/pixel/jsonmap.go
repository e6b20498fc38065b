// SPDX-License-Identifier: Apache-2.0

package pixel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"

	"github.com/ledpost/ledpost/internal/bounded"
)

// maxMapFile is the largest map file read, in bytes.
const maxMapFile = 256 << 10

// ParseMap reads a JSON map of at most limit LEDs: for each pixel, row by row
// from the top left, the number of its LED on the chain counted from 0, or -1
// for none. It is an array, or an object as WLED's ledmap.json has it:
//
//	{"width": 3, "height": 2, "map": [0, 1, 2, 5, 4, -1]}
//
// size is used where the file names none. LEDs without a pixel stay dark.
func ParseMap(r io.Reader, size image.Point, limit int) (Map, error) {
	data, err := bounded.Read(r, maxMapFile)
	if err != nil {
		return Map{}, err
	}
	size, leds, err := decodeMap(data, size)
	if err != nil {
		return Map{}, err
	}
	if size.X < 1 || size.Y < 1 || size.X > maxSide || size.Y > maxSide {
		return Map{}, errors.New("no width and height, neither in the map nor beside it")
	}
	if len(leds) != size.X*size.Y {
		return Map{}, fmt.Errorf("%d numbers for %d×%d pixels", len(leds), size.X, size.Y)
	}
	return invert(size, leds, limit)
}

func decodeMap(data []byte, size image.Point) (image.Point, []int, error) {
	var object struct {
		Width  int   `json:"width"`
		Height int   `json:"height"`
		Map    []int `json:"map"`
	}
	if trimmed := bytes.TrimSpace(data); len(trimmed) > 0 && trimmed[0] == '[' {
		err := json.Unmarshal(data, &object.Map)
		return size, object.Map, err
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return size, nil, err
	}
	if object.Width != 0 || object.Height != 0 {
		size = image.Pt(object.Width, object.Height)
	}
	return size, object.Map, nil
}

// invert turns "LED of each pixel" into "pixel of each LED".
func invert(size image.Point, leds []int, limit int) (Map, error) {
	count := 0
	for i, led := range leds {
		if led < -1 || led >= limit {
			return Map{}, fmt.Errorf("pixel %d: LED %d, want -1 to %d", i, led, limit-1)
		}
		count = max(count, led+1)
	}
	m := Map{Size: size, Pixel: make([]int32, count)}
	for led := range m.Pixel {
		m.Pixel[led] = -1
	}
	for i, led := range leds {
		if led < 0 {
			continue
		}
		if m.Pixel[led] >= 0 {
			return Map{}, fmt.Errorf("LED %d is given to pixel %d and to pixel %d", led, m.Pixel[led], i)
		}
		m.Pixel[led] = int32(i)
	}
	if count == 0 {
		return Map{}, errors.New("the map names no LED")
	}
	return m, nil
}

// Relative makes the name of the map's file one from the folder dir, where the
// configuration lies, unless it has a path from the root.
func (l *Layout) Relative(dir string) {
	if l.MapFile != "" && !filepath.IsAbs(l.MapFile) {
		l.MapFile = filepath.Join(dir, l.MapFile)
	}
}
