// SPDX-License-Identifier: Apache-2.0

package pixtest

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// A Part is a part of a golden picture that a failure names.
type Part struct {
	Name string
	At   image.Rectangle
}

// Golden compares m with the picture in a PNG file, which somebody has looked at: no value may
// differ by more than processors round differently. A failure has a line for each of the parts
// that differ, or one for the whole picture if there are none, and names a PNG below the system's
// folder for temporary files that shows what is drawn, what was kept, and where they differ. If
// update is set Golden writes the file where they differ, in place of failing.
func Golden(t testing.TB, path string, m *image.RGBA, update bool, parts ...Part) {
	t.Helper()
	GoldenBut(t, path, m, update, 0, parts...)
}

// GoldenBut is Golden for a picture of which few pixels of each part may differ: they hang on a
// threshold that processors reach differently.
func GoldenBut(t testing.TB, path string, m *image.RGBA, update bool, few int, parts ...Part) {
	t.Helper()
	if parts == nil {
		parts = []Part{{At: m.Rect}}
	}
	fault := difference(path, m, few, parts)
	switch {
	case fault == "":
	case !update:
		t.Errorf("%s: draw it with go test ./%s -run %s -update, and look at it", fault, rooted("."), t.Name())
	default:
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), write(path, m)))
	}
}

// difference says how m differs from the picture in a file; "" = it does not.
func difference(path string, m *image.RGBA, few int, parts []Part) string {
	name := rooted(path)
	kept, err := read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name + " is missing"
	case err != nil:
		return name + ": " + err.Error()
	case kept.Rect != m.Rect:
		return fmt.Sprintf("%s is %v, want %v", name, kept.Rect.Max, m.Rect.Max)
	}
	var lines []string
	var other []Part
	for _, p := range parts {
		if n := differing(m, kept, p.At); n > few {
			lines = append(lines,
				strings.Join(strings.Fields(fmt.Sprintf("%s %s differs in %d of %d pixels", name, p.Name, n, p.At.Dx()*p.At.Dy())),
					" "))
			other = append(other, p)
		}
	}
	if lines == nil {
		return ""
	}
	if more := len(lines) - named; more > 1 {
		lines = append(lines[:named], fmt.Sprintf("and %d more", more))
	}
	shown := filepath.Join(os.TempDir(), "ledpost-golden", strings.ReplaceAll(name, "/", "-"))
	if err := errors.Join(os.MkdirAll(filepath.Dir(shown), 0o755), write(shown, beside(m, kept, other))); err != nil {
		shown = err.Error()
	}
	return strings.Join(lines, "\n") + "\ndrawn, kept and the difference: " + shown + "\n" + name
}

// named is how many parts that differ are told one by one: a new row in the middle moves all below it.
const named = 8

// rooted returns a path as it is below the folder of the module; outside of one as it is.
func rooted(path string) string {
	wd, _ := os.Getwd() // the folder of the package
	for dir := wd; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && filepath.IsLocal(path) {
			path, _ = filepath.Rel(dir, filepath.Join(wd, path))
			break
		}
	}
	return filepath.ToSlash(path)
}

// rounding is how far values may differ that processors round differently.
const rounding = 2

// far reports whether two colours differ by more than processors round differently.
func far(a, b color.RGBA) bool {
	differ := func(a, b uint8) bool { return max(a, b)-min(a, b) > rounding }
	return differ(a.R, b.R) || differ(a.G, b.G) || differ(a.B, b.B) || differ(a.A, b.A)
}

// differing counts the pixels of a part that differ.
func differing(a, b *image.RGBA, at image.Rectangle) (n int) {
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			if far(a.RGBAAt(x, y), b.RGBAAt(x, y)) {
				n++
			}
		}
	}
	return n
}

// beside draws parts of a, of b and of where they differ beside each other, enlarged.
func beside(a, b *image.RGBA, parts []Part) *image.RGBA {
	const scale, gap, most = 4, 8, 20 // parts
	parts = parts[:min(len(parts), most)]
	wide, high := 0, gap
	for _, p := range parts {
		wide, high = max(wide, p.At.Dx()), high+p.At.Dy()*scale+gap
	}
	column := wide*scale + gap
	m := image.NewRGBA(image.Rect(0, 0, 3*column+gap, high))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{70, 70, 80, 255}), image.Point{}, draw.Src)
	top := gap
	for _, p := range parts {
		for y := range p.At.Dy() * scale {
			for x := range p.At.Dx() * scale {
				u, v := p.At.Min.X+x/scale, p.At.Min.Y+y/scale
				is, was := a.RGBAAt(u, v), b.RGBAAt(u, v)
				where := color.RGBA{is.R / 6, is.G / 6, is.B / 6, 255}
				if far(is, was) {
					where = color.RGBA{255, 0, 0, 255}
				}
				for i, c := range []color.RGBA{is, was, where} {
					m.SetRGBA(gap+i*column+x, top+y, c)
				}
			}
		}
		top += p.At.Dy()*scale + gap
	}
	return m
}

func write(path string, m image.Image) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, m), f.Close())
}
