// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/hw/ws2812"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// fake is a panel that keeps its picture.
type fake struct {
	*image.RGBA
	level     float64
	after     time.Duration
	refreshed int
	draws     int
	fail      error
	closed    bool
}

func newFake(w, h int) *fake { return &fake{RGBA: image.NewRGBA(image.Rect(0, 0, w, h))} }

func (f *fake) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	f.draws++
	draw.Draw(f.RGBA, r, src, sp, draw.Src)
	return f.fail
}
func (f *fake) SetBrightness(level float64) error { f.level = level; return f.fail }
func (f *fake) Close() error                      { f.closed = true; return f.fail }
func (f *fake) RefreshAfter() time.Duration       { return f.after }
func (f *fake) Refresh() error                    { f.refreshed++; return f.fail }
func (f *fake) Power() (watts, scale float64)     { return 2.5, 0.5 }
func at(f *fake, x, y int) tile                   { return tile{Panel: f, at: f.Rect.Add(image.Pt(x, y))} }

func TestCompositeDrawsPieces(t *testing.T) {
	left, right := newFake(3, 2), newFake(4, 2)
	c := &composite{size: image.Pt(8, 2), tiles: []tile{at(left, 0, 0), at(right, 4, 0)}}
	src := image.NewRGBA(image.Rect(0, 0, 20, 20))
	for i := range 8 {
		src.Set(10+i, 5, color.RGBA{R: 255, A: 255})
	}
	src.Set(12, 6, color.White)
	src.Set(15, 6, color.White)
	must.Do(t, c.Draw(c.Bounds(), src, image.Pt(10, 5)))
	pixtest.Equal(t, left, `
		RRR
		..#`)
	pixtest.Equal(t, right, `
		RRRR
		.#..`)
	must.Do(t, c.Draw(image.Rect(2, 1, 6, 2), image.White, image.Point{}))
	pixtest.Equal(t, left, `
		RRR
		..#`)
	pixtest.Equal(t, right, `
		RRRR
		##..`)
}

// TestCompositeTellsWhileItDraws: another goroutine may ask for the hosts of the parts; the race detector watches.
func TestCompositeTellsWhileItDraws(t *testing.T) {
	c := &composite{size: image.Pt(2, 1), tiles: []tile{at(newFake(1, 1), 0, 0), at(newFake(1, 1), 1, 0)}}
	var asks sync.WaitGroup
	asks.Go(func() {
		if away := c.Away(); away != nil || c.SendsTo(netip.IPv6Loopback()) {
			t.Errorf("panels on wires send over the network: %v", away)
		}
	})
	must.Do(t, c.Draw(c.Bounds(), image.White, image.Point{}))
	asks.Wait()
}

func TestCompositeAbilities(t *testing.T) {
	a, b := newFake(2, 2), newFake(2, 2)
	c := &composite{size: image.Pt(4, 2), tiles: []tile{at(a, 0, 0), at(b, 2, 0)}}
	if err := c.SetBrightness(0.3); err != nil || a.level != 0.3 || b.level != 0.3 {
		t.Errorf("brightness %v and %v, %v", a.level, b.level, err)
	}
	if watts, scale := c.Power(); watts != 5 || scale != 0.5 {
		t.Errorf("power %v W by %v", watts, scale)
	}
	a.fail = errors.New("broken wire")
	if err := c.Draw(c.Bounds(), image.White, image.Point{}); !errors.Is(err, a.fail) || b.draws != 1 {
		t.Errorf("error %v; the other part was drawn %d times", err, b.draws)
	}
	if err := c.Close(); !errors.Is(err, a.fail) || !a.closed || !b.closed {
		t.Errorf("close: %v, %v, %v", err, a.closed, b.closed)
	}
}

func TestCompositeRefreshesWhatIsDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow, fast, still := newFake(2, 2), newFake(2, 2), newFake(2, 2)
		slow.after, fast.after = 2*time.Second, 5*time.Millisecond
		c := &composite{size: image.Pt(6, 2), tiles: []tile{at(slow, 0, 0), at(fast, 2, 0), at(still, 4, 0)}}
		must.Do(t, c.Draw(c.Bounds(), image.White, image.Point{}))
		for range 400 {
			time.Sleep(c.RefreshAfter())
			must.Do(t, c.Refresh())
		}
		if slow.refreshed != 1 || fast.refreshed != 400 || still.refreshed != 0 {
			t.Errorf("in 2 s refreshed %d, %d, %d times; want 1, 400, 0", slow.refreshed, fast.refreshed, still.refreshed)
		}
		slow.after, fast.after = 0, 0
		if err := c.Draw(c.Bounds(), image.White, image.Point{}); err != nil || c.RefreshAfter() != 0 {
			t.Errorf("nothing is due, but refresh after %v, %v", c.RefreshAfter(), err)
		}
	})
}

// refreshed is a panel with a refresher, whose Close waits for all others'.
type refreshed struct {
	*fake
	stats refresh.Stats
	note  string
	meet  *sync.WaitGroup
}

func (r *refreshed) Stats() (refresh.Stats, bool) { return r.stats, true }
func (r *refreshed) Note() string                 { return r.note }
func (r *refreshed) Close() error                 { r.meet.Done(); r.meet.Wait(); return r.fake.Close() }

var (
	_ Refreshed = (*hub75.Panel)(nil)
	_ Refresher = (*hub75.Panel)(nil)
	_ Refreshed = (*max7219.Gray)(nil)
	_ Refresher = (*max7219.Gray)(nil)
)

func TestCompositeOfRefreshed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // where one after the other closes is a deadlock
		meet := &sync.WaitGroup{}
		meet.Add(2)
		fast := &refreshed{newFake(1, 1), refresh.Stats{Frames: 9, Hz: 200, Late: time.Millisecond}, "late", meet}
		slow := &refreshed{newFake(1, 1), refresh.Stats{Frames: 4, Hz: 80}, "hand-made", meet}
		c := &composite{tiles: []tile{at(newFake(1, 1), 0, 0), {Panel: fast}, {Panel: slow}}}
		if s, ok := c.Stats(); !ok || s != (refresh.Stats{Frames: 4, Hz: 80, Late: time.Millisecond}) {
			t.Errorf("%+v, %v", s, ok)
		}
		if n := c.Note(); n != "part 2: late; part 3: hand-made" {
			t.Errorf("note %q", n)
		}
		if err := c.Close(); err != nil || !fast.closed || !slow.closed {
			t.Errorf("close: %v", err)
		}
		plain := &composite{tiles: []tile{at(newFake(1, 1), 0, 0)}}
		if _, ok := plain.Stats(); ok || plain.Note() != "" {
			t.Error("statistics without a refresher")
		}
	})
}

// TestLikeTheOriginal draws one 37×8 picture on 8×8 in colour beside 29×8 in one.
func TestLikeTheOriginal(t *testing.T) {
	ws := ws2812.Config{Layout: pixel.Layout{Width: 8, Height: 8}}
	ws.Limit = -1
	max := max7219.Config{Modules: 4, Size: pixel.Size{X: 29, Y: 8}}
	strip := must.Get(ws2812.NewStrip(ws))(t)
	chain := must.Get(max7219.NewChain(max))(t)
	colour := must.Get(ws2812.New(strip, ws))(t)
	mono := must.Get(max7219.New(chain, max))(t)
	c := &composite{size: image.Pt(37, 8), tiles: []tile{
		{Panel: colour, at: image.Rect(0, 0, 8, 8)},
		{Panel: mono, at: image.Rect(8, 0, 37, 8)},
	}}
	for _, m := range pictures(image.Pt(37, 8), true, 20) {
		m.Set(1, 1, color.RGBA{G: 255, A: 255})
		must.Do(t, c.Draw(c.Bounds(), m, image.Point{}))
		got := image.NewRGBA(m.Rect)
		draw.Draw(got, image.Rect(0, 0, 8, 8), strip.Picture(), image.Point{}, draw.Src)
		draw.Draw(got, image.Rect(8, 0, 37, 8), chain.Picture(), image.Point{}, draw.Src)
		if pixtest.String(got) != pixtest.String(m) {
			t.Fatalf("shows\n%swant\n%s", pixtest.String(got), pixtest.String(m))
		}
	}
}
