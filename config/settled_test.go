// SPDX-License-Identifier: Apache-2.0

package config

import "testing"

// TestSettled: only the two keys change, and only at the top.
func TestSettled(t *testing.T) {
	for _, c := range []struct{ why, own, name, zone, want string }{
		{"nothing yet", "", "Kitchen", "Europe/Berlin", "name = \"Kitchen\"\nzone = \"Europe/Berlin\"\n"},
		{"nothing to set", "# hello\n", "", "", "# hello\n"},
		{"the old ones go", "# mine\nname = \"a\"\nzone = \"UTC\" # here\n\n[panel]\ndriver = \"max7219\"\n", "b", "", "name = \"b\"\n# mine\nzone = \"UTC\" # here\n\n[panel]\ndriver = \"max7219\"\n"},
		{"names in tables stay", "[x]\nname = \"a\"\n", "b", "", "name = \"b\"\n[x]\nname = \"a\"\n"},
		{"chosen on the page", "name = \"a\"\n\n# page: {\"name\":\"a\",\"updates\":true}\n", "b", "UTC", "name = \"b\"\nzone = \"UTC\"\n\n# page: {\"name\":\"b\",\"updates\":true,\"zone\":\"UTC\"}\n"},
		{"quotes", "", `6" \ 'x'`, "", "name = \"6\\\" \\\\ 'x'\"\n"},
	} {
		if got := string(Settled([]byte(c.own), c.name, c.zone)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.why, got, c.want)
		}
	}
}
