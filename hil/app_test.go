// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestApp: a device draws an own app with its settings, and says where one is wrong.
func TestApp(t *testing.T) {
	applettest.Program(t)
	file := filepath.Join(t.TempDir(), "score.star")
	write := func(source string) { must.Do(t, os.WriteFile(file, []byte(source), 0o600)) }
	write("def main(config):\n    return {'text': config.get('points', '0')}\n")
	said := run(func(t hil.T) {
		d := hil.Start(t, hil.Panel("max7219", "modules = 1"))
		d.App(file, map[string]string{"points": "7"})
		t.Errorf("%s", pixtest.String(d.Picture()))
	})
	want := "..####..\n.....#..\n.....#..\n....#...\n....#...\n...#....\n...#....\n........\n"
	if said != want {
		t.Errorf("%s", said)
	}
	for _, row := range []struct{ name, source, want string }{
		{"a fault", "def main(config):\n    return {'text': points}\n", "undefined: points"},
		{"nothing to show", "def main():\n    return []\n", "nothing to show"},
	} {
		write(row.source)
		said := run(func(t hil.T) { hil.Start(t, hil.Panel("max7219")).App(file, nil) })
		if !strings.Contains(said, row.want) {
			t.Errorf("%s: %s", row.name, said)
		}
	}
}
