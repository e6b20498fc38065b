// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestRows(t *testing.T) {
	file := filepath.Join(t.TempDir(), "boards.md")
	for _, row := range []struct {
		text, why string
		want      [][]string
		fails     bool
	}{
		{"# B\n\n| board | panel |\n| --- | --- |\n\nText.\n", "nobody has sent a report", [][]string{}, false},
		{"# B\n\n| board | panel |\n|---|---|\n| Pi 4 | HUB75, 64×32 |\n| Zero | |\n\n| no | row |\n", "the table ends",
			[][]string{{"Pi 4", "HUB75, 64×32"}, {"Zero", ""}}, false},
		{"# B\n", "the table is gone", nil, true},
	} {
		must.Do(t, os.WriteFile(file, []byte(row.text), 0o600))
		got, err := rows(file, "board")
		if !reflect.DeepEqual(got, row.want) || (err != nil) != row.fails {
			t.Errorf("%s: %q, %v", row.why, got, err)
		}
	}
	for file, first := range map[string]string{"boards.md": "board", "gallery.md": "picture"} {
		if _, err := rows(filepath.Join("../../docs", file), first); err != nil {
			t.Error(err)
		}
	}
}
