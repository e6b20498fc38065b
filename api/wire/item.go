// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/maskurl"
)

// Item is a queued notification as it is encoded (docs/decisions.md 4).
type Item struct {
	ID         string    `json:"id"`
	Type       string    `json:"type"`
	Priority   string    `json:"priority"`
	Created    string    `json:"created"`
	Updated    string    `json:"updated"`
	Expiration string    `json:"expiration_date"`
	IconType   string    `json:"icon_type"`
	Model      itemModel `json:"model"`
	Outcome    string    `json:"outcome,omitempty"`
	Reason     string    `json:"reason,omitempty"`
}

type itemModel struct {
	Cycles  int          `json:"cycles"`
	Frames  []itemFrame  `json:"frames"`
	Regions []itemRegion `json:"regions,omitempty"` // of a page, whose frame says the same in a text
	Sound   *itemSound   `json:"sound,omitempty"`
}

type itemSound struct {
	Category string     `json:"category,omitempty"`
	ID       string     `json:"id,omitempty"`
	URL      string     `json:"url,omitempty"`
	Type     string     `json:"type,omitempty"`
	Repeat   int        `json:"repeat"`
	Fallback *itemSound `json:"fallback,omitempty"`
}

// HideSecrets hides the passwords and tokens in the addresses of sounds.
func (it *Item) HideSecrets() {
	for s := it.Model.Sound; s != nil; s = s.Fallback {
		s.URL = maskurl.Mask(s.URL)
	}
}

// ItemOf returns it in the form of the API. The two share memory.
func ItemOf(it *device.Item) Item {
	out := Item{
		ID: it.ID, Type: it.Origin.String(), Priority: it.Priority.String(), IconType: it.IconType.String(),
		Created: timeText(it.Created), Updated: timeText(it.Updated), Expiration: timeText(it.Expires),
		Outcome: string(it.Outcome), Reason: it.Reason,
	}
	out.Model = itemModel{Cycles: it.Cycles, Frames: make([]itemFrame, len(it.Frames)), Sound: soundObject(it.Sound)}
	for i := range it.Frames {
		out.Model.Frames[i] = frameObject(&it.Frames[i])
		out.Model.Regions = append(out.Model.Regions, regionObjects(&it.Frames[i])...)
	}
	return out
}

// timeText returns t in ISO 8601, in UTC and without a suffix.
func timeText(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05") }

// iconObject returns a reference as real devices echo it: a number for a
// number, a string for other spellings, nil for none.
func iconObject(r icons.Ref) any {
	s := r.String()
	// As far as the int of 32 bits that clients read it with.
	if n, err := strconv.ParseUint(s, 10, 31); err == nil && strconv.FormatUint(n, 10) == s {
		return json.Number(s)
	}
	if s == "" {
		return nil
	}
	return s
}

func soundObject(s *note.Sound) *itemSound {
	if s == nil || s.Tune != "" { // a ringtone has none of the fields that clients insist on
		return nil
	}
	return &itemSound{s.Category, s.ID, s.URL, s.Type, s.Repeat, soundObject(s.Fallback)}
}
