// SPDX-License-Identifier: Apache-2.0

package radio

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/sounds"
)

// Configure implements [device.Configurer].
func (r *Radio) Configure(list []device.WidgetSettings) error {
	first := r.tuners == nil
	err := kit.Arrange(&r.tuners, r.Views, list, func(w device.WidgetSettings, cfg Config) *tuner {
		d := &tuner{Owned: kit.Owned{ID: w.ID}, cfg: cfg}
		d.take(kit.Find(r.tuners, d.ID), r.kept.Index[d.ID])
		return d
	})
	if err != nil {
		return err
	}
	if first {
		r.resume()
	} else if r.on != nil {
		r.follow(kit.Find(r.tuners, r.on.ID))
	}
	r.share() // before the first step of an alarm that was ringing when the device was switched off
	return nil
}

// Check returns an error that names what is no address.
func (c *Config) Check() error {
	for i, s := range c.Stations {
		if err := webfetch.Check(s.URL); err != nil {
			return note.Invalid(fmt.Sprintf("stations[%d].url", i), "%v", err)
		}
	}
	return nil
}

// take keeps the chosen station, wherever it is in the list now.
func (d *tuner) take(old *tuner, index int) {
	if old != nil {
		index = old.index
		for i, s := range d.cfg.Stations {
			if len(old.cfg.Stations) > 0 && s == old.cfg.Stations[old.index] {
				index = i
			}
		}
	}
	d.index = max(0, min(index, len(d.cfg.Stations)-1))
}

// resume continues playing after a restart if the radio played before, unless it may
// be the cause of repeated restarts.
func (r *Radio) resume() {
	d := kit.Find(r.tuners, r.kept.On)
	if d == nil || d.station().URL == "" || r.kept.Tries >= maxTries {
		return
	}
	r.on, r.sleep, r.tries = d, r.kept.Sleep, r.kept.Tries+1
	r.plays++
}

// follow replaces the tuner that plays by d, which has new settings: the same station
// continues.
func (r *Radio) follow(d *tuner) {
	switch {
	case d == nil || d.station().URL == "":
		r.stop()
	case d.station().URL == r.on.station().URL:
		r.on = d
	default:
		r.on = d
		r.plays++
		r.failures, r.again, r.heard = 0, time.Time{}, sounds.Heard{}
	}
}

// Refresh implements [device.Refresher].
func (r *Radio) Refresh() {
	for _, d := range r.tuners {
		d.key = ""
	}
}
