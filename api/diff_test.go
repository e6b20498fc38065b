// SPDX-License-Identifier: Apache-2.0

package api

import "testing"

// TestDiff: a new field stands in many objects, and is told once.
func TestDiff(t *testing.T) {
	was := "{\n  \"a\": 1\n}\n{\n    \"a\": 1\n}\n"
	is := "{\n  \"a\": 1,\n  \"b\": 2\n}\n{\n    \"a\": 1,\n    \"b\": 2\n}\n"
	want := "- \"a\": 1 (2 times)\n+ \"a\": 1, (2 times)\n+ \"b\": 2 (2 times)\n"
	if got := diff(was, is); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}
