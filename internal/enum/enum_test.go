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
