// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command/commandtest"
)

// TestHilPanel: a panel that is named counts, whatever the configuration has.
func TestHilPanel(t *testing.T) {
	commandtest.Home(t)
	text := commandtest.File(t, "f.json", `{"model":{"frames":[{"text":"F"}]}}`)
	for panel, want := range map[string]string{"": "name the panel with --panel", "max7219": "none.vcd", "tube": "tube"} {
		_, err := room.Said(t, "hil", "compare", "--config", commandtest.File(t, "none.toml", ""), "--panel", panel, "--expect", text, "none.vcd")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--panel %q: %v, want %q", panel, err, want)
		}
	}
}
