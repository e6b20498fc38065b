// SPDX-License-Identifier: Apache-2.0

package pixtest

import (
	"fmt"
	"image"
	"image/color"
	"path/filepath"
	"strings"
	"testing"
)

// failing is a test that remembers its fault.
type failing struct {
	testing.TB
	why string
}

func (f *failing) Helper() {}

func (f *failing) Errorf(format string, args ...any) { f.why = fmt.Sprintf(format, args...) }

// TestGolden: a picture is written on demand, and later differs by no more than a rounding.
func TestGolden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "golden.png")
	grey := func(size int, v uint8) *image.RGBA {
		m := image.NewRGBA(image.Rect(0, 0, size, size))
		for i := range size * size {
			m.Set(i%size, i/size, color.Gray{v})
		}
		return m
	}
	Golden(t, path, grey(4, 100), true)
	for _, row := range []struct {
		name string
		m    *image.RGBA
		want string // part of the fault; "" = none
	}{
		{"the same", grey(4, 100), ""},
		{"a little lighter", grey(4, 102), ""},
		{"a little darker", grey(4, 98), ""},
		{"lighter", grey(4, 103), "48 values"},
		{"darker", grey(4, 97), "48 values"},
		{"larger", grey(5, 100), "want"},
	} {
		f := &failing{TB: t}
		if Golden(f, path, row.m, false); !strings.Contains(f.why, row.want) || (f.why == "") != (row.want == "") {
			t.Errorf("%s: %q, want %q", row.name, f.why, row.want)
		}
	}
}
