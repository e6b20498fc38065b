// SPDX-License-Identifier: Apache-2.0

package render

import (
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

func TestOutput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newFakePanel()
		missing := errors.New("no such bus")
		var there atomic.Bool
		o := NewOutput(p.Bounds(), func() (Panel, error) {
			if !there.Load() {
				return nil, missing
			}
			return p, nil
		}, quiet)
		stop := must.Run(t, o.Run)
		synctest.Wait()
		if o.Fault() != missing {
			t.Errorf("fault %v, want %v", o.Fault(), missing)
		}
		must.Do(t, o.Draw(p.Bounds(), allWhite.Image, image.Point{}))
		there.Store(true)
		time.Sleep(retry)
		p.shows(t, "####\n####") // what came while it was missing
		if o.Fault() != nil {
			t.Errorf("still says %v", o.Fault())
		}
		_ = o.Draw(image.Rect(0, 0, 1, 1), allRed.Image, image.Point{})
		p.shows(t, "R###\n####")
		_ = o.Draw(image.Rect(3, 1, 4, 2), allRed.Image, image.Point{})
		p.shows(t, "R###\n###R") // a part is drawn on what was there
		p.mu.Lock()
		p.fails = errors.New("unplugged")
		p.mu.Unlock()
		_ = o.Draw(p.Bounds(), allRed.Image, image.Point{})
		synctest.Wait()
		if o.Fault() == nil {
			t.Error("a panel that fails is no fault")
		}
		p.mu.Lock()
		p.fails = nil
		p.mu.Unlock()
		time.Sleep(retry)
		p.shows(t, "RRRR\nRRRR")
		_ = o.Draw(p.Bounds(), allWhite.Image, image.Point{})
		stop()
		p.shows(t, "####\n####") // the last frame still comes
		if !p.shut {
			t.Error("the panel is not closed at the end")
		}
	})
}

// TestOutputOpensAgain closes the panel and opens it at once, also one that was missing.
func TestOutputOpensAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var opened []*fakePanel
		missing := false
		o := NewOutput(newFakePanel().Bounds(), func() (Panel, error) {
			if missing {
				return nil, errors.New("no such bus")
			}
			opened = append(opened, newFakePanel())
			return opened[len(opened)-1], nil
		}, quiet)
		stop := must.Run(t, o.Run)
		_ = o.Draw(o.Bounds(), allRed.Image, image.Point{})
		synctest.Wait()
		o.Reopen()
		synctest.Wait()
		if len(opened) != 2 || !opened[0].shut {
			t.Fatalf("%d panels, the first one closed: %v", len(opened), opened[0].shut)
		}
		opened[1].shows(t, "RRRR\nRRRR") // the picture of the one before
		missing = true
		o.Reopen()
		synctest.Wait()
		missing = false
		o.Reopen() // does not wait for the time of a retry
		synctest.Wait()
		if len(opened) != 3 || o.Fault() != nil {
			t.Errorf("%d panels, %v", len(opened), o.Fault())
		}
		stop()
	})
}

// lines counts what is logged.
type lines struct {
	mu   sync.Mutex
	text []string
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, string(b))
	return len(b), nil
}

func (l *lines) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

func (l *lines) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.text)
}

// TestOutputSaysAFaultOnce: a panel that is missing for a day is said when that
// begins and when it ends.
func TestOutputSaysAFaultOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newFakePanel()
		var there atomic.Bool
		said := &lines{}
		var tries atomic.Int32
		o := NewOutput(p.Bounds(), func() (Panel, error) {
			n := tries.Add(1)
			if !there.Load() {
				return nil, fmt.Errorf("no such bus, tried %d times", n) // another text each time
			}
			return p, nil
		}, said.logger())
		stop := must.Run(t, o.Run)
		says := func(why string, n int) {
			t.Helper()
			synctest.Wait()
			if got := said.count(); got != n {
				t.Errorf("%s: %d lines, want %d", why, got, n)
			}
		}
		says("it is missing", 1)
		time.Sleep(24 * time.Hour)
		says("for a day", 1)
		if !strings.HasSuffix(o.Fault().Error(), fmt.Sprintf("tried %d times", tries.Load())) {
			t.Errorf("the fault is an old one: %v", o.Fault())
		}
		there.Store(true)
		time.Sleep(retry)
		says("it works", 2)
		time.Sleep(24 * time.Hour)
		_ = o.Draw(p.Bounds(), allRed.Image, image.Point{})
		says("and goes on", 2)
		there.Store(false)
		p.mu.Lock()
		p.fails = errors.New("unplugged")
		p.mu.Unlock()
		_ = o.Draw(p.Bounds(), allWhite.Image, image.Point{})
		time.Sleep(time.Hour)
		says("it fails again", 3)
		stop()
		says("the end is no fault", 3)
	})
}

// restless wants its picture again every 2 s.
type restless struct {
	*fakePanel
	sent int
}

func (r *restless) RefreshAfter() time.Duration { return 2 * time.Second }

func (r *restless) Refresh() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sent++
	return nil
}

func (r *restless) times() int {
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sent
}

func TestOutputRefreshes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &restless{fakePanel: newFakePanel()}
		o := NewOutput(p.Bounds(), func() (Panel, error) { return p, nil }, quiet)
		stop := must.Run(t, o.Run)
		time.Sleep(time.Second)
		_ = o.Draw(p.Bounds(), allWhite.Image, image.Point{}) // starts the 2 s again
		time.Sleep(1900 * time.Millisecond)
		if p.times() != 0 {
			t.Error("refreshed too early")
		}
		time.Sleep(10 * time.Second)
		if n := p.times(); n != 5 {
			t.Errorf("refreshed %d times in 10 s, want 5", n)
		}
		stop()
	})
}

// TestTee: a fault of one panel does not keep the others dark, nor open.
func TestTee(t *testing.T) {
	broken, well := newFakePanel(), newFakePanel()
	broken.fails = errors.New("unplugged")
	both := Tee(broken, Dimmed(struct{ Panel }{well}))
	if err := both.Draw(both.Bounds(), allWhite.Image, image.Point{}); err != broken.fails {
		t.Errorf("%v, want the fault", err)
	}
	pixtest.Equal(t, well.img, "####\n####")
	if err := both.(Dimmer).SetBrightness(0.5); err != nil || broken.level != 0.5 {
		t.Errorf("level %v (%v), want 0.5 on all that can be dimmed", broken.level, err)
	}
	both = Tee(broken, Dimmed(closing{well}))
	if err := both.(io.Closer).Close(); err != nil || !broken.shut || !well.shut {
		t.Errorf("closed: %v and %v (%v), want both", broken.shut, well.shut, err)
	}
}

// TestTeeReturnsTheFirstFault, of Draw, SetBrightness and Close.
func TestTeeReturnsTheFirstFault(t *testing.T) {
	first, second := errors.New("the first"), errors.New("the second")
	both := Tee(faulty{Panel: newFakePanel(), err: first}, faulty{Panel: newFakePanel(), err: second}, newFakePanel())
	for name, err := range map[string]error{
		"Draw":          both.Draw(both.Bounds(), allWhite.Image, image.Point{}),
		"SetBrightness": both.(Dimmer).SetBrightness(1),
		"Close":         both.(io.Closer).Close(),
	} {
		if err != first {
			t.Errorf("%s: %v, want the first fault", name, err)
		}
	}
}

// faulty is a panel on which nothing works.
type faulty struct {
	Panel
	err error
}

func (f faulty) Draw(image.Rectangle, image.Image, image.Point) error { return f.err }
func (f faulty) SetBrightness(float64) error                          { return f.err }
func (f faulty) Close() error                                         { return f.err }

// closing is a panel that can be closed but not dimmed.
type closing struct{ panel *fakePanel }

func (c closing) Bounds() image.Rectangle { return c.panel.Bounds() }
func (c closing) Close() error            { return c.panel.Close() }
func (c closing) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	return c.panel.Draw(r, src, sp)
}

func TestDimmed(t *testing.T) {
	bare := struct{ Panel }{newFakePanel()} // cannot dim itself
	d := Dimmed(bare)
	_ = d.(Dimmer).SetBrightness(0.5)
	_ = d.Draw(d.Bounds(), allWhite.Image, image.Point{})
	if v := bare.Panel.(*fakePanel).img.Pix[0]; v < 127 || v > 129 {
		t.Errorf("white at level 0.5 is %d, want 128", v)
	}
	_ = d.(Dimmer).SetBrightness(0)
	_ = d.Draw(d.Bounds(), allWhite.Image, image.Point{})
	if v := bare.Panel.(*fakePanel).img.Pix[0]; v != 0 {
		t.Errorf("white at level 0 is %d, want 0", v)
	}
}
