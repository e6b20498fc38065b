// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"image"
	"image/color"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/coding"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixelfont"
)

// TestHeadings keeps headings.ttf what the panel's letters of 12 rows are (fonts/data/12):
// the headings of the page are in the project's own pixels. -update writes the file.
func TestHeadings(t *testing.T) {
	const path = "headings.ttf"
	set, err := fonts.Open(fonts.Options{})
	must.Do(t, err)
	face := set.Letters(12)
	f := pixelfont.Font{Name: "ledpost headings", Em: 16, Ascent: face.Ascent(), Descent: face.Descent(), Cap: face.Cap(),
		Small: 9, Gap: 2, Glyphs: map[rune]*image.Alpha{}}
	for _, block := range [][2]rune{{' ', '~'}, {0xA0, 0x17F}, {0x2010, 0x2026}, {0x20AC, 0x20AC}} {
		for r := block[0]; r <= block[1]; r++ {
			if face.Draws(string(r)) {
				f.Glyphs[r] = pictureOf(face, r)
			}
		}
	}
	got := f.TTF()
	if *update {
		must.Do(t, os.WriteFile(path, got, 0o666))
	}
	want, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is out of date, go test ./api/web -update writes it: %v", path, err)
	}
	if packed := len(coding.Gzip(want, 9)); packed > 10_000 {
		t.Errorf("%s takes %d bytes, packed, want at most 10000", path, packed)
	}
	for _, r := range "ÄÖÜäöüßÀÂÇÉÈÊËÎÏÔŒÙÛŸàâçéèêëîïôœùûÿÁÍÓÚÑáíóúñ¿¡Ĳĳ0123456789…–’“”«»!?&" {
		if f.Glyphs[r] == nil {
			t.Errorf("the headings lack %c", r)
		}
	}
}

// pictureOf returns a letter of a face.
func pictureOf(f *fonts.Face, r rune) *image.Alpha {
	line := f.Line([]fonts.Span{{Text: string(r), Color: color.RGBA{255, 255, 255, 255}}}).Image
	m := image.NewAlpha(line.Rect)
	for i := range m.Pix {
		m.Pix[i] = line.Pix[4*i+3]
	}
	return m
}

// TestLimits: the page says within 3 s that the device is silent, and within 5 s that
// a request has no answer. TestPageMissesTheDevice shows that it does.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		module, name string
		most         int // ms
	}{{"watch.js", "silence", 3000}, {"device.js", "patience", 5000}} {
		m := regexp.MustCompile(`const ` + c.name + ` = (\d+); // ms`).FindSubmatch(read(c.module))
		if m == nil {
			t.Errorf("%s has no %s", c.module, c.name)
			continue
		}
		if ms, _ := strconv.Atoi(string(m[1])); ms < 1000 || ms > c.most {
			t.Errorf("%s: %s is %d ms, want at most %d, and more than the second between two heartbeats", c.module,
				c.name, ms, c.most)
		}
	}
}
