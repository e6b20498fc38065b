// SPDX-License-Identifier: Apache-2.0

package config

import (
	"maps"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

// ChangedPanel returns what clients have written with other keys of its [panel]; nil
// takes a key away. name names a map in the data directory, empty for none.
func ChangedPanel(own []byte, keys map[string]any, name string) ([]byte, error) {
	panel, err := changed(own, keys, name)
	if err != nil {
		return nil, err
	}
	return WithPanel(own, panel)
}

// PanelTable returns the [panel] that ChangedPanel writes, to be shared.
func PanelTable(own []byte, keys map[string]any, name string) ([]byte, error) {
	panel, err := changed(own, keys, name)
	if err != nil {
		return nil, err
	}
	return toml.Marshal(tree{"panel": panel})
}

// changed is the table panel of own with other keys. Where own names no driver, it is
// hub75.
func changed(own []byte, keys map[string]any, name string) (tree, error) {
	all, err := readTree(own)
	if err != nil {
		return nil, err
	}
	panel := tree{"driver": "hub75"}
	if now, ok := all["panel"].(tree); ok {
		maps.Copy(panel, now)
	}
	for key, v := range keys {
		if panel[key] = v; v == nil {
			delete(panel, key)
		}
	}
	if name != "" {
		panel["map"] = name
	}
	return panel, nil
}

// bareMap is the name of a map in the data directory. Nothing else there has such a name.
var bareMap = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,60}\.map$`)

// located returns ours with the names of maps in the data directory as paths.
func (l Layers) located(ours tree) tree {
	panel, ok := ours["panel"].(tree)
	if !ok || l.Data == "" {
		return ours
	}
	out := maps.Clone(ours)
	out["panel"] = l.locatedIn(panel)
	return out
}

// locatedIn is located for a table of a panel, or of a part of one.
func (l Layers) locatedIn(panel tree) tree {
	out := tree{}
	for key, v := range panel {
		switch v := v.(type) {
		case tree:
			out[key] = l.locatedIn(v)
			continue
		case []tree:
			var parts []tree
			for _, part := range v {
				parts = append(parts, l.locatedIn(part))
			}
			out[key] = parts
			continue
		case string:
			if strings.EqualFold(key, "map") && bareMap.MatchString(v) {
				out[key] = filepath.Join(l.Data, v)
				continue
			}
		}
		out[key] = v
	}
	return out
}
