// SPDX-License-Identifier: Apache-2.0

// Hanzi draws the Chinese, Japanese and Korean characters of four free fonts of 8 pixels into
// fonts/data/cjk/eight.deflate, which the program carries for panels of 8 rows:
//
//	go run ./hanzi -from FOLDER -o ../fonts/data/cjk/eight.deflate
//
// FOLDER has the fonts as github.com/TakWolf/fusion-pixel-font keeps them in assets/fonts. Each is a release of its
// own project; a file with another hash is refused.
package main

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"image"
	"os"
	"path/filepath"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// font8 is a released font file, what it is taken for, and its hash.
type font8 struct {
	file, sha256 string
	up           int // rows to lift its pictures, so that they stand on the baseline
	ranges       [][2]rune
}

var (
	signs      = [2]rune{0x3001, 0x303F}
	kana       = [2]rune{0x3041, 0x30FF}
	bopomofo   = [2]rune{0x3105, 0x312F}
	jamo       = [2]rune{0x3131, 0x318E}
	ideographs = [2]rune{0x4E00, 0x9FFF}
	hangul     = [2]rune{0xAC00, 0xD7A3}
)

// fonts are in the order in which they are asked for a character: simplified Chinese, Japanese, traditional
// Chinese, Korean.
var fonts = []font8{
	{ // 1.15.2
		"miseki-bitmap/MisekiBitmap.ttf", "f87164d114c98c5abd420bd0048c17710c5362d8a5478686005cd73e155d80e8",
		1, [][2]rune{ideographs},
	},
	{ // 2021-05-05
		"misaki/misaki_gothic.ttf", "0963e11e89d5fa409a7a048a52e8ea2d623d764a7998488f8a4291111611c4e1",
		1, [][2]rune{signs, kana, ideographs},
	},
	{ // 1.71
		"boutique-bitmap-7x7/BoutiqueBitmap7x7.ttf", "4448dfd8ff0401b09924522888d3c708bfe1937e8114f0a62abe312018581c31",
		1, [][2]rune{signs, bopomofo, ideographs},
	},
	{ // 2.40.3
		"galmuri/Galmuri7.ttf", "3882bd35066c26b0392cd4963ff9b3c151041dec34adc9d5633d137d1d9b9855",
		0, [][2]rune{jamo, hangul, ideographs},
	},
}

// rows are those of a picture: 7 above the baseline, 1 below. A picture is a byte a row, bit 7 the leftmost column.
const rows, ascent = 8, 7

func main() {
	from := flag.String("from", "", "folder of the fonts")
	out := flag.String("o", "", "file to write")
	flag.Parse()
	if err := run(*from, *out); err != nil {
		fmt.Fprintln(os.Stderr, "hanzi:", err)
		os.Exit(1)
	}
}

func run(from, out string) error {
	pictures := map[rune][rows]byte{}
	for _, f := range fonts {
		n := len(pictures)
		if err := f.draw(from, pictures); err != nil {
			return fmt.Errorf("%s: %w", f.file, err)
		}
		fmt.Printf("%s: %d characters\n", f.file, len(pictures)-n)
	}
	packed, err := pack(pictures)
	if err != nil {
		return err
	}
	fmt.Printf("%d characters, %d bytes\n", len(pictures), len(packed))
	return os.WriteFile(out, packed, 0o644)
}

// draw adds the characters that no font before f had.
func (f font8) draw(from string, pictures map[rune][rows]byte) error {
	data, err := os.ReadFile(filepath.Join(from, f.file))
	if err != nil {
		return err
	}
	if got := sha256.Sum256(data); hex.EncodeToString(got[:]) != f.sha256 {
		return fmt.Errorf("SHA-256 is %x, want %s", got, f.sha256)
	}
	face, err := sfnt.Parse(data)
	if err != nil {
		return err
	}
	var b sfnt.Buffer
	for _, r := range f.ranges {
		for c := r[0]; c <= r[1]; c++ {
			if _, ok := pictures[c]; ok {
				continue
			}
			i, err := face.GlyphIndex(&b, c)
			if err != nil || i == 0 {
				continue
			}
			picture, err := rasterize(face, &b, i, f.up)
			if err != nil {
				return fmt.Errorf("%c: %w", c, err)
			}
			if picture != [rows]byte{} {
				pictures[c] = picture
			}
		}
	}
	return nil
}

// rasterize draws a glyph whose outline is squares of a grid of 8. One that leaves the 8 by 8 pixels is not drawn.
func rasterize(face *sfnt.Font, b *sfnt.Buffer, i sfnt.GlyphIndex, up int) (picture [rows]byte, err error) {
	outline, err := face.LoadGlyph(b, i, fixed.I(rows), &sfnt.LoadGlyphOptions{})
	if err != nil {
		return picture, err
	}
	const edge = 4 // pixels around the picture that have to stay dark
	z := vector.NewRasterizer(rows+2*edge, rows+2*edge)
	at := func(p fixed.Point26_6) (x, y float32) {
		return float32(p.X)/64 + edge, float32(p.Y)/64 + edge + float32(ascent-up)
	}
	for _, s := range outline {
		x, y := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			z.ClosePath()
			z.MoveTo(x, y)
		case sfnt.SegmentOpLineTo:
			z.LineTo(x, y)
		default:
			return picture, fmt.Errorf("the outline has curves")
		}
	}
	z.ClosePath()
	m := image.NewAlpha(z.Bounds())
	z.Draw(m, m.Bounds(), image.Opaque, image.Point{})
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if m.AlphaAt(x, y).A < 0x80 {
				continue
			}
			if x < edge || y < edge || x >= edge+rows || y >= edge+rows {
				return [rows]byte{}, nil
			}
			picture[y-edge] |= 0x80 >> (x - edge)
		}
	}
	return picture, nil
}

// pack writes the pictures as fonts/data/cjk/README.md says: the steps from one character to the next, then the first
// rows of all pictures, the second rows, and so on, which DEFLATE makes smaller than picture after picture.
func pack(pictures map[rune][rows]byte) ([]byte, error) {
	var steps []byte
	planes := make([][]byte, rows)
	last := rune(0)
	for c := rune(0); c < 0x10000; c++ {
		p, ok := pictures[c]
		if !ok {
			continue
		}
		steps = binary.AppendUvarint(steps, uint64(c-last))
		last = c
		for y := range planes {
			planes[y] = append(planes[y], p[y])
		}
	}
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	all := binary.AppendUvarint(nil, uint64(len(pictures)))
	for _, part := range append([][]byte{steps}, planes...) {
		all = append(all, part...)
	}
	if _, err := z.Write(all); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}
