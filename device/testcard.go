package device

import (
	"context"
	"image"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/testcard"
)

// MaxTest is the longest time that a test pattern shows.
const MaxTest = 5 * time.Minute

// test is a test pattern on the panel.
type test struct {
	id    uint64 // of the scene
	root  render.Widget
	start time.Time
	until time.Time
}

// Test shows a test pattern for the time show, at most MaxTest, over everything, also on
// a display that is off; 0 ends it. While it shows, notifications wait.
func (d *Device) Test(ctx context.Context, p testcard.Pattern, show time.Duration) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		s.test = nil
		if show = min(show, MaxTest); show > 0 {
			s.showings++
			s.test = &test{s.showings, testcard.New(p, image.Pt(s.cfg.Width, s.cfg.Height)), now, now.Add(show)}
		}
		return nil
	})
}

// testTurn ends a test pattern whose time is over.
func (s *state) testTurn(now time.Time) {
	if s.test != nil && !s.test.until.After(now) {
		s.test = nil
	}
}

// noPriority is above every priority: nothing is shown.
const noPriority = note.PriorityCritical + 1
