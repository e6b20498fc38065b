// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestIconCommand writes the frames of a file, of an icon of the device and of a built-in
// one, at the size of a panel or unscaled.
func TestIconCommand(t *testing.T) {
	data := commandtest.Home(t)
	must.Do(t, os.MkdirAll(filepath.Join(data, "icons"), 0o700))
	large := commandtest.PNG(t, commandtest.Painted(16, 16, color.White))
	text := must.Get(os.ReadFile(large))(t)
	must.Do(t, os.WriteFile(filepath.Join(data, "icons", "door.png"), text, 0o600))
	for _, row := range []struct {
		name  string
		args  []string
		size  int
		count int
	}{
		{"a file", []string{large}, 8, 1},
		{"unscaled", []string{"--native", large}, 16, 1},
		{"frames", []string{commandtest.GIF(t, 3)}, 8, 3},
		{"an icon of the device", []string{"door"}, 8, 1},
		{"a built-in icon", []string{"weather-sun"}, 8, 1},
		{"a data URI", []string{"data:image/png;base64," + strings.Repeat("A", 5000)}, 0, 0},
		{"no such icon", []string{"nothing-like-it"}, 0, 0},
		{"no picture", []string{commandtest.File(t, "a.gif", "GIF89a")}, 0, 0},
	} {
		dir := filepath.Join(t.TempDir(), "out")
		_, err := room.Said(t, append([]string{"icon", "-o", dir}, row.args...)...)
		files, _ := filepath.Glob(filepath.Join(dir, "*.png"))
		if (err == nil) != (row.count > 0) || row.count > 0 && len(files) < row.count {
			t.Errorf("%s: %v, %q", row.name, err, files)
			continue
		}
		if row.count > 0 {
			if m := pixtest.Read(t, files[0]); m.Rect.Dx() != row.size || m.Rect.Dy() != row.size {
				t.Errorf("%s: %v, want %d", row.name, m.Rect, row.size)
			}
		}
	}
	for _, args := range [][]string{{"icon"}, {"icon", "weather-sun"}, {"icon", "-o", t.TempDir(), "a b c/"}} {
		if _, err := room.Said(t, args...); err == nil || command.ExitCode(err) != 2 {
			t.Errorf("%v: %v", args, err)
		}
	}
}
