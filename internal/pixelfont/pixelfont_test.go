// SPDX-License-Identifier: Apache-2.0

package pixelfont

import (
	"bytes"
	"encoding/binary"
	"image"
	"reflect"
	"testing"
)

// drawn is a picture of rows of # and .
func drawn(rows ...string) *image.Alpha {
	m := image.NewAlpha(image.Rect(0, 0, len(rows[0]), len(rows)))
	for y, row := range rows {
		for x, c := range row {
			if c == '#' {
				m.Pix[y*m.Stride+x] = 255
			}
		}
	}
	return m
}

// TestTrace: pixels beside each other have one outline, holes have one of their own, and
// corners on straight lines are left out.
func TestTrace(t *testing.T) {
	p := func(xy ...int) (loop []image.Point) {
		for i := 0; i < len(xy); i += 2 {
			loop = append(loop, image.Pt(xy[i]*unit, xy[i+1]*unit))
		}
		return loop
	}
	for _, row := range []struct {
		why  string
		m    *image.Alpha
		want [][]image.Point
	}{
		{"nothing", drawn(".."), nil},
		{"a pixel", drawn("#."), [][]image.Point{p(0, 3, 1, 3, 1, 2, 0, 2)}},
		{"a bar", drawn("###"), [][]image.Point{p(0, 3, 3, 3, 3, 2, 0, 2)}},
		{"two that touch by a corner", drawn("#.", ".#"),
			[][]image.Point{p(0, 3, 1, 3, 1, 2, 0, 2), p(1, 2, 2, 2, 2, 1, 1, 1)}},
		{"a ring", drawn("###", "#.#", "###"), [][]image.Point{p(0, 3, 3, 3, 3, 0, 0, 0), p(1, 2, 1, 1, 2, 1, 2, 2)}},
	} {
		f := &Font{Ascent: 3}
		if got := f.trace(row.m); !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestTTF: the file has its tables in order, each with its checksum, and the sum of all
// that the format wants; it is the same each time.
func TestTTF(t *testing.T) {
	f := &Font{Name: "test", Em: 4, Ascent: 3, Descent: 1, Cap: 3, Small: 2, Gap: 1,
		Glyphs: map[rune]*image.Alpha{' ': drawn("..."), 'A': drawn(".#.", "#.#"), 'B': drawn("##"), 'ß': drawn("#")}}
	file := f.TTF()
	if !bytes.Equal(file, f.TTF()) {
		t.Error("it differs from time to time")
	}
	if sum(file) != 0xB1B0AFBA {
		t.Errorf("the sum of the file is %#x", sum(file))
	}
	before := ""
	for i := range int(binary.BigEndian.Uint16(file[4:])) {
		entry := file[12+16*i:]
		tag, at, size := string(entry[:4]), binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		data := bytes.Clone(file[at : at+size])
		if tag == "head" {
			clear(data[8:12])
		}
		if tag <= before || at%4 != 0 || sum(data) != binary.BigEndian.Uint32(entry[4:]) {
			t.Errorf("table %s behind %s, at %d", tag, before, at)
		}
		want := map[string]uint32{"OS/2": 96, "head": 54, "hhea": 36, "maxp": 32, "post": 32, "hmtx": 5 * 4,
			"loca": 6 * 4}[tag]
		if want != 0 && size != want {
			t.Errorf("%s has %d bytes, want %d", tag, size, want)
		}
		before = tag
	}
}
