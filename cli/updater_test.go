// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"strings"
	"testing"
)

// TestDataHelp: each command's help says which directory counts without --data.
func TestDataHelp(t *testing.T) {
	for command, want := range map[string]string{"updater": "(default /var/lib/ledpost)", "key": "(default $STATE_DIRECTORY, else $XDG_STATE_HOME/ledpost, else ~/.local/state/ledpost)"} {
		var out bytes.Buffer
		if err := Run(t.Context(), []string{command, "--help"}, Streams{Out: &out}); err != nil || !strings.Contains(out.String(), "keep state in DIR "+want) {
			t.Errorf("%s: %v, %s", command, err, &out)
		}
	}
}
