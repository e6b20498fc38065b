// SPDX-License-Identifier: Apache-2.0

package radio

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/sounds"
)

// Step implements [device.App].
func (r *Radio) Step(now time.Time) device.Now {
	out := device.Now{Views: r.Views}
	r.advance(now)
	if r.on != nil {
		if r.again.IsZero() {
			out.Track = sounds.Track{Key: r.key(), URL: r.on.station().URL, Live: true}
		}
		out.Again = kit.Soonest(r.again, r.sleep.At)
		if r.tries > 0 {
			out.Again = kit.Soonest(out.Again, r.begun.Add(calm))
		}
	}
	for _, d := range r.tuners {
		r.Views[d.ID] = r.view(d, now)
	}
	r.share()
	out.Keep = r.state()
	return out
}

// advance applies the passing of time: it stops at the end of the sleep timer, retries
// failed stations, and trusts a station that has played for a while.
func (r *Radio) advance(now time.Time) {
	if r.on == nil {
		return
	}
	if r.begun.IsZero() {
		r.begun = now
	}
	if r.sleep != (kit.Instant{}) {
		if r.sleep.Settle(now, r.Env.Clock.Plausible(now)); !now.Before(r.sleep.At) {
			r.stop()
			return
		}
	}
	if !r.again.IsZero() && !now.Before(r.again) {
		r.again, r.heard = time.Time{}, sounds.Heard{}
		r.plays++
	}
	if r.tries > 0 && now.Sub(r.begun) >= calm {
		r.tries = 0
	}
}

// key returns the key of the current track.
func (r *Radio) key() string { return strconv.Itoa(r.plays) }

// state returns the state to save.
func (r *Radio) state() json.RawMessage {
	s := saved{Index: map[string]int{}, Sleep: r.sleep, Tries: r.tries}
	for _, d := range r.tuners {
		if d.index > 0 {
			s.Index[d.ID] = d.index
		}
	}
	if r.on != nil {
		s.On = r.on.ID
	}
	if s.Tries > 0 {
		s.Boot = r.Env.Boot
	}
	if len(s.Index) == 0 && s.On == "" {
		return nil
	}
	raw, _ := json.Marshal(s) // cannot fail: all fields are plain
	return raw
}

// Run implements [device.Runner]: it receives reports of the player until ctx ends.
func (r *Radio) Run(ctx context.Context, post device.Post) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case h := <-r.Env.Heard:
			if post(ctx, func(now time.Time) { r.hear(h, now) }) != nil {
				return nil
			}
		}
	}
}

// hear handles a report of the player, if it is about this radio's track.
func (r *Radio) hear(h sounds.Heard, now time.Time) {
	if r.on == nil || h.Key != Package+"/"+r.key() {
		return
	}
	h.Title, h.Fault = kit.Printable(kit.Short(h.Title, 256)), kit.Printable(kit.Short(unprefixed(h.Fault), 128))
	r.heard = h
	if h.Sounding {
		r.failures = 0
	}
	if h.Ended && r.again.IsZero() {
		wait := retryFirst
		for range min(r.failures, 8) {
			wait *= 2
		}
		r.again = now.Add(min(wait, retryMost))
		r.failures++
	}
}

// unprefixed removes package names from an error of the player.
func unprefixed(fault string) string {
	for _, prefix := range []string{"sounds: ", "fetch: ", "decode: "} {
		fault = strings.TrimPrefix(fault, prefix)
	}
	return fault
}
