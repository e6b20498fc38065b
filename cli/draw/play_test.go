// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestPlayCommand writes a sound; what does not go together is refused.
func TestPlayCommand(t *testing.T) {
	commandtest.Home(t)
	dir := t.TempDir()
	short, long := filepath.Join(dir, "a.wav"), filepath.Join(dir, "b.WAV")
	for _, args := range [][]string{{"-o", short, "cat"}, {"--float", "-o", long, "cat"}} {
		must.Get(room.Said(t, append([]string{"play"}, args...)...))(t)
	}
	a, errA := os.Stat(short)
	b, errB := os.Stat(long)
	if errA != nil || errB != nil || b.Size() < a.Size()*19/10 {
		t.Errorf("%v, %v; 32 bits are as long as 16", errA, errB)
	}
	for _, row := range []struct{ args, want string }{
		{"", "want one id"},
		{"--volume -1 cat", "--volume -1"},
		{"--volume 101 cat", "--volume 101"},
		{"-o cat.mp3 cat", ".wav"},
		{"--float cat", "--float goes with -o"},
		{"--all", "--all wants -o DIR"},
		{"--all -o x cat", "--all wants -o DIR"},
	} {
		if _, err := room.Said(t, append([]string{"play"}, strings.Fields(row.args)...)...); err == nil || command.ExitCode(err) != 2 || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v", row.args, err)
		}
	}
	for _, volume := range []string{"0", "100"} {
		if _, err := room.Said(t, "play", "--volume", volume, "-o", short, "cat"); err != nil {
			t.Errorf("--volume %s: %v", volume, err)
		}
	}
}
