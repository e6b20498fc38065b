// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

var update = flag.Bool("update", false, "write the goldens and the spectrogram sheet in docs/sounds")

const sheetFile = "../../docs/sounds/spectrograms.png"

// A cell of the sheet: a picture above its name, time to the right, pitch
// upwards from 60 Hz to 16 kHz by equal ratios, 60 dB from dark to bright.
const (
	cellW, cellH = 232, 128
	columns      = 6
)

// TestSheet draws the spectrograms of all sounds; go test -run Sheet -update
// writes them, without it only the drawing is exercised.
func TestSheet(t *testing.T) {
	long(t)
	ids := map[string][]string{"notifications": IDs("notifications"), "alarms": IDs("alarms")}
	rows := (len(ids["notifications"])+len(ids["alarms"])+columns-1)/columns + 0
	sheet := image.NewPaletted(image.Rect(0, 0, columns*(cellW+8)+8, rows*(cellH+24)+8), heat())
	i := 0
	for _, category := range []string{"notifications", "alarms"} {
		for _, id := range ids[category] {
			at := image.Pt(8+i%columns*(cellW+8), 8+i/columns*(cellH+24))
			s := render(t, category, id, rate)
			spectrogram(sheet, at, s)
			label(sheet, at.Add(image.Pt(2, cellH+13)), fmt.Sprintf("%s  %.2f s", id, float64(len(s.x))/s.rate))
			i++
		}
	}
	if !*update {
		return
	}
	file, err := os.Create(sheetFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(file, sheet); err != nil {
		t.Fatal(err)
	}
}

// heat runs from black over blue, red and yellow to white; the last colour is for text.
func heat() color.Palette {
	p := make(color.Palette, 64)
	for i := range p {
		x := float64(i) / 62
		up := func(from, to float64) uint8 { return uint8(255 * min(1, max(0, (x-from)/(to-from)))) }
		blue := uint8(160*min(1, x/0.3) - 160*min(1, max(0, (x-0.3)/0.35)))
		p[i] = color.RGBA{up(0.2, 0.6), up(0.5, 0.85), max(blue, up(0.8, 1)), 255}
	}
	p[63] = color.White
	return p
}

func spectrogram(dst *image.Paletted, at image.Point, s *sound) {
	const size = 2048
	cells := make([][]float64, cellW)
	var loudest float64
	for x := range cells {
		f := s.spectrum(x*len(s.x)/cellW, size)
		cells[x] = make([]float64, cellH)
		for y := range cells[x] {
			lo := 60 * math.Pow(16000.0/60, float64(y)/cellH) / s.binHz(f)
			hi := 60 * math.Pow(16000.0/60, float64(y+1)/cellH) / s.binHz(f)
			for k := int(lo); k <= int(hi); k++ {
				cells[x][y] = max(cells[x][y], f.power[k])
			}
			loudest = max(loudest, cells[x][y])
		}
	}
	for x := range cells {
		for y, p := range cells[x] {
			db := 10 * math.Log10(p/loudest+1e-12)
			dst.SetColorIndex(at.X+x, at.Y+cellH-1-y, uint8(max(0, 62+db*62/60)))
		}
	}
}

func label(dst draw.Image, at image.Point, text string) {
	d := font.Drawer{Dst: dst, Src: image.White, Face: basicfont.Face7x13, Dot: fixed.P(at.X, at.Y)}
	d.DrawString(text)
}
