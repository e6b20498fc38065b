// SPDX-License-Identifier: Apache-2.0

package table

import (
	"errors"
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
		"-": "unknown key", "wait": `want a time in quotes, such as "20s"`, "row.2.n": "want a whole number", "row.3.m": "unknown key", "sub": "want a table",
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
