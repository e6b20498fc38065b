// SPDX-License-Identifier: Apache-2.0

package radio

import (
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

// Do implements [device.App].
func (r *Radio) Do(widget, action string, args device.Args, now time.Time) error {
	d := kit.Find(r.tuners, widget)
	if d == nil {
		return device.ErrNoWidget
	}
	switch action {
	case "radio.stop":
		r.stop()
		return nil
	case "radio.state": // the widget shows it, as does the status
		return nil
	case "radio.sleep":
		return r.sleepAfter(args, now)
	}
	n, index := len(d.cfg.Stations), d.index
	if n == 0 {
		return note.Invalid("id", "no stations are set")
	}
	switch action {
	case "radio.next":
		index = (index + 1) % n
	case "radio.prev":
		index = (index + n - 1) % n
	case "radio.play.at":
		if index, _ = args.Int("idx"); index < 0 || index >= n {
			return note.Invalid("params.idx", "%d, want 0 to %d", index, n-1)
		}
	}
	r.play(d, index, now)
	return nil
}

// play plays a station of d from now on.
func (r *Radio) play(d *tuner, index int, now time.Time) {
	if r.on == d && d.index == index && r.again.IsZero() {
		return // it is playing already
	}
	if r.on == nil && d.cfg.Sleep > 0 {
		r.sleep = kit.NewInstant(now, time.Duration(d.cfg.Sleep)*time.Minute, r.Env.Clock.Plausible(now))
	}
	d.index, r.on, r.begun = index, d, now
	r.plays++
	r.tries, r.failures, r.again, r.heard = 0, 0, time.Time{}, sounds.Heard{}
}

// stop stops the radio.
func (r *Radio) stop() {
	r.on, r.sleep, r.tries, r.failures, r.again, r.heard = nil, kit.Instant{}, 0, 0, time.Time{}, sounds.Heard{}
}

// sleepAfter sets the sleep timer; 0 minutes switches it off.
func (r *Radio) sleepAfter(args device.Args, now time.Time) error {
	minutes, _ := args.Int("minutes")
	switch {
	case minutes < 0 || minutes > maxSleep:
		return note.Invalid("params.minutes", "%d, want 0 to %d", minutes, maxSleep)
	case r.on == nil:
		return note.Invalid("id", "nothing plays")
	}
	r.sleep = kit.Instant{}
	if minutes > 0 {
		r.sleep = kit.NewInstant(now, time.Duration(minutes)*time.Minute, r.Env.Clock.Plausible(now))
	}
	return nil
}

// Press implements [device.Presser]: the action button starts and stops the radio.
func (r *Radio) Press(widget string, b device.Button, now time.Time) bool {
	d := kit.Find(r.tuners, widget)
	if d == nil || b != device.ButtonAction || len(d.cfg.Stations) == 0 {
		return false
	}
	if r.on == d {
		r.stop()
	} else {
		r.play(d, d.index, now)
	}
	return true
}
