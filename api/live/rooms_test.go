// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"testing"
)

// TestRoomsRunOnce: the rooms of Live have not its Run too, which would be started once
// for each of them.
func TestRoomsRunOnce(t *testing.T) {
	l := New(Config{})
	for name, room := range map[string]any{
		"backups": l.Backups(nil), "configuration": l.Configuration(nil), "doctor": l.Doctor(nil), "icons": l.Icons(nil),
		"log": l.Log(nil), "probe": l.Probe(nil), "sound": l.Sound(nil), "updates": l.Updates(nil),
	} {
		if _, runs := room.(interface{ Run(context.Context) }); runs {
			t.Errorf("%s has a Run", name)
		}
	}
}
