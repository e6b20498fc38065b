// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestFramesStayOpaque: what is blended over an opaque pixel is opaque, to the
// last bit. Panels that look at it would dim the picture.
func TestFramesStayOpaque(t *testing.T) {
	for alpha := range uint32(256) {
		pix := []uint8{9, 9, 9, 255}
		blend(pix, alpha<<24|alpha)
		if pix[3] != 255 {
			t.Errorf("alpha %d over opaque is %d, want 255", alpha, pix[3])
		}
	}
}

// TestFirstFrameIsOpaque: black is a colour, clear is none.
func TestFirstFrameIsOpaque(t *testing.T) {
	h := NewHandoff(image.Rect(0, 0, 2, 1))
	for range 2 { // whichever of its frames it is
		m, _ := h.Take()
		for i := 0; i < len(m.Pix); i += 4 {
			if got := [4]uint8(m.Pix[i:]); got != [4]uint8{0, 0, 0, 255} {
				t.Fatalf("the first frame is %v", got)
			}
		}
	}
}

// TestFadeEndsExactly: between the pictures light is rounded to 12 bits; what
// stays afterwards is the picture itself.
func TestFadeEndsExactly(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		faint := color.RGBA{3, 5, 7, 255}
		l.Show(Scene{ID: 1, Root: allWhite, Start: time.Now(), Level: 1})
		p.shows(t, "####\n####")
		// Frames are 1/60 s apart: the last one lies at the very end.
		l.Show(Scene{ID: 2, Root: filled(faint), Start: time.Now(), Level: 1, Enter: Transition{Fade, time.Second / 4}})
		time.Sleep(time.Second)
		p.shows(t, "----\n----")
		if got := p.img.RGBAAt(0, 0); got != faint {
			t.Errorf("it rests at %v, want %v", got, faint)
		}
	})
	l := NewLoop(newFakePanel(), quiet)
	faint := color.RGBA{3, 5, 7, 255}
	start := time.Now()
	l.scene, l.entered = Scene{Root: filled(faint), Enter: Transition{Fade, time.Second}}, start
	l.compose(start.Add(time.Second))
	if got := l.frame.RGBAAt(0, 0); got != faint {
		t.Errorf("at its end it is %v, want %v", got, faint)
	}
}

// TestCutWithATime: a scene may come again as a cut while it still fades in.
func TestCutWithATime(t *testing.T) {
	old, fresh, dst := allWhite.Image, allRed.Image, image.NewRGBA(allRed.Image.Rect)
	Transition{Cut, time.Second}.compose(dst, old, fresh, 0.5, 0)
	pixtest.Equal(t, dst, "RRRR\nRRRR")
}

// TestOneFrameStandsStill: there is nothing to wake up for.
func TestOneFrameStandsStill(t *testing.T) {
	for _, loops := range []int{0, 1} {
		a := NewAnimation([]*image.RGBA{allRed.Image}, []time.Duration{time.Second}, loops)
		if next := Next(a, 0); next != Forever {
			t.Errorf("%d loops: it changes at %v", loops, next)
		}
	}
}

// restlessWidget moves, and does not say when.
type restlessWidget struct{ Still }

func (restlessWidget) Period() time.Duration { return time.Second }

func TestNext(t *testing.T) {
	for _, row := range []struct {
		why  string
		w    Widget
		want time.Duration
	}{
		{"still picture never changes", allRed, Forever},
		{"restless picture may change at once", &restlessWidget{}, time.Minute + 1},
	} {
		if got := Next(row.w, time.Minute); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestSmoothEdges: neighbours that share one of their pixels are mixed again.
func TestSmoothEdges(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 4, 1))
	m.Set(1, 0, color.White)
	m.Set(2, 0, color.White)
	for _, row := range []struct {
		why   string
		right bool
		want  []uint8
	}{
		// At either edge most of the one picture, and a little of the other.
		{"to the left", false, []uint8{248, 255, 72, 0}},
		{"to the right", true, []uint8{0, 72, 255, 248}},
	} {
		w := &Marquee{Image: m, Width: 4, Speed: 10, Smooth: true, Right: row.right}
		got := image.NewRGBA(image.Rect(0, 0, 4, 1))
		Clear(got)
		w.Draw(got, image.Point{}, Hold+50*time.Millisecond)
		for x, v := range row.want {
			if r := got.RGBAAt(x, 0).R; r < max(v, 2)-2 || r > v {
				t.Errorf("%s: pixel %d is %d, want %d", row.why, x, r, v)
			}
		}
	}
}

func TestBuckets(t *testing.T) {
	for _, row := range []struct {
		why    string
		d      time.Duration
		uppers time.Duration
	}{
		{"below 0 counts as 0", -time.Hour, time.Microsecond},
		{"less than the first", 999 * time.Nanosecond, time.Microsecond},
		{"linear to 16 µs", 15 * time.Microsecond, 16 * time.Microsecond},
		{"then 16 for each power of two", 16 * time.Microsecond, 17 * time.Microsecond},
		{"of 2 µs", 33 * time.Microsecond, 34 * time.Microsecond},
		{"of 64 µs", 1030 * time.Microsecond, 1088 * time.Microsecond},
	} {
		var h Histogram
		h.add(row.d)
		h.Each(func(upper time.Duration, _ uint64) {
			if upper != row.uppers {
				t.Errorf("%s: %v is in the bucket up to %v, want %v", row.why, row.d, upper, row.uppers)
			}
		})
	}
}

// patient is a panel that wants no picture again.
type patient struct{ *restless }

func (patient) RefreshAfter() time.Duration { return 0 }

func TestOutputRefreshesNothingUnasked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := patient{&restless{fakePanel: newFakePanel()}}
		o := NewOutput(p.Bounds(), func() (Panel, error) { return p, nil }, quiet)
		must.Run(t, o.Run)
		_ = o.Draw(p.Bounds(), allWhite.Image, image.Point{})
		synctest.Wait()
		time.Sleep(time.Hour)
		if n := p.times(); n != 0 {
			t.Errorf("refreshed %d times", n)
		}
	})
}

// TestRowsOfAPiece: a piece of a picture has its own top.
func TestRowsOfAPiece(t *testing.T) {
	whole := letters(3, 3, 'a') // abc, def, ghi
	piece := whole.SubImage(image.Rect(1, 1, 3, 3)).(*image.RGBA)
	for y, want := range []string{"ef", "hi"} {
		r := rowOf(piece, y)
		if got := string([]byte{byte(r.pixel(0)), byte(r.pixel(1))}); got != want || r.pixel(2) != 0 {
			t.Errorf("row %d is %q and %#x, want %q", y, got, r.pixel(2), want)
		}
	}
}

// TestMarqueeIsDrawnLater: what is due now is not due again, also at the end of the
// hold.
func TestMarqueeIsDrawnLater(t *testing.T) {
	for _, smooth := range []bool{false, true} {
		m := &Marquee{Image: letters(20, 1, 'a'), Width: 8, Smooth: smooth}
		for _, at := range []time.Duration{0, Hold - 1, Hold, Hold + 1, m.Period(), m.Period() + Hold} {
			if next := m.Next(at); next <= at {
				t.Errorf("smooth %v: at %v the next is at %v", smooth, at, next)
			}
		}
	}
}
