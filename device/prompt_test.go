package device

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// ask shows a question of a minute.
func (r *rig) ask() <-chan Answer {
	r.t.Helper()
	over, err := r.Ask(background, Prompt{Text: "192.0.2.7: press", Within: time.Minute, Approved: "OK", Denied: "no", Expired: "late"})
	r.must(err)
	return over
}

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

// TestPromptIsApproved: what counts is a press that begins when the question has
// been on the panel for a second.
func TestPromptIsApproved(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		name   string
		do     func(r *rig, over <-chan Answer)
		want   string
		volume int // 50 before: what the press did beside
	}{
		{"by a press after a second", func(r *rig, _ <-chan Answer) {
			time.Sleep(second)
			r.must(r.PressHere(background, ButtonVolumeUp, true))
		}, "approved", 50},
		{"not by one before, which does what it always does", func(r *rig, _ <-chan Answer) {
			time.Sleep(second - 1)
			r.must(r.PressHere(background, ButtonVolumeUp, true))
		}, "none", 55},
		{"not by one that began before and is held", func(r *rig, _ <-chan Answer) {
			r.must(r.PressHere(background, ButtonVolumeUp, true))
			time.Sleep(2 * second)
			r.must(r.PressHere(background, ButtonVolumeUp, false))
		}, "none", 60},
		{"and holding it does nothing more", func(r *rig, _ <-chan Answer) {
			time.Sleep(second)
			r.must(r.PressHere(background, ButtonVolumeUp, true))
			r.must(r.PressHere(background, ButtonVolumeUp, false))
		}, "approved", 50},
		{"but the next press does", func(r *rig, _ <-chan Answer) {
			time.Sleep(second)
			r.must(r.PressHere(background, ButtonVolumeUp, true))
			r.must(r.PressHere(background, ButtonVolumeUp, true))
		}, "approved", 55},
		{"not by a press from afar", func(r *rig, _ <-chan Answer) { time.Sleep(second); r.must(r.Press(background, ButtonVolumeUp)) }, "none", 55},
		{"not by one after the minute", func(r *rig, _ <-chan Answer) {
			time.Sleep(time.Minute)
			r.must(r.PressHere(background, ButtonVolumeUp, true))
		}, "expired", 55},
		{"by who may", func(r *rig, over <-chan Answer) { r.must(r.AnswerPrompt(background, over, true)) }, "approved", 50},
		{"denied by who may", func(r *rig, over <-chan Answer) { r.must(r.AnswerPrompt(background, over, false)) }, "denied", 50},
		{"not by who means another", func(r *rig, over <-chan Answer) {
			if err := r.AnswerPrompt(background, make(chan Answer), true); err != ErrNotAsking {
				r.t.Error(err)
			}
		}, "none", 50},
		{"not while a critical notification covers it", func(r *rig, _ <-chan Answer) {
			time.Sleep(second)
			r.post(notice(note.PriorityCritical))
			r.must(r.PressHere(background, ButtonVolumeUp, true))
		}, "none", 55},
		{"not before it has been there for a second again", func(r *rig, _ <-chan Answer) {
			time.Sleep(second)
			r.post(notice(note.PriorityCritical))
			time.Sleep(stand + second - 1)
			r.must(r.PressHere(background, ButtonVolumeUp, true))
		}, "none", 55},
		{"and then it is", func(r *rig, _ <-chan Answer) {
			r.post(notice(note.PriorityCritical))
			time.Sleep(stand + second)
			r.must(r.PressHere(background, ButtonVolumeUp, true))
		}, "approved", 50},
	} {
		t.Run(c.name, func(t *testing.T) {
			story(t, nil, func(t *testing.T, r *rig) {
				r.t = t
				over := r.ask()
				c.do(r, over)
				if got := answered(over); got != c.want {
					t.Errorf("%s, want %s", got, c.want)
				}
				if a, _ := r.Audio(background); a.Volume != c.volume {
					t.Errorf("volume %d, want %d", a.Volume, c.volume)
				}
			})
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
		r.display(DisplayPatch{On: ptr(false)})
		if r.scene().Level == 0 || r.scene().Root == nil {
			t.Error("a display that is off is dark")
		}
		r.display(DisplayPatch{On: ptr(true)})
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
