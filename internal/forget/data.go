// SPDX-License-Identifier: Apache-2.0

package forget

import (
	"encoding/json"
	"maps"
)

// Data is what survives of the data directory: who the device is, in all copies (package
// device/store).
var Data = map[string]Rule{"identity.json": who, "identity.json.old": who, "device.json": who}

// who lets the numbers of a device survive, and of its notifications the next id; the name is its
// owner's.
func who(text []byte) []byte {
	var f struct {
		Version  int `json:"version"`
		Identity struct {
			ID     string `json:"id"`
			Serial string `json:"serial"`
			UUID   string `json:"uuid"`
		} `json:"identity"`
		Reserved uint64 `json:"reserved,omitempty"`
	}
	if json.Unmarshal(text, &f) != nil || f.Identity.Serial == "" {
		return nil
	}
	is, _ := json.Marshal(f) // of numbers and words: cannot fail
	return is
}

// With returns what survives where the files of these names do, too.
func With(keep map[string]Rule, names ...string) map[string]Rule {
	all := maps.Clone(keep)
	for _, name := range names {
		all[name] = nil
	}
	return all
}

// Below adds to all what survives of a folder.
func Below(all map[string]Rule, folder string, keep map[string]Rule) {
	for name, rule := range keep {
		all[folder+"/"+name] = rule
	}
}
