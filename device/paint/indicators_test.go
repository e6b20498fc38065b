// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// TestIndicators: where they are, on a flat panel and on a tall one, and when.
func TestIndicators(t *testing.T) {
	list := [note.Indicators]note.Indicator{
		{Color: note.Color{R: 255, Set: true}},
		{Color: note.Color{G: 255, Set: true}, Effect: note.IndicatorBlink, Period: time.Second},
		{Color: note.Color{B: 255, Set: true}, Effect: note.IndicatorFade},
	}
	for _, row := range []struct {
		why  string
		size image.Point
		at   time.Duration
		want string
	}{
		{"all bright at the beginning", image.Pt(6, 8), 0, "....RR\n.....R\n......\n.....G\n.....G\n......\n.....B\n....BB"},
		{"one blinks, one is half bright", image.Pt(6, 8), 500 * time.Millisecond,
			"....RR\n.....R\n......\n......\n......\n......\n.....b\n....bb"},
		{"one is dark", image.Pt(6, 8), time.Second, "....RR\n.....R\n......\n.....G\n.....G\n......\n......\n......"},
		{"the others are bright again", image.Pt(6, 8), 2 * time.Second,
			"....RR\n.....R\n......\n.....G\n.....G\n......\n.....B\n....BB"},
	} {
		m := seen(NewIndicators(row.size, list), row.at)
		t.Run(row.why, func(t *testing.T) { pixtest.Equal(t, m, row.want) })
	}
	tall := seen(NewIndicators(image.Pt(64, 32), list), 0)
	pixtest.Equal(t, tall.SubImage(image.Rect(59, 0, 64, 5)), ".RRRR\n.RRRR\n...RR\n...RR\n.....")
	pixtest.Equal(t, tall.SubImage(image.Rect(59, 13, 64, 19)), ".....\n...GG\n...GG\n...GG\n...GG\n.....")
	pixtest.Equal(t, tall.SubImage(image.Rect(59, 27, 64, 32)), ".....\n...BB\n...BB\n.BBBB\n.BBBB")
	narrow := seen(NewIndicators(image.Pt(16, 64), list), 0) // no larger than its columns allow
	pixtest.Equal(t, narrow.SubImage(image.Rect(12, 60, 16, 64)), "....\n....\n...B\n..BB")
	rendertest.Check(t, NewIndicators(image.Pt(37, 8), list))
	blinks := NewIndicators(image.Pt(37, 8), [note.Indicators]note.Indicator{list[0], list[1]})
	rendertest.Check(t, blinks)
	if next := render.Next(blinks, 1200*time.Millisecond); next != 1500*time.Millisecond {
		t.Errorf("it blinks next at %v, want 1.5 s", next)
	}
	if next := render.Next(NewIndicators(image.Pt(37, 8), [note.Indicators]note.Indicator{list[0]}),
		0); next != render.Forever {
		t.Errorf("what is steady changes at %v", next)
	}
}

// TestFront: the indicators are over the overlay, and nothing is nil.
func TestFront(t *testing.T) {
	size := image.Pt(16, 16)
	lit := [note.Indicators]note.Indicator{2: {Color: note.Color{R: 255, Set: true}}}
	if w := NewFront(size, note.NoOverlay, [note.Indicators]note.Indicator{}); w != nil {
		t.Errorf("of nothing there is %T", w)
	}
	for _, row := range []struct {
		why       string
		over      note.Overlay
		list      [note.Indicators]note.Indicator
		red, snow bool
	}{
		{"an overlay", note.OverlaySnow, [note.Indicators]note.Indicator{}, false, true},
		{"an indicator", note.NoOverlay, lit, true, false},
		{"both", note.OverlaySnow, lit, true, true},
	} {
		w := NewFront(size, row.over, row.list)
		if w == nil || w.Size() != size {
			t.Fatalf("%s: %T", row.why, w)
		}
		red, snow := false, false
		for at := range 5 {
			m := image.NewRGBA(image.Rectangle{Max: size}) // transparent: black is the colour of no indicator
			w.Draw(m, image.Point{}, time.Duration(at)*time.Second)
			red = m.RGBAAt(15, 15) == row.list[2].Color.Opaque()
			for i := 0; i < len(m.Pix)-4; i += 4 {
				snow = snow || m.Pix[i+2] > 0
			}
		}
		if red != row.red || snow != row.snow {
			t.Errorf("%s: an indicator is seen: %v, snow: %v", row.why, red, snow)
		}
	}
}

// TestIndicatorsInTime: blinking is lit in the first half of each period, fading at its
// ends, before the first one too; and each says when it changes.
func TestIndicatorsInTime(t *testing.T) {
	const ms = time.Millisecond
	for _, row := range []struct {
		why      string
		effect   note.IndicatorEffect
		period   time.Duration
		at, next time.Duration
		red      uint8
	}{
		{"lit at first", note.IndicatorBlink, 900 * ms, 0, 450 * ms, 255},
		{"until the half", note.IndicatorBlink, 900 * ms, 450*ms - 1, 450 * ms, 255},
		{"then dark", note.IndicatorBlink, 900 * ms, 450 * ms, 900 * ms, 0},
		{"to the end", note.IndicatorBlink, 900 * ms, 900*ms - 1, 900 * ms, 0},
		{"and again", note.IndicatorBlink, 900 * ms, 900 * ms, 1350 * ms, 255},
		{"dark before the first", note.IndicatorBlink, 900 * ms, -1, 0, 0},
		{"lit in the one before that", note.IndicatorBlink, 900 * ms, -900 * ms, -450 * ms, 255},
		{"an odd half is the longer one", note.IndicatorBlink, 3, 1, 2, 255},
		{"fades from the top", note.IndicatorFade, 800 * ms, 0, 1, 255},
		{"by half in a quarter", note.IndicatorFade, 800 * ms, 200 * ms, 200*ms + 1, 127},
		{"to nothing in the middle", note.IndicatorFade, 800 * ms, 400 * ms, 400*ms + 1, 0},
		{"and back", note.IndicatorFade, 800 * ms, 600 * ms, 600*ms + 1, 127},
		{"before the first one too", note.IndicatorFade, 800 * ms, -200 * ms, -200*ms + 1, 127},
		{"steady never changes", note.IndicatorSteady, 800 * ms, 400 * ms, render.Forever, 255},
	} {
		w := NewIndicators(image.Pt(8, 8),
			[note.Indicators]note.Indicator{{Color: note.Color{R: 255, Set: true}, Effect: row.effect, Period: row.period}})
		got := int(seen(w, row.at).RGBAAt(7, 0).R)
		if off := got - int(row.red); off < -1 || off > 1 || render.Next(w, row.at) != row.next { // half of 255 is either way
			t.Errorf("%s: %d at %v, changes at %v; want %d, %v", row.why, got, row.at, render.Next(w, row.at), row.red, row.next)
		}
	}
}

// TestPeriodOfIndicators is that of the slowest one that changes.
func TestPeriodOfIndicators(t *testing.T) {
	lit := func(e note.IndicatorEffect, period time.Duration) note.Indicator {
		return note.Indicator{Color: note.Color{R: 255, Set: true}, Effect: e, Period: period}
	}
	for _, row := range []struct {
		why  string
		list [note.Indicators]note.Indicator
		want time.Duration
	}{
		{"none changes", [note.Indicators]note.Indicator{lit(note.IndicatorSteady, time.Minute)}, 0},
		{"the slower of two",
			[note.Indicators]note.Indicator{lit(note.IndicatorBlink, 3*time.Second), lit(note.IndicatorFade, 5*time.Second),
				lit(note.IndicatorSteady, time.Minute)}, 5 * time.Second},
		{"the usual period", [note.Indicators]note.Indicator{2: lit(note.IndicatorBlink, 0)}, note.DefaultPeriod},
	} {
		if got := NewIndicators(image.Pt(8, 8), row.list).Period(); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}
