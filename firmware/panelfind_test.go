// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"image"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/panelfind"
	"github.com/ledpost/ledpost/internal/must"
)

var _ live.PanelFinder = (*panelFinder)(nil)

// asked is a panel that notes the probe that it shows.
type asked struct {
	probe atomic.Pointer[panelfind.Probe]
}

func (a *asked) Simulated() bool          { return false }
func (a *asked) Probe(p *panelfind.Probe) { a.probe.Store(p) }

// newFinder returns the finder of a panel, and that.
func newFinder(b *bench, driver hw.PanelConfig) (*panelFinder, *asked) {
	cfg, panel := config.Default(), &asked{}
	cfg.Panel = driver
	return newPanelFinder(cfg, panel, b.trial, slog.New(slog.DiscardHandler)), panel
}

var matrix = hw.NewPanelConfig("hub75", &hub75.Config{Wiring: "adafruit-hat"})

// plain are the answers for a plain panel of 64×32: by the kind of question, in turn.
func plain(t *testing.T, f *panelFinder, p *asked) (s live.FindState) {
	t.Helper()
	s = must.Get(f.Begin(nil))(t)
	for s.Question != nil {
		var answer string
		switch panelfind.Kind(s.Question.Kind) {
		case panelfind.Size:
			answer = "64x32"
		case panelfind.Rows:
			answer = "2"
		case panelfind.LED:
			answer = place(p.probe.Load().Picture)
		case panelfind.Bands:
			answer = "rgb"
		case panelfind.Clean:
			answer = "yes"
		}
		s = must.Get(f.Answer(answer, false))(t)
	}
	return s
}

// place is where a plain panel of 64×32 has the one word that is lit of a wire of 256
// words and 32 addresses.
func place(m *image.RGBA) string {
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if m.RGBAAt(x, y).R == 0 {
				continue
			}
			if x < 192 {
				return "none" // it has fallen out of the panel
			}
			return strings.Join([]string{itoa(x - 192 + 1), itoa(y/32*16 + y%16 + 1)}, ",")
		}
	}
	return "none"
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

// TestPanelIsFound answers as a plain panel would, and tries what was found.
func TestPanelIsFound(t *testing.T) { synctest.Test(t, panelIsFound) }

func panelIsFound(t *testing.T) {
	dir := t.TempDir()
	b := startBench(t, dir)
	f, panel := newFinder(b, matrix)
	s := plain(t, f, panel)
	if s.Failed != "" || !strings.Contains(s.Found, "rows = 32") || !strings.Contains(s.Found, "cols = 64") ||
		strings.Contains(s.Found, "order") {
		t.Fatalf("found %+v", s)
	}
	if back, err := f.Answer("", true); err != nil || back.Question == nil {
		t.Fatalf("no way back: %+v, %v", back, err)
	}
	if err := f.Keep(); err == nil {
		t.Fatal("kept before it is found")
	}
	if _, err := f.Answer("perhaps", false); err == nil || !strings.Contains(err.Error(), "answer") {
		t.Fatalf("a wrong answer: %v", err)
	}
	must.Get(f.Answer("yes", false))(t)
	must.Do(t, f.Keep())
	next := must.Get(os.ReadFile(filepath.Join(dir, "config", "next.toml")))(t)
	if b.anews != 1 || !strings.Contains(string(next), "cols = 64") {
		t.Errorf("it is not tried (%d starts)", b.anews)
	}
	if panel.probe.Load() != nil || f.State().Searching {
		t.Error("the search goes on")
	}
}

// TestSearchEndsWithoutAnswers: after FindTime the panel is what it was.
func TestSearchEndsWithoutAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := startBench(t, t.TempDir())
		f, panel := newFinder(b, matrix)
		must.Get(f.Begin(nil))(t)
		time.Sleep(FindTime - time.Second)
		must.Get(f.Answer("64x32", false))(t)
		time.Sleep(FindTime - time.Second)
		if !f.State().Searching || panel.probe.Load() == nil {
			t.Fatal("ended too soon")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if f.State().Searching || panel.probe.Load() != nil {
			t.Error("it waits for ever")
		}
		if _, err := f.Answer("2", false); err != live.ErrNoSearch {
			t.Errorf("an answer afterwards: %v", err)
		}
	})
}

// TestSearchGoesOn: one that has ended begins again with its answers.
func TestSearchGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := startBench(t, t.TempDir())
		f, panel := newFinder(b, matrix)
		if s, err := f.Begin([]string{"64x32", "2"}); err != nil || s.Asked != 2 || s.Question == nil ||
			panel.probe.Load() == nil {
			t.Fatalf("%+v, %v", s, err)
		}
		_, err := f.Begin([]string{"64x32", "many"})
		must.Fail(t, err, "answer", "a wrong answer")
		if s := f.State(); s.Asked != 2 {
			t.Errorf("the search before is gone: %+v", s)
		}
	})
}

// TestSearchHoldsTheTrial: a configuration on trial lasts while answers come, and ends
// when they do not.
func TestSearchHoldsTheTrial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := startBench(t, t.TempDir())
		must.Do(t, b.Try([]byte("name = \"tried\"\n")))
		b.end()
		b.start()
		f, _ := newFinder(b, matrix)
		for i, answer := range []string{"64x32", "2"} {
			time.Sleep(TrialTime - 10*time.Second)
			if i == 0 {
				must.Get(f.Begin(nil))(t)
				time.Sleep(TrialTime - 10*time.Second)
			}
			must.Get(f.Answer(answer, false))(t)
		}
		if s := b.State(); !s.Trial || s.Left != FindTime+findMargin {
			t.Errorf("during the search: %+v", s)
		}
		time.Sleep(FindTime + findMargin)
		synctest.Wait()
		if s := b.State(); s.Trial || !strings.Contains(s.Outcome, "not confirmed") {
			t.Errorf("after the search: %+v", s)
		}
	})
}

// TestOtherPanelsAreNotSearched names the reason.
func TestOtherPanelsAreNotSearched(t *testing.T) { synctest.Test(t, otherPanelsAreNotSearched) }

func otherPanelsAreNotSearched(t *testing.T) {
	b := startBench(t, t.TempDir())
	f, _ := newFinder(b, hw.NewPanelConfig("max7219", &max7219.Config{}))
	if _, err := f.Begin(nil); err != live.ErrNoHUB75 {
		t.Error(err)
	}
}

// TestMapsAreKeptByContent: two maps have two names.
func TestMapsAreKeptByContent(t *testing.T) { synctest.Test(t, mapsAreKeptByContent) }

func mapsAreKeptByContent(t *testing.T) {
	dir := t.TempDir()
	b := startBench(t, dir)
	content := []byte(`{"width": 2, "height": 2, "map": [0, 1, 2, 3]}`)
	if mapName(content) == mapName([]byte("[]")) || mapName(nil) != "" {
		t.Error("names of maps")
	}
	must.Do(t, b.tryPanel(map[string]any{"rows": 8, "cols": 64}, mapName(content), content))
	must.Equal(t, string(must.Get(os.ReadFile(filepath.Join(dir, mapName(content))))(t)), string(content))
}
