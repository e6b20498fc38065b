// SPDX-License-Identifier: Apache-2.0

package config

import (
	"strings"
	"testing"
)

func TestDiffering(t *testing.T) {
	for _, row := range []struct{ why, a, b, want string }{
		{"the same in other words", "name = \"x\"\n[text]\nspeed = 20.0", "# mine\nname = 'x'\ntext.speed = 20.0", ""},
		{"a value and a table", "name = \"x\"\n[panel]\ndriver = \"a\"", "name = \"y\"\n[panel]\ndriver = \"b\"", "name panel"},
		{"one that is gone, and one that comes", "zone = \"UTC\"", "[text]\nspeed = 20.0", "text zone"},
		{"no text", "", "zone = \"UTC\"", "zone"},
		{"one that cannot be read", "zone =", "", ""},
	} {
		if got := strings.Join(Differing([]byte(row.a), []byte(row.b)), " "); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}
