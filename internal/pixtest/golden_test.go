// SPDX-License-Identifier: Apache-2.0

package pixtest

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// failing is a test that remembers its fault.
type failing struct {
	testing.TB
	why string
}

func (f *failing) Helper() {}

func (f *failing) Errorf(format string, args ...any) { f.why = fmt.Sprintf(format, args...) }

// grey is a square of one shade.
func grey(size int, v uint8) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, size, size))
	for i := range size * size {
		m.Set(i%size, i/size, color.Gray{v})
	}
	return m
}

// TestGolden: a picture is written on demand, and later differs by no more than a rounding.
func TestGolden(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	path := filepath.Join(t.TempDir(), "below", "golden.png")
	Golden(t, path, grey(4, 100), true)
	spot := grey(4, 100)
	spot.Set(1, 2, color.White)
	for _, row := range []struct {
		name string
		m    *image.RGBA
		few  int
		want string // part of the fault; "" = none
	}{
		{"the same", grey(4, 100), 0, ""},
		{"a little lighter", grey(4, 102), 0, ""},
		{"a little darker", grey(4, 98), 0, ""},
		{"lighter", grey(4, 103), 0, "differs in 16 of 16 pixels"},
		{"darker", grey(4, 97), 0, "differs in 16 of 16 pixels"},
		{"larger", grey(5, 100), 0, "is (4,4), want (5,5)"},
		{"a pixel that may differ", spot, 1, ""},
		{"a pixel", spot, 0, "differs in 1 of 16 pixels"},
	} {
		f := &failing{TB: t}
		GoldenBut(f, path, row.m, false, row.few)
		if !strings.Contains(f.why, row.want) || (f.why == "") != (row.want == "") {
			t.Errorf("%s: %q, want %q", row.name, f.why, row.want)
		}
	}
}

// TestGoldenNamesParts: a failure has a line for each part that differs, and draws those.
func TestGoldenNamesParts(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	path := filepath.Join(t.TempDir(), "golden.png")
	Golden(t, path, grey(4, 100), true)
	m, f := grey(4, 100), &failing{TB: t}
	m.Set(0, 0, color.White)
	m.Set(3, 3, color.Black)
	Golden(f, path, m, false, Part{"sky", image.Rect(0, 0, 4, 1)}, Part{"sea", image.Rect(0, 1, 4, 3)},
		Part{"sand", image.Rect(0, 3, 4, 4)})
	if !strings.Contains(f.why, "golden.png sky differs in 1 of 4 pixels\n") ||
		!strings.Contains(f.why, "golden.png sand differs in 1 of 4 pixels\n") ||
		strings.Contains(f.why, "sea") ||
		!strings.HasSuffix(f.why,
			"draw it with go test ./internal/pixtest -run TestGoldenNamesParts -update, and look at it") {
		t.Errorf("it says %q", f.why)
	}
	shown := Read(t, regexp.MustCompile(`difference: (.*)\n`).FindStringSubmatch(f.why)[1])
	for _, row := range []struct {
		what string
		x, y int
		want color.RGBA
	}{
		{"sky as it is", 8, 8, color.RGBA{255, 255, 255, 255}},
		{"sky as it was", 32, 8, color.RGBA{100, 100, 100, 255}},
		{"where sky differs", 56, 8, color.RGBA{255, 0, 0, 255}},
		{"where sky is the same", 60, 8, color.RGBA{16, 16, 16, 255}},
		{"sand as it is", 23, 23, color.RGBA{0, 0, 0, 255}},
		{"where sand differs", 71, 23, color.RGBA{255, 0, 0, 255}},
	} {
		if got := shown.RGBAAt(row.x, row.y); got != row.want {
			t.Errorf("%s: %v, want %v", row.what, got, row.want)
		}
	}
}

// TestGoldenWritesChanges: what somebody has looked at stays as it is while nothing else is drawn.
func TestGoldenWritesChanges(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	path, long := filepath.Join(t.TempDir(), "golden.png"), time.Unix(1000, 0)
	for _, row := range []struct {
		name  string
		m     *image.RGBA
		wrote bool
	}{
		{"missing picture", grey(4, 100), true},
		{"another rounding", grey(4, 101), false},
		{"another picture", grey(4, 110), true},
		{"another size", grey(3, 110), true},
	} {
		_ = os.Chtimes(path, long, long)
		Golden(t, path, row.m, true)
		if info, err := os.Stat(path); err != nil || info.ModTime().Equal(long) == row.wrote {
			t.Errorf("%s: %v, wrote it: %v", row.name, err, !row.wrote)
		}
	}
	f := &failing{TB: t}
	if Golden(f, "testdata/none.png", grey(4, 1), false); !strings.HasPrefix(f.why,
		"internal/pixtest/testdata/none.png is missing: ") {
		t.Errorf("it says %q", f.why)
	}
}
