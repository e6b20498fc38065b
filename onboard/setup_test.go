// SPDX-License-Identifier: Apache-2.0

package onboard

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/say"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/onboard/portal"
)

// house is a place with one network, "home", and a radio that takes its time.
type house struct {
	mu       sync.Mutex
	bare     bool
	radio    error // why there is none
	noAP     bool  // the radio cannot be an access point
	password string
	joined   string
	opened   []nm.Credentials
	open     bool
	page     http.Handler // while it is served
	kept     []Given
}

func (h *house) do(f func()) { h.mu.Lock(); defer h.mu.Unlock(); f() }

func (h *house) Bare(context.Context) (bare bool, err error) {
	h.do(func() { bare, err = h.bare, h.radio })
	return bare, err
}

func (h *house) Scan(context.Context) ([]nm.Network, error) {
	time.Sleep(2 * time.Second)
	return []nm.Network{{SSID: "home", Signal: 80}}, h.radio
}

func (h *house) Join(ctx context.Context, c nm.Credentials) (err error) {
	if !pause.For(ctx, 12*time.Second) {
		return ctx.Err()
	}
	h.do(func() {
		switch {
		case h.open:
			err = errors.New("the radio is an access point")
		case c.SSID != "home":
			err = nm.ErrNotFound
		case c.Password != h.password:
			err = nm.ErrPassword
		default:
			h.joined = c.SSID
		}
	})
	return err
}

func (h *house) Open(ctx context.Context, c nm.Credentials) (string, error) {
	if !pause.For(ctx, 3*time.Second) {
		return "", ctx.Err()
	}
	if h.noAP {
		return "", errors.New("no access point")
	}
	h.do(func() { h.open, h.opened = true, append(h.opened, c) })
	return "wlan0", nil
}

func (h *house) Close(context.Context, string) error { h.do(func() { h.open = false }); return nil }

func (h *house) serve(ctx context.Context, iface string, page http.Handler) error {
	h.do(func() { h.page = page })
	<-ctx.Done()
	h.do(func() { h.page = nil })
	return nil
}

func (h *house) isOpen() (open bool) { h.do(func() { open = h.open && h.page != nil }); return open }

// phone sends the form, as from the network of the access point.
func (h *house) phone(t *testing.T, ssid, password string) *httptest.ResponseRecorder {
	t.Helper()
	form := url.Values{"ssid": {ssid}, "password": {password}, "name": {"Kitchen"}, "zone": {"Europe/Berlin"},
		"panel": {"small"}}
	r := httptest.NewRequest("POST", "http://10.42.0.1/join", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var page http.Handler
	h.do(func() { page = h.page })
	w := httptest.NewRecorder()
	if page == nil {
		t.Fatal("no page is served")
	}
	page.ServeHTTP(w, r)
	return w
}

// texts returns what the panel says.
func texts(s *Setup) (all []string) {
	for _, p := range s.pages(say.In("en")) {
		all = append(all, p.Text+p.Code)
	}
	return all
}

// setup runs f with a Setup in h.
func setup(t *testing.T, h *house, fresh bool, f func(*testing.T, *Setup)) {
	setupWith(t, h, fresh, func(*Options) {}, f)
}

// setupWith is setup with other options.
func setupWith(t *testing.T, h *house, fresh bool, change func(*Options), f func(*testing.T, *Setup)) {
	synctest.Test(t, func(t *testing.T) {
		o := Options{
			Networks: h, Hotspot: h, Serve: h.serve, SSID: "LED-98X", Name: "ledpost",
			Log: slog.New(slog.NewTextHandler(io.Discard, nil)), New: func(context.Context) (bool, error) { return fresh, nil },
			Keep:   func(g Given) error { h.do(func() { h.kept = append(h.kept, g) }); return nil },
			Panels: []portal.Panel{{ID: "small", Title: "a small one"}},
		}
		change(&o)
		s := NewSetup(o)
		stop := must.Run(t, s.Run)
		f(t, s)
		stop()
		if h.open {
			t.Error("the access point stays open")
		}
	})
}

// TestWhenItOpens: at the first start without a network, and by a button.
func TestWhenItOpens(t *testing.T) {
	for _, c := range []struct {
		name  string
		fresh bool
		house *house
		do    func(h *house, s *Setup)
		after time.Duration
		open  bool
	}{
		{"a new device without a network", true, &house{bare: true}, nil, settleFor + 6*time.Second, true},
		{"not before the networks had their time", true, &house{bare: true}, nil, settleFor - time.Second, false},
		{"not if one is connected meanwhile", true, &house{bare: true}, func(h *house, _ *Setup) {
			time.Sleep(20 * time.Second)
			h.do(func() { h.bare = false })
		}, time.Minute, false},
		{"a radio that comes late, as at the start of the machine", true,
			&house{bare: true, radio: nm.ErrNoWifi}, func(h *house, _ *Setup) {
				time.Sleep(10 * time.Second)
				h.do(func() { h.radio = nil })
			}, settleFor + 12*time.Second, true},
		{"a radio that does not come in time", true, &house{bare: true, radio: nm.ErrNoWifi}, func(h *house, _ *Setup) {
			time.Sleep(radioFor)
			h.do(func() { h.radio = nil })
		}, time.Minute, false},
		{"not with a network", true, &house{}, nil, time.Minute, false},
		{"not without Wi-Fi", true, &house{bare: true, radio: nm.ErrNoWifi}, nil, time.Minute, false},
		{"not because Wi-Fi is lost later", false, &house{bare: true}, nil, time.Hour, false},
		{"by a button", false, &house{}, func(_ *house, s *Setup) { s.Open() }, 6 * time.Second, true},
		{"by a button, before the networks had their time", true, &house{bare: true}, func(_ *house, s *Setup) { s.Open() },
			6 * time.Second, true},
		{"not for ever", false, &house{}, func(_ *house, s *Setup) { s.Open() }, openFor + time.Second, false},
		{"not once it was cancelled", false,
			&house{}, func(_ *house, s *Setup) { s.Open(); time.Sleep(10 * time.Second); s.Cancel() }, time.Second, false},
		{"but again then", false, &house{}, func(_ *house, s *Setup) {
			s.Open()
			time.Sleep(10 * time.Second)
			s.Cancel()
			time.Sleep(10 * time.Second)
			s.Open()
		}, 6 * time.Second, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := c.house
			setup(t, h, c.fresh, func(t *testing.T, s *Setup) {
				if c.do != nil {
					c.do(h, s)
				}
				time.Sleep(c.after)
				synctest.Wait()
				if h.isOpen() != c.open {
					t.Errorf("open: %v", !c.open)
				}
				if said := s.pages(say.In("en")) != nil; said != c.open {
					t.Errorf("the panel says %q", texts(s))
				}
			})
		})
	}
}

// TestJoin: the story of somebody who mistypes the password.
func TestJoin(t *testing.T) {
	h := &house{password: "correct horse"}
	setup(t, h, false, func(t *testing.T, s *Setup) {
		s.Open()
		time.Sleep(6 * time.Second)
		synctest.Wait()
		own := h.opened[0]
		code := "WIFI:S:LED-98X;T:WPA;P:" + own.Password + ";;"
		if got := texts(s); !slices.Equal(got, []string{"Scan me" + code, "Wi-Fi LED-98X", "Password " + own.Password}) {
			t.Errorf("the panel says %q", got)
		}
		if w := h.phone(t, "home", "short"); w.Code != http.StatusBadRequest ||
			!strings.Contains(w.Body.String(), "8 to 63") {
			t.Errorf("a password that cannot be: %d %s", w.Code, w.Body)
		}
		if w := h.phone(t, "home", "wrong horse"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "LED-98X") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		if w := h.phone(t, "home", "wrong horse"); w.Code != http.StatusBadRequest {
			t.Errorf("two at once: %d", w.Code)
		}
		time.Sleep(5 * time.Second)
		if got := texts(s); !slices.Equal(got, []string{"Joining home"}) || h.isOpen() {
			t.Errorf("the panel says %q", got)
		}
		time.Sleep(25 * time.Second)
		synctest.Wait()
		if got := texts(s); !h.isOpen() || got[0] != "Wi-Fi: the password is wrong" || h.opened[1] != own {
			t.Errorf("after 30 s: open %v, the panel says %q", h.isOpen(), got)
		}
		page := httptest.NewRecorder()
		h.page.ServeHTTP(page, httptest.NewRequest("GET", "http://10.42.0.1/", nil))
		if body := page.Body.String(); !strings.Contains(body, "the password is wrong") ||
			strings.Contains(body, "wrong horse") || strings.Contains(body, own.Password) {
			t.Errorf("the page: %s", body)
		}
		h.phone(t, "home", "correct horse")
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if h.joined != "home" || h.isOpen() || s.pages(say.In("en")) != nil ||
			!slices.Equal(h.kept, []Given{{"Kitchen", "Europe/Berlin", "small", false}}) {
			t.Errorf("joined %q, open %v, the panel says %q, kept %+v", h.joined, h.isOpen(), texts(s), h.kept)
		}
	})
}

// TestRejoin: a network that was lost is joined again, but not while the access point is open.
func TestRejoin(t *testing.T) {
	var asked atomic.Int32
	rejoin := func(_ context.Context, turn int) error {
		if n := asked.Add(1); int(n) != turn+1 {
			t.Errorf("turn %d is the call number %d", turn, n)
		}
		return errors.New("not yet")
	}
	setupWith(t, &house{}, false, func(o *Options) { o.Rejoin = rejoin }, func(t *testing.T, s *Setup) {
		time.Sleep(3*rejoinEvery + time.Second)
		synctest.Wait()
		if n := asked.Load(); n != 3 {
			t.Errorf("asked %d times, want 3", n)
		}
		s.Open()
		time.Sleep(openFor)
		synctest.Wait()
		if n := asked.Load(); n != 3 {
			t.Errorf("asked %d times, want 3: the radio is an access point", n)
		}
	})
}

// TestPassword: long enough, of letters that can be read, and never the same.
func TestPassword(t *testing.T) {
	a, b := NewPassword(), NewPassword()
	if a == b || len(a) != 10 || strings.ContainsAny(a, "l1o0") {
		t.Error(a, b)
	}
}

// TestBluetooth: an attempt that comes over it is tried like that of the page, and its
// client has time to be told where the device is.
func TestBluetooth(t *testing.T) {
	h := &house{password: "correct horse"}
	var got []error
	tell := func(ctx context.Context, found []nm.Network, join func(context.Context, nm.Credentials) error) error {
		for _, password := range []string{"wrong horse", "correct horse"} {
			time.Sleep(10 * time.Second)
			err := join(ctx, nm.Credentials{SSID: found[0].SSID, Password: password})
			h.do(func() { got = append(got, err) })
		}
		return nil
	}
	setupWith(t, h, false, func(o *Options) { o.Bluetooth = tell }, func(t *testing.T, s *Setup) {
		s.Open()
		time.Sleep(75 * time.Second)
		synctest.Wait()
		if len(got) != 2 || !errors.Is(got[0], nm.ErrPassword) || got[1] != nil || h.joined != "home" {
			t.Errorf("%v, joined %q", got, h.joined)
		}
		if len(h.opened) != 2 {
			t.Errorf("the access point was open %d times, want 2", len(h.opened))
		}
	})
}

// TestWithoutAccessPoint: a radio that cannot be one leaves Bluetooth.
func TestWithoutAccessPoint(t *testing.T) {
	h := &house{password: "correct horse", noAP: true}
	tell := func(ctx context.Context, _ []nm.Network, join func(context.Context, nm.Credentials) error) error {
		time.Sleep(10 * time.Second)
		return join(ctx, nm.Credentials{SSID: "home", Password: "correct horse"})
	}
	setupWith(t, h, false, func(o *Options) { o.Bluetooth = tell }, func(t *testing.T, s *Setup) {
		s.Open()
		time.Sleep(6 * time.Second)
		if got := texts(s); !slices.Equal(got, []string{"Wi-Fi set-up over Bluetooth"}) {
			t.Errorf("the panel says %q", got)
		}
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if h.joined != "home" || s.pages(say.In("en")) != nil {
			t.Errorf("joined %q, the panel says %q", h.joined, texts(s))
		}
	})
}
