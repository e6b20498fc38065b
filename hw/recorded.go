// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"fmt"
	"path/filepath"
	"reflect"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/table"
)

// Parts returns the panels of which the picture is made, with their places in it: of a
// composite its parts, otherwise c itself. Without a panel, an empty list.
func (c PanelConfig) Parts() []Part {
	if c.none() {
		return nil
	}
	if whole, ok := c.keys.(*CompositeConfig); ok {
		return whole.Parts
	}
	return []Part{{Panel: c}}
}

// Recorded returns the same panel with its wires recorded in files of dir instead of
// being driven, and the path of each file, in the order of Parts. An error says
// which panel cannot be recorded.
func (c PanelConfig) Recorded(dir string) (PanelConfig, []string, error) {
	if c.fault != nil {
		return c, nil, c.fault
	}
	var files []string
	var parts []Part
	for i, part := range c.Parts() {
		path := filepath.Join(dir, fmt.Sprintf("wires-%d.vcd", i+1))
		on, err := part.Panel.recordedIn(path)
		if err != nil {
			return c, nil, err
		}
		files, parts = append(files, path), append(parts, Part{At: part.At, Panel: on})
	}
	switch {
	case len(parts) == 0:
		return c, nil, nil
	case c.driver == composed:
		c = NewPanelConfig(composed, &CompositeConfig{Parts: parts})
	default:
		c = parts[0].Panel
	}
	return c, files, c.fault
}

// recordedIn returns one panel recorded in a file: the key that says where it is
// connected names that instead.
func (c PanelConfig) recordedIn(path string) (PanelConfig, error) {
	if c.fault != nil {
		return c, c.fault
	}
	keys := reflect.New(reflect.TypeOf(c.keys).Elem())
	keys.Elem().Set(reflect.ValueOf(c.keys).Elem())
	fields := table.Fields(keys.Elem())
	for _, key := range []string{"port", "gpio"} {
		if field, ok := fields[key]; ok && field.Kind() == reflect.String {
			field.SetString("vcd:" + path)
			on := NewPanelConfig(c.driver, keys.Interface().(panel.Driver))
			return on, on.fault
		}
	}
	return c, keyerr.New("driver", "a %s panel has no wires that can be recorded: neither the key port nor gpio", c.driver)
}
