// SPDX-License-Identifier: Apache-2.0

package rotation

import (
	"fmt"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/device/widgets"
)

// Block is a block of the schedule: on its days, from From until To, which may be
// past midnight, it shows its widget. Times are local; From = To is a whole day.
type Block struct {
	Days   walltime.Days      `json:"days"` // on which it begins
	From   walltime.TimeOfDay `json:"from"`
	To     walltime.TimeOfDay `json:"to"`
	Widget string             `json:"widget"` // id
}

// MaxBlocks is the largest number of blocks in the schedule.
const MaxBlocks = 64

// at reports whether the block runs at t, a wall time.
func (b Block) at(t time.Time) bool {
	now, today := walltime.TimeOfDayAt(t), t.Weekday()
	yesterday := (today + 6) % 7 // on which a block past midnight began
	if b.From < b.To {
		return b.Days.Has(today) && b.From <= now && now < b.To
	}
	return b.Days.Has(today) && now >= b.From || b.Days.Has(yesterday) && now < b.To
}

// Blocks returns the blocks that were set, or else the configuration's. It is for reading.
func (r *Rotation) Blocks() []Block {
	if r.Planned {
		return r.Schedule
	}
	return r.configured
}

// SetBlocks makes blocks the schedule, all or nothing. Where blocks overlap the first one
// wins. Errors: InvalidError (joined), with fields such as "[0].widget".
func (r *Rotation) SetBlocks(blocks []Block) error {
	var errs note.Faults
	if len(blocks) > MaxBlocks {
		errs.Add("schedule", "%d blocks, at most %d are allowed", len(blocks), MaxBlocks)
		return errs.Err()
	}
	for i, b := range blocks {
		if !r.list.Has(b.Widget) {
			errs.Add(fmt.Sprintf("[%d].widget", i), "there is no widget %q", note.Short(b.Widget))
		}
		if !b.From.Valid() || !b.To.Valid() {
			errs.Add(fmt.Sprintf("[%d].from", i), "%v to %v, want times of a day", b.From, b.To)
		}
	}
	if len(errs) == 0 {
		r.Schedule, r.Planned = slices.Clone(blocks), true // the old one may be on its way to the disk
		r.turnEnd = time.Time{}
	}
	return errs.Err()
}

// Forget removes the blocks of a widget that is no more, and reports whether there were any.
func (r *Rotation) Forget(id string) bool {
	its := func(b Block) bool { return b.Widget == id }
	if !slices.ContainsFunc(r.Blocks(), its) {
		return false
	}
	r.Schedule, r.Planned = slices.DeleteFunc(slices.Clone(r.Blocks()), its), true
	return true
}

// scheduled returns the widget of the first block that runs at now and has something
// to show, and when that may change.
func (r *Rotation) scheduled(now time.Time) (w widgets.Widget, until time.Time) {
	until = r.nextBlock(now)
	if r.place.Clock.Plausible(now) {
		local := r.place.Local(now)
		for _, b := range r.Blocks() {
			if w, ok := r.list.Get(b.Widget); ok && b.at(local) && r.shows(w) {
				return w, until
			}
		}
	}
	return r.First(), until
}

// nextBlock returns when the next block begins or ends; zero is never.
func (r *Rotation) nextBlock(now time.Time) time.Time {
	blocks := r.Blocks()
	if len(blocks) == 0 || !r.place.Clock.Plausible(now) {
		return time.Time{}
	}
	times := []walltime.TimeOfDay{0} // at midnight another day's blocks count
	for _, b := range blocks {
		times = append(times, b.From, b.To)
	}
	return r.place.Next(now, times...)
}
