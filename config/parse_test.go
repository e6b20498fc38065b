// SPDX-License-Identifier: Apache-2.0

package config

import (
	"strings"
	"testing"
)

// TestMerge: later texts win key by key, whatever stands before their tables.
func TestMerge(t *testing.T) {
	for _, row := range []struct {
		why   string
		texts []string
		want  string // in the text; of a fault in the error
	}{
		{"a key of a table that the first one has too", []string{"[http]\naddr = \":1\"\ntls = \"\"", "[http]\naddr = \":2\""}, "addr = \":2\"\ntls = \"\""},
		{"a key without a table, after one with tables", []string{"[http]\naddr = \":1\"", "name = \"desk\""}, "name = \"desk\""},
		{"nothing", nil, ""},
		{"no TOML", []string{"name = \"desk\"", "= 3"}, "config: line 1"},
	} {
		got, err := Merge(row.texts...)
		text := string(got)
		if err != nil {
			text = err.Error()
		}
		if !strings.Contains(strings.ReplaceAll(text, "  ", ""), row.want) {
			t.Errorf("%s: %q, want %q", row.why, text, row.want)
		}
	}
	if cfg, err := Parse([]byte("name = \"desk\""), "."); err != nil || cfg.Name != "desk" {
		t.Errorf("%q %v", cfg.Name, err)
	}
	if _, err := Parse([]byte("nome = \"desk\""), "."); err == nil || !strings.Contains(err.Error(), "line 1: unknown key nome") {
		t.Errorf("an unknown key: %v", err)
	}
}
