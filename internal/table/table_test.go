// SPDX-License-Identifier: Apache-2.0

package table

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
)

// TestDecodeTellsAll: one that is wrong hides no other, and keeps its default.
func TestDecodeTellsAll(t *testing.T) {
	type row struct {
		N int `toml:"n"`
	}
	into := struct {
		Wait time.Duration `toml:"wait"`
		Name string        `toml:"name"`
		Rows []row         `toml:"row"`
		Sub  row           `toml:"sub"`
		Own  int           `toml:"-"`
	}{Wait: time.Second, Name: "x"}
	var whole Table
	meta, err := toml.Decode("wait = 5\nname = 'y'\nrow = [{n = 1}, {n = 'two'}, {m = 3}]\nsub = 7\n\"-\" = 8", &whole)
	must.Do(t, err)
	want := map[string]string{
		"-": "unknown key", "wait": `want a time in quotes, such as "20s"`, "row.2.n": "want a whole number",
		"row.3.m": "unknown key", "sub": "want a table",
	}
	got := keyerr.Split(whole.Decode(&meta, &into))
	for _, err := range got {
		key := keyerr.Key(err)
		if err.Error() != want[key] || (want[key] == ErrUnknown.Error()) != errors.Is(err, ErrUnknown) {
			t.Errorf("%s: %v, want %s", key, err, want[key])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d errors, want %d: %v", len(got), len(want), got)
	}
	if into.Wait != time.Second || into.Name != "y" || len(into.Rows) != 3 || into.Rows[0].N != 1 || into.Own != 0 {
		t.Errorf("decoded %+v", into)
	}
	if left := meta.Undecoded(); len(left) > 0 {
		t.Errorf("not marked as decoded: %v", left)
	}
}

// TestForm: what is wrong is told with its line, and nothing of the file is.
func TestForm(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a word without quotes", "x = 1\npassword = hunter", "line 2 is not valid TOML: expected value"},
		{"words without quotes", "password = my hunter dog", "line 1 is not valid TOML: expected value"},
		{"digits and letters", "password = 12hunter",
			"line 1 is not valid TOML: expected a top-level item to end with a newline, comment, or EOF"},
		{"digits", "password = 012345", "line 1 is not valid TOML"},
		{"too many digits", "password = 12345678901234567890", "line 1 is not valid TOML"},
		{"a fraction", "password = 1.2.3", "line 1 is not valid TOML"},
		{"a date", "password = 2024-99-99", "line 1 is not valid TOML: invalid datetime"},
		{"no equals sign", "hunter dog", "line 1 is not valid TOML: expected '.' or '='"},
		{"an open string", "password = \"hunter", "line 1 is not valid TOML: unexpected EOF; expected '\"'"},
		{"an open string before another line", "password = \"hunter\nx = 1",
			"line 1 is not valid TOML: strings cannot contain newlines"},
		{"an escape", `password = "hunter\q"`, "line 1 is not valid TOML"},
		{"twice", "hunter = 1\nhunter = 2", "line 2 is not valid TOML: a key or a table appears there for the second time"},
		{"a control character", "password = \"hunter\x01\"",
			"line 1 is not valid TOML: TOML files cannot contain control characters"},
	} {
		var out map[string]any
		_, err := toml.Decode(c.text, &out)
		if err == nil {
			t.Fatalf("%s: no error", c.name)
		}
		if got := Form(err).Error(); !strings.HasPrefix(got, c.want) || strings.Contains(got, "hunter") ||
			strings.Contains(got, "dog") {
			t.Errorf("%s: %q, want %q; the decoder said %v", c.name, got, c.want, err)
		}
	}
	var kind struct{ X string }
	if _, err := toml.Decode("X = 12345678", &kind); err == nil || strings.Contains(Form(err).Error(), "12345678") ||
		!strings.Contains(Form(err).Error(), `"X"`) {
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
