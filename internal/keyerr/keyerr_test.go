// SPDX-License-Identifier: Apache-2.0

package keyerr

import (
	"errors"
	"fmt"
	"testing"
)

func TestKey(t *testing.T) {
	size := New("size", "%dx%d is too large", 9, 9)
	for _, tt := range []struct {
		name      string
		err       error
		key, text string
	}{
		{"none", errors.New("no wire"), "", "no wire"},
		{"of a key", size, "size", "9x9 is too large"},
		{"with words around it", fmt.Errorf("strip: %w", size), "size", "strip: 9x9 is too large"},
		{"in a table", In("part.2", fmt.Errorf("part 2: %w", size)), "part.2.size", "part 2: 9x9 is too large"},
		{"joined with another", errors.Join(errors.New("no wire"), size), "size", "no wire\n9x9 is too large"},
	} {
		if got := Key(tt.err); got != tt.key || tt.err.Error() != tt.text {
			t.Errorf("%s: key %q, text %q; want %q, %q", tt.name, got, tt.err, tt.key, tt.text)
		}
	}
	if In("size", nil) != nil || Key(nil) != "" || Split(nil) != nil {
		t.Error("no error is a fault")
	}
	if In("", size) != size {
		t.Error("a fault of no key is another error")
	}
}

// TestSplit: each of the faults that were joined keeps its key, also in a table.
func TestSplit(t *testing.T) {
	both := In("panel", errors.Join(New("rows", "too few"), errors.Join(New("cols", "too many"), nil)))
	var got []string
	for _, err := range Split(both) {
		got = append(got, Key(err)+": "+err.Error())
	}
	if fmt.Sprint(got) != "[panel.rows: too few panel.cols: too many]" {
		t.Errorf("split into %q", got)
	}
}
