// SPDX-License-Identifier: Apache-2.0

package page

import (
	"math/rand/v2"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// The limits of what is measured here, and how often that is done.
const (
	soonGrey   = 3 * time.Second
	soonFollow = 2 * time.Second
	soonUsable = 4 * time.Second
	often      = 5
)

// figure skips a test that measures a time, which means something on a machine at rest only:
//
//	LEDPOST_FIGURES=1 go test ./e2e/page -run HowSoon -v
func figure(t *testing.T) {
	t.Helper()
	if os.Getenv("LEDPOST_FIGURES") == "" {
		t.Skip("LEDPOST_FIGURES is not set")
	}
}

// tell reports the median and the longest of some times, and fails above a limit.
func tell(t *testing.T, what string, took []time.Duration, limit time.Duration) {
	t.Helper()
	slices.Sort(took)
	median, longest := took[len(took)/2], took[len(took)-1]
	t.Logf("%s: median %d ms, longest %d ms of %d", what, median.Milliseconds(), longest.Milliseconds(), len(took))
	if longest > limit {
		t.Errorf("%s took %v, at most %v", what, longest, limit)
	}
}

// TestHowSoonThePageIsGrey measures the time from the end of a device, or from where it
// stands still, to the grey panel, on each place.
func TestHowSoonThePageIsGrey(t *testing.T) {
	figure(t)
	for _, place := range places {
		t.Run(place, func(t *testing.T) {
			p := browser.NewPage(t, 390, 844, browser.Light)
			p.Expect(browser.IsAway)
			data := t.TempDir()
			r := rig.LaunchIn(t, data, nil)
			port := r.Port()
			p.SignIn(r)
			p.Open(place)
			var stopped, killed []time.Duration
			for range often {
				stopped = append(stopped, grey(p, func() { r.Cmd.Process.Signal(syscall.SIGSTOP) }))
				r.Cmd.Process.Signal(syscall.SIGCONT)
				killed = append(killed, grey(p, r.Kill))
				r = rig.LaunchIn(t, data, nil, "--http", ":"+port)
			}
			tell(t, place+", stopped", stopped, soonGrey)
			tell(t, place+", killed", killed, soonGrey)
		})
	}
}

// grey is the time from an act to the grey panel of a page that has settled.
func grey(p *browser.Page, act func()) time.Duration {
	p.Live()
	p.CSS("#stage[data-away]").Gone()
	p.Beats(2)
	began := time.Now()
	act()
	p.CSS("#stage[data-away]").Shows()
	return time.Since(began)
}

// TestHowSoonAPageIsUsable measures how soon a page that is far away, on a line that breaks 2 % of what is asked for,
// is live: at first, and again with what the browser has kept.
func TestHowSoonAPageIsUsable(t *testing.T) {
	figure(t)
	p, r := browser.NewPageHere(t, 390, 844, browser.Light), rig.Launch(t, nil)
	p.Expect(browser.IsAway)
	var first, second []time.Duration
	for n := range uint64(often) {
		l, dice := newLine(t, r), rand.New(rand.NewPCG(n, 2))
		l.way = 500 * time.Millisecond
		l.losing(func(asked string) bool { return asked != "GET /" && dice.IntN(100) < 2 })
		for _, took := range []*[]time.Duration{&first, &second} {
			p.Visit("about:blank")
			began := time.Now()
			p.Visit(l.address + "/#" + r.Key)
			p.Live()
			*took = append(*took, time.Since(began))
		}
	}
	tell(t, "the first visit", first, soonUsable)
	tell(t, "the second visit", second, soonUsable)
}

// TestHowSoonAnotherTabFollows measures how soon a second window shows what the first one
// has changed.
func TestHowSoonAnotherTabFollows(t *testing.T) {
	figure(t)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":60,"brightness_mode":"manual"}`, nil)
	first, second := browser.NewPage(t, 1280, 900, browser.Light), browser.NewPage(t, 390, 844, browser.Light)
	first.SignIn(r)
	second.SignIn(r)
	for _, c := range []struct {
		place, label string
		values       []string
	}{
		{"Now", "Brightness", []string{"20", "30", "40", "50", "70"}},
		{"Look", "Colour", []string{"#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff"}},
	} {
		first.Open(c.place)
		second.Open(c.place)
		var took []time.Duration
		for _, v := range c.values {
			began := time.Now()
			first.Set(c.label, v)
			second.Field(c.label).Holds(v)
			took = append(took, time.Since(began))
		}
		tell(t, c.label, took, soonFollow)
	}
}
