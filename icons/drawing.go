// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A text picture is an icon that a person can read and edit; data/README.md
// has the format. drawing is one of them, not yet turned into pixels.
type drawing struct {
	names   []string // the first is its own, the rest are gallery numbers and other names
	lines   []string
	side    int // columns and rows of a picture
	palette map[byte]color.RGBA
}

// splitDrawings finds the drawings of one file. palette has the colours that
// all files share.
func splitDrawings(file string, palette map[byte]color.RGBA) ([]*drawing, error) {
	var all []*drawing
	own := map[byte]color.RGBA{}
	for n, line := range strings.Split(file, "\n") {
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || word[0] == '#':
		case word == "color":
			if err := addColour(own, rest); err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
		case word == "icon":
			all = append(all, &drawing{names: strings.Fields(rest), side: box, palette: merge(palette, own)})
		case len(all) == 0:
			return nil, fmt.Errorf("line %d: %q before the first icon", n+1, word)
		default:
			d := all[len(all)-1]
			d.lines = append(d.lines, line)
		}
	}
	return all, nil
}

func merge(common, own map[byte]color.RGBA) map[byte]color.RGBA {
	if len(own) == 0 {
		return common
	}
	m := map[byte]color.RGBA{}
	maps.Copy(m, common)
	maps.Copy(m, own)
	return m
}

// addColour reads "r #FF0000".
func addColour(p map[byte]color.RGBA, s string) error {
	sign, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	hex, ok := strings.CutPrefix(strings.TrimSpace(rest), "#")
	v, err := strconv.ParseUint(hex, 16, 24)
	if !ok || len(sign) != 1 || len(hex) != 6 || err != nil {
		return fmt.Errorf("colour %q: want a sign and #RRGGBB", s)
	}
	p[sign[0]] = color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
	return nil
}

// icon turns the drawing into pixels.
func (d *drawing) icon() (*Icon, error) {
	ic := &Icon{}
	delays, play := []int{0}, []int(nil)
	var err error
	var rows []string
	for _, line := range d.lines {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "delay":
			delays, err = numbers(rest)
		case "play":
			play, err = numbers(rest)
		case "loops":
			ic.Loops, err = strconv.Atoi(rest)
		default:
			rows = append(rows, line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
	}
	pictures, err := d.pictures(rows)
	if err != nil {
		return nil, err
	}
	return ic, ic.compose(pictures, play, delays)
}

func numbers(s string) ([]int, error) {
	var all []int
	for _, f := range strings.Fields(s) {
		n, err := strconv.Atoi(f)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	if all == nil {
		return nil, errors.New("a number is missing")
	}
	return all, nil
}

// pictures reads pictures that stand side by side.
func (d *drawing) pictures(rows []string) ([]*image.RGBA, error) {
	if len(rows) == 0 || len(rows)%d.side != 0 {
		return nil, fmt.Errorf("%d rows, want a multiple of %d", len(rows), d.side)
	}
	var all []*image.RGBA
	for ; len(rows) > 0; rows = rows[d.side:] {
		first := len(all)
		for range strings.Fields(rows[0]) {
			all = append(all, image.NewRGBA(image.Rect(0, 0, d.side, d.side)))
		}
		for y, row := range rows[:d.side] {
			if err := d.row(all[first:], y, strings.Fields(row)); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func (d *drawing) row(pictures []*image.RGBA, y int, parts []string) error {
	if len(parts) != len(pictures) {
		return fmt.Errorf("row %q: %d pictures, want %d", parts, len(parts), len(pictures))
	}
	for i, part := range parts {
		if len(part) != d.side {
			return fmt.Errorf("row %q: want %d signs", part, d.side)
		}
		for x := range part {
			c, ok := d.palette[part[x]]
			if !ok && part[x] != '.' {
				return fmt.Errorf("row %q: no colour %q", part, part[x])
			}
			pictures[i].SetRGBA(x, y, c)
		}
	}
	return nil
}

// compose puts the frames together: the pictures in the order of play, counted
// from 1, or as they come. One delay stands for all.
func (ic *Icon) compose(pictures []*image.RGBA, play, delays []int) error {
	if play == nil {
		for i := range pictures {
			play = append(play, i+1)
		}
	}
	if len(delays) != 1 && len(delays) != len(play) {
		return fmt.Errorf("%d delays for %d frames", len(delays), len(play))
	}
	for i, n := range play {
		ms := delays[min(i, len(delays)-1)]
		if n < 1 || n > len(pictures) || len(play) > 1 && ms < 20 {
			return fmt.Errorf("frame %d: picture %d of %d for %d ms", i+1, n, len(pictures), ms)
		}
		ic.Frames = append(ic.Frames, Frame{pictures[n-1], time.Duration(ms) * time.Millisecond})
	}
	for i := range pictures {
		if !slices.Contains(play, i+1) {
			return fmt.Errorf("picture %d of %d is never shown", i+1, len(pictures))
		}
	}
	return nil
}
