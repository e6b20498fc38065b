// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
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

// TestHomeNotices: an error ends the test, and a text or a sound that is not wanted is told.
func TestHomeNotices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &failing{TB: t}
		saved := Live(f, device.Fresh(), []kit.App{Backdrop, modelOf("")}, func(h *Home) {
			gone, cancel := context.WithCancel(t.Context())
			cancel()
			for _, row := range []struct {
				name string
				do   func()
				want string // part of the reason; "" = it passes
			}{
				{"no error", func() { h.Must(nil) }, ""},
				{"an error", func() { h.Must(errors.New("out of order")) }, "out of order"},
				{"settings", func() { h.Set("com.example.model", `{"zone":"Asia/Tokyo"}`) }, ""},
				{"settings that are refused", func() { h.Set("com.example.model", `{"zone":"Mars/Olympus"}`) }, "zone"},
				{"silence", func() { h.Rings("", "nothing") }, ""},
				{"an alarm that does not ring", func() { h.Rings("Tea", "the alarm") }, "the alarm"},
				{"a look at the device", func() { h.Peek(func() {}) }, ""},
				{"a request too late", func() { f.TB = late{t, gone}; h.Set("com.example.model", `{}`) }, "canceled"},
				{"a look too late", func() { h.Peek(func() {}) }, "canceled"},
				{"a sound too late", func() { h.Rings("", "nothing") }, "canceled"},
			} {
				f.why = ""
				func() {
					defer func() { _ = recover() }()
					row.do()
				}()
				if !strings.Contains(f.why, row.want) || (f.why == "") != (row.want == "") {
					t.Errorf("%s: %q, want %q", row.name, f.why, row.want)
				}
			}
			f.TB, f.why = t, ""
		})
		if f.why != "" || len(saved.Settings.Apps.Widgets) != 2 {
			t.Errorf("%q, and it keeps %+v", f.why, saved.Settings.Apps.Widgets)
		}
	})
}

// late is a test that is over.
type late struct {
	testing.TB
	ctx context.Context
}

func (l late) Context() context.Context { return l.ctx }

// TestHomeKeeps: urgent changes at once, and others within two seconds.
func TestHomeKeeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, n := &Home{T: t}, 0
		save := func(urgent bool) { n++; h.Save(device.Saved{Unclean: n, Urgent: urgent}) }
		for _, row := range []struct {
			name string
			do   func()
			cut  int // what a power cut leaves
		}{
			{"an urgent change", func() { save(true) }, 1},
			{"another change", func() { save(false) }, 1},
			{"almost two seconds later", func() { time.Sleep(2*time.Second - 1) }, 1},
			{"two seconds later", func() { time.Sleep(time.Nanosecond) }, 2},
			{"a change then", func() { save(false) }, 2},
			{"and another", func() { time.Sleep(time.Second); save(false) }, 2},
			{"when it is written", func() { time.Sleep(time.Second) }, 4},
			{"an urgent change before it is", func() { save(false); time.Sleep(time.Second); save(true) }, 6},
		} {
			row.do()
			if got := h.Cut().Unclean; got != row.cut {
				t.Errorf("%s: a power cut leaves %d, want %d", row.name, got, row.cut)
			}
		}
	})
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
