// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/render"
)

// failing is a test that remembers why it ended.
type failing struct {
	testing.TB
	why string
}

func (f *failing) Helper() {}

func (f *failing) Fatalf(format string, args ...any) {
	f.why = fmt.Sprintf(format, args...)
	panic(f)
}

func (f *failing) Fatal(args ...any) { f.Fatalf("%s", fmt.Sprint(args...)) }

func (f *failing) Errorf(format string, args ...any) { f.why = fmt.Sprintf(format, args...) }

// TestDrawAllNotices pictures of another size, dark pictures, and pixels beyond the panel.
func TestDrawAllNotices(t *testing.T) {
	size := image.Pt(8, 8)
	lit := func(r image.Rectangle, at ...image.Point) *render.Still {
		m := image.NewRGBA(r)
		for _, p := range at {
			m.Set(p.X, p.Y, color.White)
		}
		return &render.Still{Image: m}
	}
	for _, row := range []struct {
		name string
		root render.Widget
		want string // part of the reason; "" = it passes
	}{
		{"no picture", nil, "on (8,8)"},
		{"a smaller one", lit(image.Rect(0, 0, 7, 8), image.Pt(1, 1)), "on (8,8)"},
		{"a dark one", lit(image.Rect(0, 0, 8, 8)), "shows nothing"},
		{"a pixel in the corner", lit(image.Rect(0, 0, 8, 8), image.Pt(7, 7)), ""},
		{"a pixel beside the panel", &beside{lit(image.Rect(0, 0, 8, 8), image.Pt(7, 7))}, "beyond the panel"},
	} {
		f := &failing{TB: t}
		func() {
			defer func() { _ = recover() }()
			DrawAll(f, "it", row.root, size)
		}()
		if !strings.Contains(f.why, row.want) || (f.why == "") != (row.want == "") {
			t.Errorf("%s: %q, want %q", row.name, f.why, row.want)
		}
	}
}

// TestUntilNoTime: a time that no clock shows ends the test instead of sleeping.
func TestUntilNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		f := &failing{TB: t}
		func() {
			defer func() { _ = recover() }()
			Until(f, 1, "25:00:00")
		}()
		if f.why == "" || time.Since(began) > 0 {
			t.Errorf("%q after %v", f.why, time.Since(began))
		}
	})
}
