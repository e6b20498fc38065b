// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"errors"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"golang.org/x/sys/unix"
)

func TestStill(t *testing.T) {
	s := still{frames: 5, at: time.Hour}
	for _, look := range []struct {
		after  time.Duration
		frames uint32
		want   time.Duration
		why    string
	}{
		{time.Second, 6, 0, "it moves"},
		{time.Second, 6, time.Second, "it stands"},
		{time.Second / 60, 6, time.Second + time.Second/60, "looks at each picture add up"},
		{time.Hour, 6, 2*time.Second + time.Second/60, "who looks away for an hour saw a second"},
		{time.Second, 7, 0, "it moves again"},
		{time.Second, 1<<32 - 1, 0, "about to wrap around"},
		{time.Second, 0, 0, "wrapped around"},
		{time.Second, 0, time.Second, "zero is a number as any"},
	} {
		if got := s.look(s.at+look.after, look.frames); got != look.want {
			t.Errorf("%s: still for %v, want %v", look.why, got, look.want)
		}
	}
}

// TestHungRefresherIsKilled: one that shows nothing any more is as good as dead,
// and what it left lit is blanked.
func TestHungRefresherIsKilled(t *testing.T) {
	dir := folder(t)
	limits := Patient()
	limits.Still = time.Millisecond
	p, err := limits.Start("note", noteParams{Dir: dir}, 8)
	must.Do(t, err)
	defer p.Close()
	time.Sleep(5 * time.Millisecond)
	if err := p.Err(); err != nil {
		t.Fatalf("before there is anything to show: %v", err)
	}
	show(t, p, "leftover")
	within(t, "the picture", holds(dir, "frame", "leftover"))
	must.Do(t, childOf(p).cmd.Process.Signal(unix.SIGSTOP))
	within(t, "the standstill to be noticed", func() bool { err = p.Err(); return err != nil })
	if !errors.Is(err, ErrStopped) || !errors.Is(err, errHung) {
		t.Errorf("fault: %v", err)
	}
	if err := p.Publish(); !errors.Is(err, errHung) {
		t.Errorf("publish: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	if !holds(dir, "blank", "")() {
		t.Error("not blank")
	}
}

// TestSlowRefresherLives: as long as refreshes are counted, however seldom.
func TestSlowRefresherLives(t *testing.T) {
	dir := folder(t)
	p := start(t, noteParams{Dir: dir})
	show(t, p, "picture1")
	for n := range uint32(50) {
		within(t, "a refresh", func() bool { return p.Stats().Frames > n })
		must.Do(t, p.Err())
	}
}
