// SPDX-License-Identifier: Apache-2.0

package config

import (
	"fmt"

	"github.com/BurntSushi/toml"
)

// Parse reads a configuration that is in no file, as [Load] does. Files that it
// names are relative to the folder dir.
func Parse(text []byte, dir string) (Config, error) {
	cfg := Default()
	if err := cfg.parse(text, dir); err != nil {
		return cfg, fmt.Errorf("config: %w", err)
	}
	return cfg, nil
}

// Merge returns the text of configurations, each over the configurations before it:
// the last value of a key holds. Only their syntax is checked.
func Merge(texts ...string) ([]byte, error) {
	all := tree{}
	for _, text := range texts {
		t, err := readTree([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("config: %w", err)
		}
		all = over(all, t)
	}
	out, err := toml.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return out, nil
}
