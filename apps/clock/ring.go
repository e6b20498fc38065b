// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"fmt"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

const (
	// alarmGrace is how late an alarm may still ring, such as after a power cut.
	alarmGrace = 5 * time.Minute
	// rise is how long the sound takes to reach full volume.
	rise      = time.Minute
	leastGain = 0.15
)

// alarmState is the saved state of an alarm. The zero value is an alarm just set.
type alarmState struct {
	Spec  string      `json:"spec"`            // of the alarm that it belongs to
	Since time.Time   `json:"since,omitzero"`  // when it was set: earlier rings do not count
	Done  time.Time   `json:"done,omitzero"`   // the last ring, begun or cancelled
	Skip  time.Time   `json:"skip,omitzero"`   // a ring to come that is left out; zero = none
	Phase kit.Phase   `json:"phase,omitempty"` // ready, ringing, or paused by the snooze
	End   kit.Instant `json:"end,omitzero"`    // of the ringing, or of the snooze
	Ring  string      `json:"ring,omitempty"`  // key of the alert
}

// alarm is an alarm of a widget.
type alarm struct {
	alarmState
	cfg  AlarmConfig
	when when
	zone *time.Location
}

// newAlarm continues the first of the old alarms that had the same time and days.
func newAlarm(cfg AlarmConfig, zone *time.Location, old ...alarmState) *alarm {
	a := &alarm{cfg: cfg, when: cfg.when(), zone: zone}
	a.Spec = fmt.Sprint(zone, a.when)
	i := slices.IndexFunc(old, func(s alarmState) bool { return s.Spec == a.Spec })
	if cfg.on() && i >= 0 && old[i].valid() {
		a.alarmState = old[i]
	}
	return a
}

// valid reports whether a device can have saved this state.
func (s *alarmState) valid() bool {
	switch s.Phase {
	case kit.Ready:
		return true
	case kit.Ringing, kit.Paused:
		return s.Ring != "" && !s.End.Wall.IsZero() && s.End.Span >= 0 && s.End.Span <= maxSnooze*time.Minute
	}
	return false
}

// due returns the next ring, or one that is slightly late; zero while it is off.
func (a *alarm) due(now time.Time) time.Time {
	if !a.cfg.on() {
		return time.Time{}
	}
	after := a.Since
	if late := kit.Wall(now).Add(-alarmGrace - 1); a.cfg.Days != 0 && after.Before(late) {
		after = late
	}
	due := a.when.next(after, a.zone)
	for due.Equal(a.Done) || due.Equal(a.Skip) {
		if due.Equal(a.Skip) && a.cfg.Days == 0 {
			return time.Time{} // it was the only one
		}
		due = a.when.next(due, a.zone)
	}
	return due
}

// skipping reports whether a ring still to come is left out.
func (a *alarm) skipping(now time.Time) bool { return a.Skip.After(kit.Wall(now)) }

// skip leaves the next ring out, or takes that back.
func (a *alarm) skip(now time.Time) (skipped bool) {
	if a.skipping(now) {
		a.Skip = time.Time{}
		return false
	}
	a.Skip = a.due(now).UTC()
	return true
}

// step updates the alarm to now. id is unique among the alarms of the clock. It reports
// whether an alarm that rings once has done so, or no longer can.
func (a *alarm) step(id string, now time.Time, plausible bool) (over bool) {
	if a.Phase != kit.Ready {
		a.End.Settle(now, plausible)
		if a.End.At.After(now) {
			return false
		}
		if a.Phase == kit.Ringing { // nobody came
			return a.dismiss()
		}
		a.ring(id, now, plausible)
		return false
	}
	if !plausible || !a.cfg.on() {
		return false
	}
	if today := kit.Wall(now); a.Since.IsZero() || a.Since.After(today) { // or the clock was set back
		a.Since = today
	}
	if a.cfg.Days == 0 && !a.Skip.IsZero() && !a.skipping(now) { // its only ring was left out
		a.Skip = time.Time{}
		return a.dismiss()
	}
	due, today := a.due(now), kit.Wall(now)
	switch {
	case due.IsZero() || due.After(today):
		return false
	case today.Sub(due) > alarmGrace: // rings once, and that was too long ago
		return a.dismiss()
	}
	a.Done = due.UTC()
	a.ring(id, now, plausible)
	return false
}

// ring starts to ring.
func (a *alarm) ring(id string, now time.Time, plausible bool) {
	a.Phase, a.Ring, a.End = kit.Ringing, id+" "+kit.Wall(now).Format(time.RFC3339Nano),
		kit.NewInstant(now, kit.RingFor, plausible)
}

// quiet handles the button: the alarm is silent for the snooze, or for good. Its result
// is dismiss's.
func (a *alarm) quiet(now time.Time, plausible bool) (over bool) {
	if a.cfg.snooze() == 0 {
		return a.dismiss()
	}
	a.Phase, a.End = kit.Paused, kit.NewInstant(now, a.cfg.snooze(), plausible)
	return false
}

// dismiss ends ringing and snooze, and reports whether that was its only ring.
func (a *alarm) dismiss() (over bool) {
	a.Phase, a.End, a.Ring = kit.Ready, kit.Instant{}, ""
	return a.cfg.Days == 0
}

// callOff ends the snooze, or cancels the alarm whose light has begun before it rings.
// Its result is dismiss's.
func (a *alarm) callOff(now time.Time) (over bool) {
	if a.Phase == kit.Ready {
		a.Done = a.due(now).UTC()
	}
	return a.dismiss()
}

// gain returns the fraction of the volume at now, and whether it is still rising.
func (a *alarm) gain(now time.Time) (gain float64, rises bool) {
	rung := kit.RingFor - a.End.At.Sub(now)
	if rung >= rise {
		return 1, false
	}
	return leastGain + (1-leastGain)*float64(max(rung, 0)/time.Second)/float64(rise/time.Second), true
}

// dawn returns when the light begins; zero if there is none.
func (a *alarm) dawn(now time.Time) time.Time {
	due := a.due(now)
	if a.cfg.Sunrise == 0 || due.IsZero() {
		return time.Time{}
	}
	return due.Add(-a.sunrise())
}

func (a *alarm) sunrise() time.Duration { return time.Duration(a.cfg.Sunrise) * time.Minute }

// light returns the progress of the sunrise at now, above 0 to 1; it is 1 while the
// alarm rings or is snoozed, and 0 if there is no light now.
func (a *alarm) light(now time.Time, plausible bool) float64 {
	if a.cfg.Sunrise == 0 {
		return 0
	}
	if a.Phase != kit.Ready {
		return 1
	}
	dawn := a.dawn(now)
	if !plausible || dawn.IsZero() || kit.Wall(now).Before(dawn) {
		return 0
	}
	return min(max(float64(kit.Wall(now).Sub(dawn))/float64(a.sunrise()), 0.01), 1)
}

// again returns when the alarm has to be stepped again: at its ring, its dawn, the end
// of its ringing, or the next step of its rising light or sound; zero = never.
func (a *alarm) again(now time.Time, plausible bool) time.Time {
	if a.Phase != kit.Ready {
		if _, rises := a.gain(now); a.Phase == kit.Ringing && rises {
			return now.Add(time.Second)
		}
		return a.End.At
	}
	due := a.due(now)
	if due.IsZero() && a.cfg.on() && a.skipping(now) {
		due = a.Skip
	}
	if !plausible || due.IsZero() {
		return time.Time{}
	}
	if light := a.light(now, plausible); light > 0 {
		return now.Add(min(a.sunrise()/200, due.Sub(kit.Wall(now))))
	}
	if dawn := a.dawn(now); !dawn.IsZero() {
		due = dawn
	}
	return now.Add(due.Sub(kit.Wall(now)))
}

// note returns the notification of a ring, its time in a layout.
func (a *alarm) note(layout string) *note.Notification {
	icon, _ := icons.Parse(face.AlarmIcon) // cannot fail: the name is valid
	text := time.Time{}.Add(a.when.at).Format(layout)
	return &note.Notification{
		Priority: note.PriorityCritical, Lifetime: kit.RingFor,
		Frames: []note.Frame{{Icon: icon, Text: []note.Fragment{{Text: text}}}},
	}
}
