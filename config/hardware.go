// SPDX-License-Identifier: Apache-2.0

package config

import (
	"fmt"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/sounds"
)

// Hardware returns the tables of a configuration that are about panel, sensors and
// buttons, the line of a buzzer, and nothing else: they have no secrets. The key map is left
// out, whose file stays on its machine. Only the syntax is checked.
func Hardware(text []byte) ([]byte, error) {
	if len(text) > maxBytes {
		return nil, fmt.Errorf("config: more than %d bytes", maxBytes)
	}
	all, err := readTree(text)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	kept := tree{}
	for _, name := range []string{"panel", "light", "sense", "input", "presence"} {
		if t, ok := all[name].(tree); ok {
			kept[name] = withoutFiles(t)
		}
	}
	if audio, _ := all["audio"].(tree); audio["output"] == "buzzer" {
		line, _ := audio["line"].(string)
		kept["audio"] = tree{"output": "buzzer", "line": line}
	}
	out, err := toml.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return out, nil
}

// withoutFiles returns a table without the keys that name files, also in the
// tables in it.
func withoutFiles(t tree) tree {
	out := tree{}
	for key, v := range t {
		switch v := v.(type) {
		case tree:
			out[key] = withoutFiles(v)
		case []tree:
			var parts []tree
			for _, part := range v {
				parts = append(parts, withoutFiles(part))
			}
			out[key] = parts
		default:
			if key != "map" {
				out[key] = v
			}
		}
	}
	return out
}

// headerLines are the lines of the 40-pin header, for a buzzer.
type headerLines struct{}

// OpenLine implements sounds.Lines.
func (headerLines) OpenLine(name string) (sounds.Switch, error) {
	o, err := hw.OpenOutput(name)
	if err != nil {
		return nil, err // rather than an interface that holds nil
	}
	return o, nil
}
