// SPDX-License-Identifier: Apache-2.0

package preseed_test

import (
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/config/preseed"
)

// TestWithout: the copy for the program has nothing of [card], whatever its form, and
// everything else, with the lines where they were.
func TestWithout(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"the usual form", "name = \"x\"\n[card]\nkey = \"hunter22\"\n\n[text]\nspeed = 3\n",
			"name = \"x\"\n#     \n#                \n\n[text]\nspeed = 3\n"},
		{"at the end, as Windows writes it", "name = \"x\"\r\n[card]\r\nkey = \"hunter22\"",
			"name = \"x\"\r\n#     \r\n#               "},
		{"nothing else", "[card]\nkey = \"hunter22\"\n", "#     \n#               \n"},
		{"without the table", "name = \"x\"\n", "name = \"x\"\n"},
		{"braces", "card = {key = \"hunter22\"}\nname = \"x\"\n", "name = \"x\"\n"},
		{"dots", "card.key = \"hunter22\"\nname = \"x\"\n", "name = \"x\"\n"},
		{"quotes", "name = \"x\"\n[\"card\"]\nkey = \"hunter22\"\n", "name = \"x\"\n"},
		{"a list that looks like the table", "name = \"x\"\nlist = [\n[card]\n]", "name = \"x\"\nlist = [\n#     \n#"},
		{"without quotes", "name = \"x\"\n[card]\nkey = hunter22\n[text]\nspeed = 3\n",
			"name = \"x\"\n#     \n#             \n[text]\nspeed = 3\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := preseed.Without([]byte(c.text))
			if err != nil || strings.Contains(string(got), "hunter22") {
				t.Fatalf("%v\n%s", err, got)
			}
			if strings.ReplaceAll(strings.TrimRight(string(got), " "), " ", "") != strings.ReplaceAll(c.want, " ", "") {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// FuzzWithout: what is left of TOML is the same TOML without [card].
func FuzzWithout(f *testing.F) {
	f.Add("name = \"x\"\n[card]\nkey = \"hunter22\"\n[[card.x]]\ny = 1\n[text]\nspeed = 3\n")
	f.Add("a = '''\n[card]\nkey = 1\n'''\n")
	f.Fuzz(func(t *testing.T, text string) {
		var was, left map[string]any
		if _, err := toml.Decode(text, &was); err != nil {
			_, _ = preseed.Without([]byte(text))
			return
		}
		out, err := preseed.Without([]byte(text))
		if err != nil {
			return
		}
		if _, err := toml.Decode(string(out), &left); err != nil || left["card"] != nil {
			t.Errorf("%q: %v", out, err)
		}
		if delete(was, "card"); len(was) != len(left) {
			t.Errorf("%q became %q", text, out)
		}
	})
}
