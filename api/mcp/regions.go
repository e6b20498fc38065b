// SPDX-License-Identifier: Apache-2.0

package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ledpost/ledpost/device/note"
)

// regions are a page, or changes of one.
type regions []region

// region has the fields that the API has, each as it was sent, but for icons by words.
type region struct {
	ID       json.RawMessage `json:"id,omitempty"`
	Role     json.RawMessage `json:"role,omitempty"`
	Text     json.RawMessage `json:"text,omitempty"`
	Unit     json.RawMessage `json:"unit,omitempty"`
	Icon     json.RawMessage `json:"icon,omitempty"`
	Value    json.RawMessage `json:"value,omitempty"`
	Values   json.RawMessage `json:"values,omitempty"`
	Range    json.RawMessage `json:"range,omitempty"`
	Color    json.RawMessage `json:"color,omitempty"`
	Short    json.RawMessage `json:"short,omitempty"`
	Widest   json.RawMessage `json:"widest,omitempty"`
	Optional json.RawMessage `json:"optional,omitempty"`
}

// UnmarshalJSON implements [json.Unmarshaler]. It reads no more regions than a page may have, and no unknown names.
func (l *regions) UnmarshalJSON(b []byte) error {
	*l = nil
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	switch open, _ := d.Token(); open {
	case nil: // null
		return nil
	case json.Delim('['):
	default:
		return fmt.Errorf("regions: want a list")
	}
	for d.More() {
		if len(*l) == note.MaxRegions {
			return fmt.Errorf("regions: more than %d, want 1 to %d", note.MaxRegions, note.MaxRegions)
		}
		var r region
		if err := d.Decode(&r); err != nil {
			return fmt.Errorf("regions[%d]: %s", len(*l), strings.TrimPrefix(err.Error(), "json: "))
		}
		*l = append(*l, r)
	}
	return nil
}

// choose puts the icons in place of the words for them.
func (c *call) choose(all regions) error {
	for i := range all {
		var words string
		if json.Unmarshal(all[i].Icon, &words) != nil {
			continue // a number, or none
		}
		icon, err := c.chosen(fmt.Sprintf("regions[%d].icon", i), words)
		if err != nil {
			return err
		}
		all[i].Icon, _ = json.Marshal(icon) // a string
	}
	return nil
}
