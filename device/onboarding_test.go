// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

var pages = []GuidePage{{Text: "192.0.2.7"}, {Text: "Scan", Code: "HTTP://192.0.2.7/"}}

// pressedOn reports whether a button was pressed.
func pressedOn(over <-chan struct{}) bool {
	select {
	case <-over:
		return true
	default:
		return false
	}
}

// TestGuideLink: where the text scrolls, the link alone stands beside a sign.
func TestGuideLink(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		const long = "a name that this panel has no room for: 192.0.2.7"
		var takes []time.Duration
		for _, page := range []GuidePage{{Text: long}, {Text: long, Link: "192.0.2.7"}, {Text: "lamp"}, {Text: "lamp", Link: "192.0.2.7"}} {
			done(r.Guide(background, []GuidePage{page}))(r)
			synctest.Wait()
			takes = append(takes, r.scene().Root.Period())
		}
		if takes[1] >= takes[0] || takes[2] != takes[3] {
			t.Errorf("the pages take %v: want the second shorter than the first, and the last two alike", takes)
		}
	})
}

// TestGuide: it takes the place of the apps, and stands in the way of nothing.
func TestGuide(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		over := done(r.Guide(background, pages))(r)
		r.kind(GuideShows, "at once")
		if p := r.scene().Root.Period(); p != 4*time.Second {
			t.Errorf("one pass takes %v: this panel has no room for a code", p)
		}
		id := r.post(notice(note.PriorityInfo))
		r.shows(id, "a notification comes first")
		time.Sleep(stand)
		r.kind(GuideShows, "it comes back")
		r.must(r.SetStream(background, blank, Sender{Protocol: "ddp"}))
		r.kind(StreamShows, "a stream comes first")
		r.must(r.SetStream(background, nil, Sender{}))
		r.saver(true)
		r.kind(GuideShows, "and not the screensaver")
		r.display(DisplayPatch{On: new(false)})
		r.kind(GuideShows, "nor a display that is off")
		if r.scene().Level == 0 || r.scene().Root == nil {
			t.Error("it is dark")
		}
		if pressedOn(over) {
			t.Error("nobody has pressed")
		}
		r.must(r.EndGuide(background))
		r.kind(NothingShows, "it is over")
	})
}

// TestGuideIsPressed: a press while the panel shows the guide ends it, and does nothing
// else.
func TestGuideIsPressed(t *testing.T) {
	for _, c := range []struct {
		name   string
		do     func(r *rig)
		over   bool
		volume int // 50 before
	}{
		{"by a press", func(r *rig) { r.press(ButtonVolumeUp, Down) }, true, 50},
		{"which is held", func(r *rig) {
			r.press(ButtonVolumeUp, Down)
			r.press(ButtonVolumeUp, Held)
		}, true, 50},
		{"by the first of two", func(r *rig) {
			r.press(ButtonVolumeUp, Down)
			r.press(ButtonVolumeUp, Down)
		}, true, 55},
		{"not from afar", func(r *rig) { r.must(r.Press(background, ButtonVolumeUp)) }, false, 55},
		{"not if a notification covers it", func(r *rig) {
			r.post(notice(note.PriorityInfo))
			r.press(ButtonVolumeUp, Down)
		}, false, 55},
		{"not if it answers a question", func(r *rig) {
			r.ask()
			time.Sleep(time.Second)
			r.press(ButtonVolumeUp, Down)
		}, false, 50},
	} {
		greeted := func(_ *Config, s *Saved) { s.Settings.Greeted = true }
		storyOf(t, c.name, greeted, func(t *testing.T, r *rig) {
			over := done(r.Guide(background, pages))(r)
			c.do(r)
			if pressedOn(over) != c.over {
				t.Errorf("over: %v", !c.over)
			}
			if a, _ := r.Audio(background); a.Volume != c.volume {
				t.Errorf("volume %d, want %d", a.Volume, c.volume)
			}
		})
	}
}

// TestGuidePages: those without room are left out.
func TestGuidePages(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int
		pages         []GuidePage
		period        time.Duration
		shows         ShowingKind
	}{
		{"both", 64, 32, pages, 4*time.Second + 15*time.Second, GuideShows},
		{"no room for the code", 37, 8, pages, 4 * time.Second, GuideShows},
		{"no room at all", 37, 8, pages[1:], 0, WidgetShows},
		{"none", 64, 32, nil, 0, WidgetShows},
	} {
		storyOf(t, c.name, func(cfg *Config, _ *Saved) {
			cfg.Width, cfg.Height = c.width, c.height
		}, func(t *testing.T, r *rig) {
			done(r.Guide(background, c.pages))(r)
			if got := r.scene().Root.Period(); got != c.period {
				t.Errorf("one pass takes %v, want %v", got, c.period)
			}
			r.kind(c.shows, "what is left")
		})
	}
}

// TestNew: a device is new until somebody uses it, for good.
func TestNew(t *testing.T) {
	var kept Saved
	story(t, nil, func(t *testing.T, r *rig) {
		if fresh, err := r.New(background); err != nil || !fresh {
			t.Errorf("new %v, %v", fresh, err)
		}
		r.must(r.Used(background))
		kept = r.saved()
	})
	story(t, func(_ *Config, s *Saved) { *s = kept }, func(t *testing.T, r *rig) {
		if fresh, err := r.New(background); err != nil || fresh {
			t.Errorf("after a restart: new %v, %v", fresh, err)
		}
	})
}

// TestWords: the device speaks the language of its region, and English once it has ended.
func TestWords(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		for _, row := range []struct{ language, want string }{{"", "Denied"}, {"de", "Verweigert"}, {"fr", "Refusé"},
			{"en", "Denied"}} {
			if row.language != "" {
				done(r.SetRegion(background, RegionPatch{Language: &row.language}))(r)
			}
			if got := r.Words(background).Denied; got != row.want {
				t.Errorf("in %q it says %q, want %q", row.language, got, row.want)
			}
		}
		ended, end := context.WithCancel(background)
		end()
		if got := r.Words(ended).Denied; got != "Denied" {
			t.Errorf("without an answer it says %q", got)
		}
	})
}

// TestRegionOfTheConfiguration: what the configuration says of the region holds while nobody has set one, in each
// version of the configuration, and not over what has been set.
func TestRegionOfTheConfiguration(t *testing.T) {
	var kept Saved
	for _, row := range []struct {
		why              string
		configured, want int // hours
		set              int // afterwards; 0 = nobody does
	}{
		{"a new device", 12, 12, 0},
		{"another configuration", 24, 24, 0},
		{"and back, then somebody sets it", 12, 12, 12},
		{"a setting holds", 24, 12, 0},
	} {
		story(t, func(c *Config, s *Saved) {
			*s, c.Region = kept, Region{Hours: row.configured}
		}, func(t *testing.T, r *rig) {
			if got, err := r.Region(background); err != nil || got.Hours != row.want || got.Language != "en" {
				t.Errorf("%s: %+v, %v, want %d hours", row.why, got, err, row.want)
			}
			if row.set != 0 {
				done(r.SetRegion(background, RegionPatch{Hours: &row.set, Language: new("en")}))(r)
			}
			r.must(r.Used(background))
			kept = r.saved()
		})
	}
}

// TestGreeting: the first guide of a new device begins with its film, once in the device's life; a press skips the film,
// and leaves the guide.
func TestGreeting(t *testing.T) {
	pass := 4 * time.Second // of the pages
	greets := func(r *rig, want time.Duration, why string) {
		r.t.Helper()
		synctest.Wait()
		if got := r.scene().Root.(*render.Sequence).Length(1) - pass; got != want {
			r.t.Errorf("%s: a film of %v, want %v", why, got, want)
		}
	}
	story(t, nil, func(t *testing.T, r *rig) {
		over := done(r.Guide(background, pages[:1]))(r)
		greets(r, 2*time.Second, "at first")
		if !r.saved().Settings.Greeted {
			t.Error("it is not kept")
		}
		began := r.scene().Start
		time.Sleep(time.Second)
		done(r.Guide(background, pages[:1]))(r)
		greets(r, 2*time.Second, "another guide amid it")
		if now := r.scene().Start; !now.Equal(began) {
			t.Errorf("it begins again, %v later", now.Sub(began))
		}
		r.press(ButtonAction, Down)
		r.kind(GuideShows, "a press skips it")
		if in := time.Since(r.scene().Start); in != 2*time.Second || pressedOn(over) {
			t.Errorf("%v of it are over", in)
		}
		r.press(ButtonAction, Up)
		r.press(ButtonAction, Down)
		r.kind(WidgetShows, "another press ends the guide")
		done(r.Guide(background, pages[:1]))(r)
		greets(r, 0, "never again")
	})
	story(t, nil, func(_ *testing.T, r *rig) {
		r.must(r.Used(background))
		done(r.Guide(background, pages[:1]))(r)
		greets(r, 0, "a device that is in use")
	})
}
