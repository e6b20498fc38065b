// SPDX-License-Identifier: Apache-2.0

package data

import (
	"encoding/json"
	"slices"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
)

// readPushed reads the saved data by widget, and skips data that cannot be shown.
func readPushed(raw json.RawMessage) map[string]pushed {
	all := kit.ReadKept[map[string]pushed](raw)
	for id, p := range all {
		if note.ValidateFrames("", p.Frames) != nil || p.Came.Wall.IsZero() {
			delete(all, id)
		}
	}
	return all
}

// maxKept bounds the pushed data, bytes of all widgets: the device keeps no more of an app than 128 KiB.
const maxKept = 120_000

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
