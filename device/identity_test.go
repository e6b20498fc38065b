// SPDX-License-Identifier: Apache-2.0

package device

import (
	"strings"
	"testing"
)

func TestIdentity(t *testing.T) {
	whole, other := NewIdentity(), NewIdentity()
	if whole == other {
		t.Error("two devices are the same")
	}
	if len(whole.ID) != 9 || len(whole.Serial) != 18 || whole.UUID[14] != '4' || !strings.ContainsRune("89ab", rune(whole.UUID[19])) {
		t.Errorf("%+v: want an id of 9 digits, a serial of 18 letters, a UUID of version 4", whole)
	}
	for _, row := range []struct {
		why   string
		spoil func(*Identity)
		want  func(*Identity)
		whole bool
	}{
		{"nothing lacks", func(*Identity) {}, func(*Identity) {}, true},
		{"a name is the user's own", func(id *Identity) { id.Name = "kitchen" }, func(id *Identity) { id.Name = "kitchen" }, true},
		{"no name is no fault", func(id *Identity) { id.Name = "" }, func(id *Identity) { id.Name = other.Name }, true},
		{"no number", func(id *Identity) { id.ID = "x" }, func(id *Identity) { id.ID = other.ID }, false},
		{"no serial", func(id *Identity) { id.Serial = "abc" }, func(id *Identity) { id.Serial = other.Serial }, false},
		{"no UUID", func(id *Identity) { id.UUID = "" }, func(id *Identity) { id.UUID = other.UUID }, false},
	} {
		id, want := whole, whole
		row.spoil(&id)
		row.want(&want)
		if got := id.Fill(other); got != row.whole || id != want {
			t.Errorf("%s: %+v, whole is %v, want %+v", row.why, id, got, want)
		}
	}
}
