// SPDX-License-Identifier: Apache-2.0

package enum

import (
	"strings"
	"testing"
)

type fruit uint8

var fruits = []string{"apple", "pear"}

// Every room's enumerations are read and written here, so that no error names a room.
func TestErrorsNameNoRoom(t *testing.T) {
	_, of := Marshal(fruits, fruit(2))
	var v fruit = 1
	for want, err := range map[string]error{
		"2 is not one of apple, pear":      of,
		`"plum" is not one of apple, pear`: Unmarshal(fruits, []byte("plum"), &v),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if v != 1 {
		t.Errorf("an unknown word changed the value to %d", v)
	}
	if text, err := Marshal(fruits, v); string(text) != "pear" || err != nil || Name(fruits, v) != "pear" ||
		!strings.HasPrefix(Name(fruits, fruit(2)), "unknown") {
		t.Errorf("%s, %v", text, err)
	}
}

type unnamed struct{}

func (unnamed) Words() []string { return []string{"", "red", "green"} }

type named struct{}

func (named) Words() []string { return []string{"red", "green"} }

// TestOf: people write no empty first word, and its constant keeps its number.
func TestOf(t *testing.T) {
	for _, row := range []struct {
		why, word string
		with      Of[unnamed]
		without   Of[named]
		known     bool
	}{
		{"the first word that people write", "red", 1, 0, true},
		{"the last one", "green", 2, 1, true},
		{"an unknown word", "blue", 0, 0, false},
		{"no word", "", 0, 0, false},
	} {
		with, err := Read[Of[unnamed]](row.word)
		if with != row.with || (err == nil) != row.known {
			t.Errorf("%s: %d, %v, want %d", row.why, with, err, row.with)
		}
		without, err := Read[Of[named]](row.word)
		if without != row.without || (err == nil) != row.known {
			t.Errorf("%s: %d, %v, want %d", row.why, without, err, row.without)
		}
		if err != nil && !strings.HasSuffix(err.Error(), " is not one of red, green") {
			t.Errorf("%s: %v", row.why, err)
		}
		if row.known && (with.String() != row.word || without.String() != row.word) {
			t.Errorf("%s: %s and %s", row.why, with, without)
		}
	}
	if v := Of[unnamed](2); !v.Valid() || Of[unnamed](3).Valid() {
		t.Error("the last constant is not valid, or the value behind it is")
	}
	if text, err := Of[unnamed](3).MarshalText(); err == nil || Of[unnamed](3).String() != "unknown" {
		t.Errorf("the value behind the last one is %q", text)
	}
	v := Of[unnamed](2)
	if err := v.UnmarshalText([]byte("blue")); err == nil || v != 2 {
		t.Errorf("an unknown word makes it %v", v)
	}
	if err := v.UnmarshalText(nil); err != nil || v != 0 {
		t.Errorf("the empty word makes it %v, %v", v, err)
	}
}
