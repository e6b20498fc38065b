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
		{"a key of a table that the first one has too",
			[]string{"[http]\naddr = \":1\"\ntls = \"\"", "[http]\naddr = \":2\""}, "addr = \":2\"\ntls = \"\""},
		{"a key without a table, after one with tables", []string{"[http]\naddr = \":1\"", "name = \"desk\""},
			"name = \"desk\""},
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
	if _, err := Parse([]byte("nome = \"desk\""), "."); err == nil ||
		!strings.Contains(err.Error(), "line 1: unknown key nome") {
		t.Errorf("an unknown key: %v", err)
	}
}

func TestLines(t *testing.T) {
	at := linesOf([]byte(`name = "x" # = 1
# speed = 5
[panel] # here
driver = "composite"

[[panel.part]]
driver = "ws2812"
[[panel.part]]
  "at" = [8, 0]
  modules=4
[panel.part.more]
x = 1

[input]
[[input.gpio]]
line = "5"
[ "text" ]
colors.ink = 1
`))
	for path, want := range map[string]int{
		"name": 1, "speed": 1, "panel": 3, "panel.driver": 4, "panel.size": 3,
		"panel.part": 6, "panel.part.1": 6, "panel.part.1.driver": 7, "panel.part.1.at": 6, "panel.part.driver": 7,
		"panel.part.2": 8, "panel.part.2.at": 9, "panel.part.2.modules": 10, "panel.part.2.more.x": 12, "panel.part.3.at": 6,
		"input.gpio.1.line": 16, "input.gpio.line": 16, "input.rotary": 14,
		"text.colors.ink": 18, "nowhere.at.all": 1, "": 1,
	} {
		if got := at.line(path); got != want {
			t.Errorf("%q is in line %d, want %d", path, got, want)
		}
	}
}

// TestSettled: only the two keys change, and only at the top.
func TestSettled(t *testing.T) {
	for _, c := range []struct{ why, own, name, zone, want string }{
		{"nothing yet", "", "Kitchen", "Europe/Berlin", "name = \"Kitchen\"\nzone = \"Europe/Berlin\"\n"},
		{"nothing to set", "# hello\n", "", "", "# hello\n"},
		{"the old ones go", "# mine\nname = \"a\"\nzone = \"UTC\" # here\n\n[panel]\ndriver = \"max7219\"\n", "b", "",
			"name = \"b\"\n# mine\nzone = \"UTC\" # here\n\n[panel]\ndriver = \"max7219\"\n"},
		{"names in tables stay", "[x]\nname = \"a\"\n", "b", "", "name = \"b\"\n[x]\nname = \"a\"\n"},
		{"chosen on the page", "name = \"a\"\n\n# page: {\"name\":\"a\",\"updates\":true}\n", "b", "UTC",
			"name = \"b\"\nzone = \"UTC\"\n\n# page: {\"name\":\"b\",\"updates\":true,\"zone\":\"UTC\"}\n"},
		{"quotes", "", `6" \ 'x'`, "", "name = \"6\\\" \\\\ 'x'\"\n"},
	} {
		if got := string(Settled([]byte(c.own), c.name, c.zone)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.why, got, c.want)
		}
	}
}

// TestWithUpdate: only updates change; comments, the other keys of the table and what the
// page keeps for itself stay true.
func TestWithUpdate(t *testing.T) {
	on := true
	for _, c := range []struct{ why, own, want string }{
		{"nothing yet", "", "\n[update]\nchannel = \"beta\"\nenabled = true\n"},
		{"no such table yet", "name = \"a\" # mine\n",
			"name = \"a\" # mine\n\n[update]\nchannel = \"beta\"\nenabled = true\n"},
		{"in its place", "[update] # mine\n# keep\nenabled = false\nautomatic = \"off\"\n\n[audio]\noutput = \"null\"\n",
			"[update] # mine\nchannel = \"beta\"\nenabled = true\n# keep\nautomatic = \"off\"\n\n[audio]\noutput = \"null\"\n"},
		{"twice", "\n[update]\nchannel = \"beta\"\nenabled = true\n", "\n[update]\nchannel = \"beta\"\nenabled = true\n"},
		{"chosen on the page", "[update]\nenabled = false\n\n# page: {\"name\":\"a\",\"updates\":false}\n",
			"[update]\nchannel = \"beta\"\nenabled = true\n\n# page: {\"channel\":\"beta\",\"name\":\"a\",\"updates\":true}\n"},
		{"inline, whose comments go", "# mine\nupdate = {enabled = false}\n",
			"[update]\n  channel = \"beta\"\n  enabled = true\n"},
		{"with dots", "update.enabled = false\n", "[update]\n  channel = \"beta\"\n  enabled = true\n"},
		{"a text that looks like the table", "name = '''\n[update]\n'''\n",
			"name = \"[update]\\n\"\n\n[update]\n  channel = \"beta\"\n  enabled = true\n"},
	} {
		got, err := WithUpdate([]byte(c.own), &on, "beta")
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.why, err, got, c.want)
		}
	}
	if got, err := WithUpdate([]byte("[update]\nenabled = true\n"), nil, "stable"); err != nil ||
		!strings.Contains(string(got), "enabled = true") {
		t.Errorf("only the channel: %q, %v", got, err)
	}
	if _, err := WithUpdate([]byte("name ="), &on, ""); err == nil {
		t.Error("what cannot be read was changed")
	}
}
