// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// Owned is embedded in what an app keeps for one of its widgets.
type Owned struct {
	ID string // of the widget
}

func (o *Owned) owner() string { return o.ID }

// Find returns what of list belongs to a widget, or nil.
func Find[W interface{ owner() string }](list []W, widget string) (none W) {
	for _, one := range list {
		if one.owner() == widget {
			return one
		}
	}
	return none
}

// ReadSettings puts the settings of the widget at place i of a list into cfg. They have been
// checked against the schema. What the schema cannot say is said by cfg, if it has the method
// Check() error: an InvalidError whose field is that of a setting. The field of the error of
// ReadSettings begins with the place in the list.
func ReadSettings(i int, w device.WidgetSettings, cfg any) error {
	if len(w.Settings) > 0 {
		if err := json.Unmarshal(w.Settings, cfg); err != nil {
			return note.Invalid(fmt.Sprintf("[%d].settings", i), "%v", err)
		}
	}
	c, ok := cfg.(interface{ Check() error })
	if !ok {
		return nil
	}
	err := c.Check()
	var bad *note.InvalidError
	if errors.As(err, &bad) {
		return &note.InvalidError{Field: fmt.Sprintf("[%d].settings.%s", i, bad.Field), Value: bad.Value, Reason: bad.Reason}
	}
	return err
}

// Arrange is the Configure of an app that keeps a W for each widget: it puts what one makes of the
// widgets' settings into ws, and has all of views drawn again. An error of [ReadSettings] changes
// neither.
func Arrange[W, S any](ws *[]W, views map[string]device.View, list []device.WidgetSettings,
	one func(device.WidgetSettings, S) W) error {
	var made []W
	for i, w := range list {
		var cfg S
		if err := ReadSettings(i, w, &cfg); err != nil {
			return err
		}
		made = append(made, one(w, cfg))
	}
	*ws = made
	clear(views)
	return nil
}

// Soonest returns the earlier of two times, where zero means never.
func Soonest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// ReadKept returns what an app kept; the zero value where not all of it can be read.
func ReadKept[T any](kept json.RawMessage) (all T) {
	if json.Unmarshal(kept, &all) != nil {
		return *new(T)
	}
	return all
}

// Kept encodes what an app keeps of its widgets; nil if that is nothing.
func Kept[T any](states map[string]T) json.RawMessage {
	if len(states) == 0 {
		return nil
	}
	raw, _ := json.Marshal(states) // cannot fail: all fields are plain
	return raw
}
