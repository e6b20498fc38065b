// SPDX-License-Identifier: Apache-2.0

package data

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
)

// readPushed reads the saved data by widget, and skips data that cannot be shown.
func readPushed(raw json.RawMessage) map[string]pushed {
	var all map[string]pushed
	if json.Unmarshal(raw, &all) != nil {
		return nil
	}
	for id, p := range all {
		if note.ValidateFrames("", p.Frames) != nil || p.Came.Wall.IsZero() {
			delete(all, id)
		}
	}
	return all
}

// keeper decides when to write frames, which may arrive each second: the first few at
// once, then only now and then, since SD cards wear out. Frames held back are lost in a
// power cut.
type keeper struct {
	raw     json.RawMessage // as last handed out
	changed bool            // there is something else to keep
	paid    time.Time       // until when the writes so far are paid for
}

const (
	keepEvery = 30 * time.Second
	keepAhead = 20      // at once
	maxKept   = 120_000 // bytes, of all widgets: the device keeps no more of an app than 128 KiB
)

// next returns when changed frames may be written.
func (k *keeper) next(now time.Time) time.Time {
	at := k.paid.Add(-(keepAhead - 1) * keepEvery)
	if at.Before(now) {
		return now
	}
	return at
}

// keep returns the state to save at now.
func (k *keeper) keep(items []*datum, now time.Time) json.RawMessage {
	if !k.changed || k.next(now).After(now) {
		return k.raw
	}
	if k.paid.Before(now) {
		k.paid = now
	}
	k.paid, k.changed = k.paid.Add(keepEvery), false
	k.raw = writePushed(items)
	return k.raw
}

// writePushed encodes the pushed data, the newest first, as far as there is room.
func writePushed(items []*datum) json.RawMessage {
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b *datum) int { return b.came.Wall.Compare(a.came.Wall) })
	all, room := map[string]json.RawMessage{}, maxKept
	for _, d := range items {
		if !d.pushed || d.frames == nil {
			continue
		}
		raw, err := json.Marshal(pushed{Frames: d.frames, Came: d.came})
		if size := len(raw) + len(d.ID) + 8; err == nil && size <= room {
			all[d.ID], room = raw, room-size
		}
	}
	return kit.Kept(all)
}
