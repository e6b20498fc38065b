// SPDX-License-Identifier: Apache-2.0

package qr

import (
	"strings"
	"testing"
)

// TestTerminal: the lines show the modules of the rows, with the margin around them.
func TestTerminal(t *testing.T) {
	rows, err := Rows("http://ledpost.local:8080/#0123456789abcdef")
	if err != nil || len(rows) < 21 || !strings.HasPrefix(rows[0], "1111111") {
		t.Fatal(rows, err)
	}
	lines := strings.Split(strings.TrimSuffix(Terminal("http://ledpost.local:8080/#0123456789abcdef"), "\n"), "\n")
	if want := (len(rows) + 2*quiet + 1) / 2; len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	for i, line := range lines {
		cells := []rune(strings.TrimSuffix(strings.TrimPrefix(line, "\x1b[30;107m"), "\x1b[0m"))
		if len(cells) != len(rows)+2*quiet {
			t.Fatalf("line %d has %d cells", i, len(cells))
		}
		for x, c := range cells {
			for half := range 2 {
				y, x := 2*i+half-quiet, x-quiet
				want := y >= 0 && y < len(rows) && x >= 0 && x < len(rows) && rows[y][x] == '1'
				got := c == '█' || half == 0 && c == '▀' || half == 1 && c == '▄'
				if got != want {
					t.Fatalf("module %d, %d: %v, want %v", x, y, got, want)
				}
			}
		}
	}
	if _, err := Rows(strings.Repeat("a", 3000)); err == nil || Terminal(strings.Repeat("a", 3000)) != "" {
		t.Error("a text that no code holds is taken")
	}
}
