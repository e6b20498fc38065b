// SPDX-License-Identifier: Apache-2.0

package onboard

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/onboard/nm"
)

// town is where a device starts that knows networks.
type town struct {
	*house
	connected atomic.Bool
	radioGone atomic.Bool
	rejoined  atomic.Int32
}

func (w *town) options(o *Options) {
	o.Connected = func(context.Context) (bool, error) {
		if w.radioGone.Load() {
			return false, nm.ErrNoWifi
		}
		return w.connected.Load(), nil
	}
	o.Rejoin = func(context.Context, int) error { w.rejoined.Add(1); return nil }
}

// TestLost: a start that finds no known network for ten minutes opens the access point, and
// goes on looking between.
func TestLost(t *testing.T) {
	for _, c := range []struct {
		why   string
		do    func(w *town, s *Setup)
		after time.Duration
		open  bool
	}{
		{"not before", func(*town, *Setup) {}, lostFor - time.Second, false},
		{"ten minutes after the start", func(*town, *Setup) {}, lostFor + 6*time.Second, true},
		{"not if there is one meanwhile", func(w *town, _ *Setup) { time.Sleep(9 * time.Minute); w.connected.Store(true) },
			2 * time.Minute, false},
		{"not because it is lost later", func(w *town, _ *Setup) {
			w.connected.Store(true)
			time.Sleep(5 * time.Minute)
			w.connected.Store(false)
		}, time.Hour, false},
		{"closed after its time, for the known networks", func(*town, *Setup) {}, lostFor + openFor + 30*time.Second, false},
		{"and open again", func(*town, *Setup) {}, lostFor + openFor + rejoinEvery + 6*time.Second, true},
		{"not again once a known network is there", func(w *town, _ *Setup) {
			time.Sleep(lostFor + openFor + time.Second)
			w.connected.Store(true)
		}, rejoinEvery + 10*time.Second, false},
		{"not again once somebody has closed it", func(_ *town, s *Setup) {
			time.Sleep(lostFor + 10*time.Second)
			s.Cancel()
		}, 2 * time.Hour, false},
		{"not because somebody has opened it meanwhile, after a network was there", func(w *town, s *Setup) {
			w.connected.Store(true)
			time.Sleep(5 * time.Minute)
			w.connected.Store(false)
			s.Open()
			time.Sleep(openFor + time.Second)
		}, rejoinEvery + 10*time.Second, false},
		{"not on a machine without Wi-Fi", func(w *town, _ *Setup) { w.radioGone.Store(true) },
			lostFor + 10*time.Second, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			w := &town{house: &house{}}
			setupWith(t, w.house, false, w.options, func(t *testing.T, s *Setup) {
				c.do(w, s)
				time.Sleep(c.after)
				synctest.Wait()
				if w.isOpen() != c.open {
					t.Errorf("open: %v", !c.open)
				}
				if said := texts(s); c.open && (len(said) == 0 || said[0] != "Wi-Fi: no known network was found") {
					t.Errorf("the panel says %q", said)
				}
			})
		})
	}
}

// TestLostKeepsTrying: the known networks are tried before, between and after.
func TestLostKeepsTrying(t *testing.T) {
	w := &town{house: &house{}}
	setupWith(t, w.house, false, w.options, func(t *testing.T, _ *Setup) {
		time.Sleep(lostFor - time.Second)
		before := w.rejoined.Load()
		time.Sleep(2 * (openFor + rejoinEvery))
		synctest.Wait()
		if after := w.rejoined.Load(); before < 4 || after < before+2 {
			t.Errorf("%d times before it opened, %d times after two rounds", before, after)
		}
	})
}

// TestTells: where there is no panel the console says how Wi-Fi is set up, and where the page
// is then; the password stays the same, and the panel that is found is chosen on the page.
func TestTells(t *testing.T) {
	h := &house{bare: true, password: "correct horse"}
	var told []string
	blind := func(o *Options) {
		o.Password = func() string { return "abcdefghij" }
		o.Tell = func(text string) { h.do(func() { told = append(told, text) }) }
		o.Page = func(context.Context) string { return "http://192.168.1.7:8080/" }
		o.Found = func() string { return "small" }
		o.First = true
		o.Keep = func(g Given) error { h.do(func() { h.kept = append(h.kept, g) }); return errors.New("full") }
	}
	setupWith(t, h, true, blind, func(t *testing.T, s *Setup) {
		time.Sleep(settleFor + 10*time.Second)
		synctest.Wait()
		if !h.isOpen() || h.opened[0].Password != "abcdefghij" {
			t.Fatalf("open %v as %+v", h.isOpen(), h.opened)
		}
		if w := h.phone(t, "home", "wrong horse"); w.Code != 200 || strings.Contains(w.Body.String(), "press a button") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		time.Sleep(30 * time.Second)
		synctest.Wait()
		want := []string{
			"Wi-Fi set-up: join the network LED-98X with the password abcdefghij, then open http://10.42.0.1/",
			"Wi-Fi set-up (the password is wrong): join the network LED-98X with the password abcdefghij, then open " +
				"http://10.42.0.1/",
		}
		if !slices.Equal(told, want) {
			t.Errorf("%q", told)
		}
		h.phone(t, "home", "correct horse")
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if want := "Wi-Fi: home is joined; open http://192.168.1.7:8080/"; len(told) != 3 || told[2] != want {
			t.Errorf("%q, want %q at the end", told, want)
		}
		if !slices.Equal(h.kept, []Given{{"Kitchen", "Europe/Berlin", "small", true}}) {
			t.Errorf("%+v", h.kept)
		}
	})
}
