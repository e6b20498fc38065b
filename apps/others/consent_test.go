// SPDX-License-Identifier: Apache-2.0

package others

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
)

// opened returns what is kept in dir, and counts what is told.
func opened(dir string) (c *Consents, told *int) {
	told = new(int)
	return openConsents(durable.Dir(dir), func() { *told++ }), told
}

// TestConsents: the newest word about a place holds, and survives a restart; questions do not.
func TestConsents(t *testing.T) {
	dir := filepath.Join(t.TempDir(), Folder)
	c, told := opened(dir)
	api, cdn := applet.Place{Host: "api.example"}, applet.Place{Host: "cdn.example"}
	near := applet.Place{Host: "api.example", Address: netip.MustParseAddr("192.168.1.20")}
	p := c.Permit("dice")
	for _, at := range []applet.Place{api, cdn, near, api} {
		var asks *Asks
		if err := p.may(at); !errors.As(err, &asks) || asks.Place != at {
			t.Errorf("%v: %v", at, err)
		}
	}
	if got := c.Of("dice").Asks; !slices.Equal(got, []applet.Place{cdn, near, api}) ||
		!slices.Equal(c.Asking(), []string{"dice"}) {
		t.Errorf("%v asks for %v", c.Asking(), got)
	}
	must.Get(c.Answer("dice", []applet.Place{api}, []applet.Place{cdn}, nil))(t)
	if *told != 1 {
		t.Errorf("told %d times", *told)
	}
	c, _ = opened(dir)
	now := c.Of("dice")
	if !slices.Equal(now.Allowed, []applet.Place{api}) || !slices.Equal(now.Refused, []applet.Place{cdn}) ||
		now.Asks != nil {
		t.Errorf("after a restart: %+v", now)
	}
	p = c.Permit("dice")
	if err := p.may(cdn); err == nil || errors.As(err, new(*Asks)) || p.may(api) != nil || p.may(near) == nil {
		t.Errorf("of a refused place: %v", err)
	}
	now = must.Get(c.Answer("dice", []applet.Place{cdn}, nil, []applet.Place{{Host: "www.api.example"}, near}))(t)
	if !slices.Equal(now.Allowed, []applet.Place{cdn}) || len(now.Refused)+len(now.Asks) > 0 {
		t.Errorf("after another word: %+v", now)
	}
	if other := c.Of("other"); other.Allowed != nil || c.Permit("other").may(cdn) == nil {
		t.Error("the word holds for another app")
	}
	must.Do(t, c.Forget("dice"))
	if again, _ := opened(dir); again.Of("dice").Allowed != nil || c.Of("dice").Allowed != nil {
		t.Error("an app that is gone is remembered")
	}
}

// TestConsentsFull: there is room for so many places and questions, and what has no room changes nothing.
func TestConsentsFull(t *testing.T) {
	c, _ := opened(t.TempDir())
	var all []applet.Place
	for i := range MaxPlaces {
		all = append(all, applet.Place{Host: fmt.Sprintf("%s%d.example", strings.Repeat("a.", 110), i)})
	}
	must.Get(c.Answer("app", all, nil, nil))(t)
	if _, err := c.Answer("app", []applet.Place{{Host: "more.example"}}, nil, nil); !errors.Is(err, ErrPlaces) {
		t.Error(err)
	}
	var err error
	i := 0
	for ; err == nil && i < 100; i++ {
		_, err = c.Answer(fmt.Sprint("app", i), all, nil, nil)
	}
	last := c.Of(fmt.Sprint("app", i-1))
	if !errors.Is(err, ErrPlaces) || len(last.Allowed) != 0 || len(c.Of("app").Allowed) != MaxPlaces {
		t.Errorf("after %d apps: %v", i, err)
	}
	for i := range 1000 {
		_ = c.Permit("x").may(applet.Place{Host: fmt.Sprint("h", i)})
	}
	if asks := c.Of("x").Asks; len(asks) != maxAsks || asks[maxAsks-1].Host != "h999" {
		t.Errorf("%d questions: %v", len(asks), asks)
	}
}

// TestConsentsDamaged: of a file that nobody wrote so, nothing is allowed.
func TestConsentsDamaged(t *testing.T) {
	for _, text := range []string{"", "{", `[]`, `{"dice":{"allowed":[{"host":"A.example"}]}}`,
		`{"dice":{"allowed":[{"host":"a.example"},{"host":""}]}}`, `{"dice":{"allowed":[{"host":"a.example:80"}]}}`,
		`{"dice":{"allowed":[{"host":"a.example","address":"::ffff:10.0.0.1"}]}}`,
		`{"dice":{"allowed":[{"host":"a.example"}` + strings.Repeat(`,{"host":"b.example"}`, MaxPlaces) + `]}}`,
		`{"dice":{"allowed":[{"host":"a.example"}]}}` + strings.Repeat(" ", maxConsents),
	} {
		dir := t.TempDir()
		must.Do(t, os.WriteFile(filepath.Join(dir, ConsentFile), []byte(text), 0o600))
		if c, _ := opened(dir); c.Of("dice").Allowed != nil {
			t.Errorf("%.80s: %v", text, c.Of("dice"))
		}
	}
}

// TestAsks: an app without the owner's word says so on the panel, is drawn again when they have spoken, and shows its
// picture then. Of a word against it, it says that.
func TestAsks(t *testing.T) {
	r := newRig(t, "one")
	r.hears()
	r.net = reached(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "7 °C") })
	r.says = asksFor("http://api.example.com/v1", 0)
	r.set(`{"app":"one"}`)
	r.due("a")
	r.draws(0)
	api := applet.Place{Host: "api.example.com"}
	if got := r.view("a").Says; got != "one asks for api.example.com" {
		t.Errorf("%q", got)
	}
	must.Get(r.Consents.Answer("one", nil, []applet.Place{api}, nil))(t)
	r.hears()
	r.want("refused", r.draws(0), "a")
	if got := r.view("a").Says; !strings.Contains(got, "refused") {
		t.Errorf("%q", got)
	}
	must.Get(r.Consents.Answer("one", []applet.Place{api}, nil, nil))(t)
	r.hears()
	r.want("allowed", r.draws(0), "a")
	frames := string(r.items[0].drawing.Frames)
	if v := r.view("a"); v.Says != "" || v.Root == nil || !strings.Contains(frames, "7 °C") {
		t.Errorf("%+v, %s", v, frames)
	}
	r.says = asksFor("http://other.example", 0)
	r.draws(every)
	if got := r.view("a").Says; !strings.Contains(got, "asks for other.example") {
		t.Errorf("with a picture, a new question: %q", got)
	}
	r.Consents.asks["one"] = nil
	fault := &Asks{Place: applet.Place{Host: "nas.local", Address: netip.MustParseAddr("10.0.0.2")}}
	if got := r.words("one", fault); got != "one asks for nas.local (10.0.0.2) in your network" {
		t.Errorf("%q", got)
	}
}

// asksFor is an app that shows what an address answers, which may be kept for ttl seconds.
func asksFor(url string, ttl int) func(io.Writer, applet.Request, string) error {
	return func(w io.Writer, _ applet.Request, _ string) error {
		if err := applet.Write(w, applet.KindFetch, applet.Fetch{Method: "GET", URL: url, TTL: ttl}, nil); err != nil {
			return err
		}
		var a applet.Answer
		m, err := applet.Read(w.(io.Reader), applet.KindAnswer)
		if err == nil {
			err = m.Decode(&a)
		}
		if err != nil {
			return err
		}
		if a.Error != "" {
			return applet.Write(w, applet.KindDone, applet.Done{Error: &applet.Error{Line: 3, Message: "fail: " + a.Error}}, nil)
		}
		return says(`[{"text":"`+string(m.Body)+`"}]`)(w, applet.Request{}, "")
	}
}

// hears takes what the shelf tells, as Run does.
func (r *rig) hears() {
	r.t.Helper()
	select {
	case <-r.Shelf.changed:
	default:
		r.t.Error("nobody is told")
	}
	for _, it := range r.items {
		it.tried = time.Time{}
	}
}

// TestChanged: another program of an app has the owner's word about their network only for hosts that it names, and one
// that a backup brings has none.
func TestChanged(t *testing.T) {
	at := netip.MustParseAddr("192.168.1.20")
	nas, tv := applet.Place{Host: "nas.local:8123", Address: at}, applet.Place{Host: "tv.local", Address: at}
	web := applet.Place{Host: "api.example"}
	said := func(t *testing.T) (*Shelf, *Consents) {
		s := NewShelf(t.TempDir())
		c := openConsents(s.folder(), func() {})
		must.Do(t, s.Put("dice", []byte("one")))
		for _, app := range []string{"dice", "bus"} {
			must.Get(c.Answer(app, []applet.Place{nas, tv, web}, nil, nil))(t)
		}
		return s, c
	}
	for _, row := range []struct {
		why   string
		hosts []string
		want  []applet.Place
	}{
		{"it names one", []string{"nas.local:8123", "api.example"}, []applet.Place{nas, web}},
		{"it names none", nil, []applet.Place{web}},
		{"another port is another place", []string{"nas.local"}, []applet.Place{web}},
	} {
		s, c := said(t)
		_ = c.Permit("dice").may(applet.Place{Host: "old.example"})
		must.Do(t, c.Changed("dice", row.hosts))
		again := openConsents(s.folder(), func() {})
		if got := c.Of("dice"); !slices.Equal(got.Allowed, row.want) || got.Asks != nil ||
			!slices.Equal(again.Of("dice").Allowed, row.want) || len(c.Of("bus").Allowed) != 3 {
			t.Errorf("%s: %v", row.why, got)
		}
	}
	for _, row := range []struct {
		why, file, source string
		changes           int
	}{
		{"another program", "dice.star", "two", 2},
		{"the same program", "dice.star", "one", 0},
		{"an app nobody has spoken of", "new.star", "two", 1},
		{"an app that was there before", "bus.star", "two", 2},
	} {
		s, c := said(t)
		studio := &Studio{Shelf: s, Consents: c, Gallery: gallery.New(gallery.Config{})}
		changes := must.Get(studio.Restore(Saved{Own: map[string][]byte{row.file: []byte(row.source)}}, nil))(t).Changes
		if len(changes) != row.changes {
			t.Errorf("%s: %d changes, want %d", row.why, len(changes), row.changes)
		}
		for _, change := range changes {
			must.Do(t, durable.WriteIn(s.dir, filepath.Base(change.Name), change.New))
		}
		kept := len(openConsents(s.folder(), func() {}).kept)
		if kept != 2-max(0, row.changes-1) {
			t.Errorf("%s: %d apps are remembered", row.why, kept)
		}
	}
}
