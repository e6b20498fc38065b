// SPDX-License-Identifier: Apache-2.0

package device

import (
	"image"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render/testcard"
)

// ask shows a question of a minute, with an address that fits on the panel.
func (r *rig) ask(change ...func(*Prompt)) <-chan Answer {
	r.t.Helper()
	p := Prompt{Text: "192.0.2.7: press", First: "192.0.2.7", Within: time.Minute, Approved: "OK", Denied: "no",
		Expired: "late"}
	for _, f := range change {
		f(&p)
	}
	return done(r.Ask(background, p))(r)
}

// press is somebody at the device.
func (r *rig) press(b Button, part Phase) (taken bool) {
	r.t.Helper()
	return done(r.PressHere(background, b, part))(r)
}

// click presses b and lets go.
func (r *rig) click(b Button) { r.t.Helper(); r.press(b, Down); r.press(b, Up) }

// answered is the answer, if there is one.
func answered(over <-chan Answer) string {
	synctest.Wait()
	select {
	case a := <-over:
		return [...]string{"expired", "approved", "denied"}[a]
	default:
		return "none"
	}
}

// TestPromptIsAnswered: what counts is a press that begins when the question has
// been on the panel for a second. The action button approves, every other refuses.
func TestPromptIsAnswered(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		name   string
		do     func(r *rig, over <-chan Answer)
		want   string
		volume int // 50 before: what the press did beside
	}{
		{"by a press after a second", func(r *rig, _ <-chan Answer) { time.Sleep(second); r.click(ButtonAction) },
			"approved", 50},
		{"refused by another button", func(r *rig, _ <-chan Answer) { time.Sleep(second); r.click(ButtonVolumeUp) },
			"denied", 50},
		{"refused by an arrow", func(r *rig, _ <-chan Answer) { time.Sleep(second); r.click(ButtonLeft) }, "denied", 50},
		{"not by one before, which does what it always does", func(r *rig, _ <-chan Answer) {
			time.Sleep(second - 1)
			r.click(ButtonAction)
			r.click(ButtonVolumeUp)
		}, "none", 55},
		{"not by one that began before and is held", func(r *rig, _ <-chan Answer) {
			r.press(ButtonVolumeUp, Down)
			time.Sleep(2 * second)
			r.press(ButtonVolumeUp, Held)
			r.press(ButtonVolumeUp, Up)
		}, "none", 60},
		{"and holding it does nothing more", func(r *rig, _ <-chan Answer) {
			time.Sleep(second)
			r.press(ButtonVolumeUp, Down)
			r.press(ButtonVolumeUp, Held)
		}, "denied", 50},
		{"but the next press does", func(r *rig, _ <-chan Answer) {
			time.Sleep(second)
			r.click(ButtonAction)
			r.click(ButtonVolumeUp)
		}, "approved", 55},
		{"and another button that is held meanwhile", func(r *rig, _ <-chan Answer) {
			r.press(ButtonVolumeUp, Down)
			time.Sleep(second)
			r.press(ButtonAction, Down)
			r.press(ButtonVolumeUp, Held)
		}, "approved", 60},
		{"not by a press from afar", func(r *rig, _ <-chan Answer) {
			time.Sleep(second)
			r.must(r.Press(background, ButtonVolumeUp))
			r.must(r.Press(background, ButtonAction))
		}, "none", 55},
		{"not by one after the minute", func(r *rig, _ <-chan Answer) { time.Sleep(time.Minute); r.click(ButtonVolumeUp) },
			"expired", 55},
		{"by who may", func(r *rig, over <-chan Answer) { r.must(r.AnswerPrompt(background, over, true)) }, "approved", 50},
		{"denied by who may", func(r *rig, over <-chan Answer) { r.must(r.AnswerPrompt(background, over, false)) },
			"denied", 50},
		{"not by who means another", func(r *rig, over <-chan Answer) {
			if err := r.AnswerPrompt(background, make(chan Answer), true); err != ErrNotAsking {
				r.t.Error(err)
			}
		}, "none", 50},
		{"not while a critical notification covers it", func(r *rig, _ <-chan Answer) {
			time.Sleep(second)
			r.post(notice(note.PriorityCritical))
			r.click(ButtonVolumeUp)
			r.click(ButtonAction)
		}, "none", 55},
		{"not before it has been there for a second again", func(r *rig, _ <-chan Answer) {
			time.Sleep(second)
			r.post(notice(note.PriorityCritical))
			time.Sleep(stand + second - 1)
			r.click(ButtonVolumeUp)
		}, "none", 55},
		{"and then it is", func(r *rig, _ <-chan Answer) {
			r.post(notice(note.PriorityCritical))
			time.Sleep(stand + second)
			r.click(ButtonAction)
		}, "approved", 50},
		{"a notification that is held waits below it", func(r *rig, _ <-chan Answer) {
			held := notice(note.PriorityWarning)
			held.Cycles = 0
			r.post(held)
			time.Sleep(second)
			r.click(ButtonAction)
		}, "approved", 50},
		{"a critical one that is held has the first press, the question the next", func(r *rig, over <-chan Answer) {
			held := notice(note.PriorityCritical)
			held.Cycles = 0
			id := r.post(held)
			time.Sleep(second)
			if r.click(ButtonAction); answered(over) != "none" {
				r.t.Error("a press for the notification approves")
			}
			r.outcome(id, note.OutcomeDismissed)
			r.kind(PromptShows, "the notification is dismissed")
			time.Sleep(second)
			r.click(ButtonAction)
		}, "approved", 50},
	} {
		storyOf(t, c.name, nil, func(t *testing.T, r *rig) {
			over := r.ask()
			c.do(r, over)
			if got := answered(over); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if a, _ := r.Audio(background); a.Volume != c.volume {
				t.Errorf("volume %d, want %d", a.Volume, c.volume)
			}
		})
	}
}

// TestPromptIsHeld: a question may want the action button to be held.
func TestPromptIsHeld(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		name string
		do   func(r *rig)
		want string
	}{
		{"approves after two seconds, before it is let go", func(r *rig) {
			time.Sleep(second)
			r.press(ButtonAction, Down)
			time.Sleep(2 * second)
		}, "approved"},
		{"not a moment before", func(r *rig) {
			time.Sleep(second)
			r.press(ButtonAction, Down)
			time.Sleep(2*second - 1)
		}, "none"},
		{"not once it was let go", func(r *rig) {
			time.Sleep(second)
			r.press(ButtonAction, Down)
			time.Sleep(2*second - 1)
			r.press(ButtonAction, Up)
			time.Sleep(5 * second)
		}, "none"},
		{"not by two that are short", func(r *rig) {
			time.Sleep(second)
			r.click(ButtonAction)
			time.Sleep(2 * second)
			r.click(ButtonAction)
		}, "none"},
		{"the next may be long", func(r *rig) {
			time.Sleep(second)
			r.click(ButtonAction)
			r.press(ButtonAction, Down)
			time.Sleep(2 * second)
		}, "approved"},
		{"not if it began before the question could be read", func(r *rig) {
			r.press(ButtonAction, Down)
			time.Sleep(10 * second)
		}, "none"},
		{"not if something covers the question meanwhile", func(r *rig) {
			time.Sleep(second)
			r.press(ButtonAction, Down)
			time.Sleep(second)
			r.post(notice(note.PriorityCritical))
			time.Sleep(20 * second)
		}, "none"},
		{"not if the minute is over meanwhile", func(r *rig) {
			time.Sleep(time.Minute - second)
			r.press(ButtonAction, Down)
			time.Sleep(3 * second)
		}, "expired"},
		{"refused by another button meanwhile", func(r *rig) {
			time.Sleep(second)
			r.press(ButtonAction, Down)
			r.click(ButtonRight)
			time.Sleep(3 * second)
		}, "denied"},
	} {
		storyOf(t, c.name, nil, func(t *testing.T, r *rig) {
			over := r.ask(func(p *Prompt) { p.Hold = 2 * time.Second })
			c.do(r)
			if got := answered(over); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestPromptTakesThePress: from its beginning to its end, and nothing of the next.
func TestPromptTakesThePress(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.ask(func(p *Prompt) { p.Hold = time.Second })
		if r.press(ButtonAction, Down) || r.press(ButtonAction, Up) {
			t.Error("a press before it can be read is taken")
		}
		time.Sleep(time.Second)
		if !r.press(ButtonAction, Down) {
			t.Error("a press is not taken")
		}
		time.Sleep(2 * time.Second)
		if !r.press(ButtonAction, Up) {
			t.Error("its end is not taken")
		}
		if r.press(ButtonAction, Down) || r.press(ButtonAction, Up) {
			t.Error("the next is taken")
		}
	})
}

// TestPromptIsRead: an address that does not fit on the panel must have moved over
// it to its end.
func TestPromptIsRead(t *testing.T) {
	const long = "2001:db8:1234:5678:9abc:def0:1234:5678"
	for _, c := range []struct {
		name        string
		size        image.Point
		first       string
		least, most time.Duration
	}{
		{"a short one", image.Pt(37, 8), "192.0.2.7", time.Second, time.Second},
		{"a long one", image.Pt(37, 8), long, 4 * time.Second, 12 * time.Second},
		{"a long one on a narrow panel", image.Pt(8, 8), long, 6 * time.Second, 14 * time.Second},
		{"one that has room", image.Pt(256, 16), long, time.Second, time.Second},
		{"one that has room in lines", image.Pt(64, 64), "192.0.2.77", time.Second, time.Second},
	} {
		storyOf(t, c.name, func(cfg *Config, _ *Saved) {
			cfg.Width, cfg.Height = c.size.X, c.size.Y
		}, func(t *testing.T, r *rig) {
			over := r.ask(func(p *Prompt) { p.Text, p.First = c.first+" wants a key: press action", c.first })
			for took := time.Duration(0); took < 30*time.Second; took += 100 * time.Millisecond {
				if r.click(ButtonAction); answered(over) == "approved" {
					if took < c.least || took > c.most {
						t.Errorf("a press counts after %v, want %v to %v", took, c.least, c.most)
					}
					return
				}
				time.Sleep(100 * time.Millisecond)
			}
			t.Error("a press never counts")
		})
	}
}

// TestPromptOnThePanel: it covers all but what is critical, lights a display that
// is off, and its end is told; what it covered comes back.
func TestPromptOnThePanel(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		before := r.scene()
		id := r.post(notice(note.PriorityWarning))
		over := r.ask()
		r.shows("", "the question")
		if s := r.Status(); s.Showing.Kind != PromptShows || s.Held != 1 || s.Reason == "" {
			t.Errorf("%+v", s)
		}
		if _, err := r.Ask(background, Prompt{Within: time.Minute}); err != ErrAsking {
			t.Errorf("a second question: %v", err)
		}
		r.display(DisplayPatch{On: new(false)})
		if r.scene().Level == 0 || r.scene().Root == nil {
			t.Error("a display that is off is dark")
		}
		r.display(DisplayPatch{On: new(true)})
		asking := r.scene().ID
		critical := r.post(notice(note.PriorityCritical))
		r.shows(critical, "what is critical")
		time.Sleep(stand)
		if r.scene().ID != asking {
			t.Error("it does not come back")
		}
		time.Sleep(time.Minute - stand - 1)
		if r.scene().ID != asking {
			t.Error("it is over too early")
		}
		time.Sleep(time.Nanosecond)
		if told := r.scene().ID; answered(over) != "expired" || told == asking {
			t.Error("its end is not told")
		}
		time.Sleep(3 * time.Second)
		r.shows(id, "what it covered")
		time.Sleep(stand)
		if r.scene().Root != before.Root {
			t.Error("the app does not come back")
		}
	})
}

// TestPromptUnderATestPattern has to be read again.
func TestPromptUnderATestPattern(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		over := r.ask()
		time.Sleep(time.Second)
		r.must(r.Test(background, testcard.Corners, 10*time.Second))
		time.Sleep(10 * time.Second)
		r.kind(PromptShows, "the pattern is over")
		r.press(ButtonAction, Down)
		if got := answered(over); got != "none" {
			t.Errorf("%s by a press at once", got)
		}
		time.Sleep(time.Second)
		r.press(ButtonAction, Down)
		if got := answered(over); got != "approved" {
			t.Errorf("%s by a press after %v", got, time.Second)
		}
	})
}
