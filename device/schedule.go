package device

import (
	"fmt"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/walltime"
)

// Block is a block of the schedule: on its days, from From until To, which may be
// past midnight, it shows its widget. Times are local; From = To is a whole day.
type Block struct {
	Days   Days      `json:"days"` // on which it begins
	From   TimeOfDay `json:"from"`
	To     TimeOfDay `json:"to"`
	Widget string    `json:"widget"` // id
}

// MaxBlocks is the largest number of blocks in the schedule.
const MaxBlocks = 64

// blocks returns the blocks that were set, or else the configuration's.
func (s *state) blocks() []Block {
	if s.settings.Apps.Planned {
		return s.settings.Apps.Schedule
	}
	return s.cfg.Schedule
}

// setBlocks makes blocks the schedule, all or nothing.
func (s *state) setBlocks(blocks []Block) error {
	var errs faultList
	if len(blocks) > MaxBlocks {
		errs.add("schedule", "%d blocks, at most %d are allowed", len(blocks), MaxBlocks)
		return errs.err()
	}
	for i, b := range blocks {
		if _, err := s.find("", b.Widget); err != nil || b.Widget == "" {
			errs.add(fmt.Sprintf("[%d].widget", i), "there is no widget %q", cut(b.Widget))
		}
		if !b.From.Valid() || !b.To.Valid() {
			errs.add(fmt.Sprintf("[%d].from", i), "%v to %v, want times of a day", b.From, b.To)
		}
	}
	if len(errs) == 0 {
		s.settings.Apps.Schedule, s.settings.Apps.Planned, s.changed = slices.Clone(blocks), true, true
		s.turnEnd = time.Time{}
	}
	return errs.err()
}

// at reports whether the block runs at t, a wall time.
func (b Block) at(t time.Time) bool {
	now, today := walltime.TimeOfDayAt(t), t.Weekday()
	yesterday := (today + 6) % 7
	if b.From < b.To {
		return b.Days.Has(today) && b.From <= now && now < b.To
	}
	return b.Days.Has(today) && now >= b.From || b.Days.Has(yesterday) && now < b.To
}

// scheduled returns the widget of the first block that runs at now and has something
// to show, and when that may change.
func (s *state) scheduled(now time.Time) (w WidgetSettings, until time.Time) {
	until = s.nextBlock(now)
	if s.place.Clock.Plausible(now) {
		local := s.place.Local(now)
		for _, b := range s.blocks() {
			if w, ok := s.widget(b.Widget); ok && b.at(local) && s.view(w).Root != nil {
				return w, until
			}
		}
	}
	return s.firstVisible(), until
}

// nextBlock returns when the next block begins or ends; zero is never.
func (s *state) nextBlock(now time.Time) time.Time {
	blocks := s.blocks()
	if len(blocks) == 0 || !s.place.Clock.Plausible(now) {
		return time.Time{}
	}
	times := []TimeOfDay{0} // the day may matter
	for _, b := range blocks {
		times = append(times, b.From, b.To)
	}
	return s.place.Next(now, times...)
}
