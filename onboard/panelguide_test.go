// SPDX-License-Identifier: Apache-2.0

package onboard

import (
	"context"
	"image"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/say"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// rig is a device with a guide, in fake time.
type rig struct {
	*device.Device
	t    *testing.T
	used chan struct{}
	done chan error // of the guide

	mu   sync.Mutex
	at   string
	kept device.Saved
}

func (*rig) Show(render.Scene)                  {}
func (*rig) Play(sounds.Track, ...sounds.Track) {}
func (*rig) Icon(icons.Ref) *icons.Icon         { return blank }
func (r *rig) Save(s device.Saved)              { r.mu.Lock(); r.kept = s; r.mu.Unlock() }
func (r *rig) saved() device.Saved              { synctest.Wait(); r.mu.Lock(); defer r.mu.Unlock(); return r.kept }
func (r *rig) address() string                  { r.mu.Lock(); defer r.mu.Unlock(); return r.at }
func (r *rig) connect(at string)                { r.mu.Lock(); r.at = at; r.mu.Unlock() }
func (r *rig) kind() device.ShowingKind         { synctest.Wait(); return r.Status().Showing.Kind }

var blank = &icons.Icon{Frames: []icons.Frame{{Image: image.NewRGBA(image.Rect(0, 0, 8, 8))}}}

// notify shows a notification from somewhere, and waits until it is over.
func (r *rig) notify(from note.Origin) {
	n := note.Notification{Origin: from, Cycles: 1, Frames: []note.Frame{{Text: []note.Fragment{{Text: "hi"}}}}}
	if _, err := r.Notify(r.t.Context(), n, ""); err != nil {
		r.t.Error(err)
	}
	time.Sleep(10 * time.Second)
}

// story runs f with a device that starts from saved, and its guide.
func story(t *testing.T, saved device.Saved, f func(*rig)) { storyWith(t, saved, func(*Guide) {}, f) }

// storyWith is story with another guide.
func storyWith(t *testing.T, saved device.Saved, change func(*Guide), f func(*rig)) {
	set := must.Get(fonts.Open(fonts.Options{}))(t)
	synctest.Test(t, func(t *testing.T) {
		r := &rig{t: t, used: make(chan struct{}), done: make(chan error, 1)}
		r.Device = device.New(device.Config{Width: 64, Height: 32, Limits: device.DefaultLimits, Fonts: set, Icons: r}, saved,
			device.Edges{Screen: r, Speaker: r, Keeper: r})
		ctx, cancel := context.WithCancel(t.Context())
		ran := make(chan error)
		go func() { ran <- r.Run(ctx) }()
		g := &Guide{Device: r.Device, Name: "ledpost", Address: r.address, Used: r.used}
		change(g)
		go func() { r.done <- g.Run(ctx) }()
		f(r)
		cancel()
		must.Do(t, <-ran)
		must.Do(t, <-r.done)
	})
}

// TestGuideEnds: when somebody uses the device, and then for good.
func TestGuideEnds(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(r *rig)
		over bool
	}{
		{"by nothing", func(*rig) {}, false},
		{"by a client", func(r *rig) { close(r.used) }, true},
		{"by a press", func(r *rig) {
			time.Sleep(2 * time.Second) // the film of the first start, which a press skips
			if _, err := r.PressHere(r.t.Context(), device.ButtonAction, device.Down); err != nil {
				r.t.Error(err)
			}
		}, true},
		{"by a notification", func(r *rig) { r.notify(note.OriginExternal) }, true},
		{"not by one of the device's own, such as the code of the doctor", func(r *rig) {
			r.notify(note.OriginInternal)
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var kept device.Saved
			story(t, device.Fresh(), func(r *rig) {
				r.connect("192.0.2.7:8080")
				if r.kind() != device.GuideShows {
					t.Fatalf("%v shows", r.kind())
				}
				c.do(r)
				time.Sleep(every)
				if over := r.kind() != device.GuideShows; over != c.over {
					t.Errorf("over: %v", over)
				}
				if kept = r.saved(); c.over && kept.Settings.New {
					t.Error("it comes back after a restart")
				}
			})
			if !c.over {
				return
			}
			story(t, kept, func(r *rig) {
				if r.kind() == device.GuideShows {
					t.Error("it came back after a restart")
				}
			})
		})
	}
}

// TestGuideFollowsTheNetwork: what it says changes with the address.
func TestGuideFollowsTheNetwork(t *testing.T) {
	for at, want := range map[string][]device.GuidePage{
		"":               {{Text: "lamp: no network yet"}, {Text: "Plug in a network cable, or set up Wi-Fi"}},
		"192.0.2.7:8080": {{Text: "lamp: http://192.0.2.7:8080", Link: "192.0.2.7:8080"}, {Text: "Scan me", Code: "HTTP://192.0.2.7:8080/"}},
	} {
		g := Guide{Name: "lamp", Address: func() string { return at }}
		if got := g.pages(say.In("en")); len(got) != len(want) || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("at %q: %v", at, got)
		}
	}
}

// TestGuideSpeaksTheOwnersLanguage: why a network was not joined, too.
func TestGuideSpeaksTheOwnersLanguage(t *testing.T) {
	german := say.In("de")
	g := Guide{Name: "lamp", Address: func() string { return "" }}
	must.Equal(t, g.pages(german)[0].Text, "lamp: noch kein Netz", "without a network it says")
	for _, err := range []error{nm.ErrPassword, nm.ErrNotFound, nm.ErrNoAddress, nm.ErrJoin, nm.ErrNoneKnown} {
		got := openPages(german, nm.Credentials{}, err)[0].Text
		if !strings.HasPrefix(got, "WLAN: ") || strings.Contains(got, err.Error()) {
			t.Errorf("%v is %q", err, got)
		}
	}
}

// TestGuideOfSetup: what Setup says comes first, also on a device that is not new, and a
// press ends that alone.
func TestGuideOfSetup(t *testing.T) {
	for _, fresh := range []bool{true, false} {
		saved := device.Fresh()
		saved.Settings.New = fresh
		h := &house{}
		var s *Setup
		inBubble := func(g *Guide) {
			s = NewSetup(Options{Networks: h, Hotspot: h, Serve: h.serve, SSID: "LED-98X",
				New: func(context.Context) (bool, error) { return false, nil }, Log: slog.New(slog.DiscardHandler)})
			g.Setup = s
		}
		storyWith(t, saved, inBubble, func(r *rig) {
			go s.Run(r.t.Context())
			r.connect("192.0.2.7:8080")
			before := r.kind()
			if (before == device.GuideShows) != fresh {
				r.t.Errorf("new %v: %v shows", fresh, before)
			}
			s.Open()
			time.Sleep(6 * time.Second)
			if r.kind() != device.GuideShows || !h.isOpen() {
				r.t.Errorf("open %v, %v shows", h.isOpen(), r.kind())
			}
			if _, err := r.PressHere(r.t.Context(), device.ButtonAction, device.Down); err != nil {
				r.t.Error(err)
			}
			time.Sleep(time.Second)
			if r.kind() != before || h.isOpen() {
				r.t.Errorf("after a press: open %v, %v shows", h.isOpen(), r.kind())
			}
			if got, err := r.New(r.t.Context()); got != fresh || err != nil {
				r.t.Errorf("new %v, %v; want %v", got, err, fresh)
			}
		})
	}
}
