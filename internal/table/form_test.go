// SPDX-License-Identifier: Apache-2.0

package table

import (
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// TestForm: what is wrong is told with its line, and nothing of the file is.
func TestForm(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a word without quotes", "x = 1\npassword = hunter", "line 2 is not valid TOML: expected value"},
		{"words without quotes", "password = my hunter dog", "line 1 is not valid TOML: expected value"},
		{"digits and letters", "password = 12hunter", "line 1 is not valid TOML: expected a top-level item to end with a newline, comment, or EOF"},
		{"digits", "password = 012345", "line 1 is not valid TOML"},
		{"too many digits", "password = 12345678901234567890", "line 1 is not valid TOML"},
		{"a fraction", "password = 1.2.3", "line 1 is not valid TOML"},
		{"a date", "password = 2024-99-99", "line 1 is not valid TOML: invalid datetime"},
		{"no equals sign", "hunter dog", "line 1 is not valid TOML: expected '.' or '='"},
		{"an open string", "password = \"hunter", "line 1 is not valid TOML: unexpected EOF; expected '\"'"},
		{"an open string before another line", "password = \"hunter\nx = 1", "line 1 is not valid TOML: strings cannot contain newlines"},
		{"an escape", `password = "hunter\q"`, "line 1 is not valid TOML"},
		{"twice", "hunter = 1\nhunter = 2", "line 2 is not valid TOML: a key or a table appears there for the second time"},
		{"a control character", "password = \"hunter\x01\"", "line 1 is not valid TOML: TOML files cannot contain control characters"},
	} {
		var out map[string]any
		_, err := toml.Decode(c.text, &out)
		if err == nil {
			t.Fatalf("%s: no error", c.name)
		}
		if got := Form(err).Error(); !strings.HasPrefix(got, c.want) || strings.Contains(got, "hunter") || strings.Contains(got, "dog") {
			t.Errorf("%s: %q, want %q; the decoder said %v", c.name, got, c.want, err)
		}
	}
	var kind struct{ X string }
	if _, err := toml.Decode("X = 12345678", &kind); err == nil || strings.Contains(Form(err).Error(), "12345678") || !strings.Contains(Form(err).Error(), `"X"`) {
		t.Errorf("another kind of value: %v", err)
	}
}

// FuzzForm: no run of letters or digits of a value without quotes is told.
func FuzzForm(f *testing.F) {
	f.Add("hunter")
	f.Add("0x12zz")
	f.Add("'hunter")
	f.Add("[1, hunter")
	f.Fuzz(func(t *testing.T, value string) {
		var out map[string]any
		_, err := toml.Decode("k = sEcReT"+value+"\nl = 1sEcReT"+value, &out)
		if err != nil && strings.Contains(Form(err).Error(), "sEcReT") {
			t.Errorf("%q: %v", value, Form(err))
		}
	})
}
