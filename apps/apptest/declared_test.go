// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSamples: an app has the samples that it lists, or all settings that it accepts.
func TestSamples(t *testing.T) {
	path := filepath.Join(t.TempDir(), "samples.json")
	all, listed := Samples(t, modelOf(""), path)
	if listed || len(all) < 5 || string(all[0].Settings) != `{}` || string(all[1].Settings) != `{"zone":"Asia/Tokyo"}` {
		t.Errorf("without a list: %s", all)
	}
	must.Do(t, os.WriteFile(path, []byte(`[{"keep":3},{"settings":{"bar":true}}]`), 0o644))
	all, listed = Samples(t, modelOf(""), path)
	if !listed || len(all) != 2 || string(all[0].Keep) != `3` || string(all[1].Settings) != `{"bar":true}` {
		t.Errorf("with a list: %s", all)
	}
}

// TestKeeps: an app keeps something by itself or after an action, or it does not.
func TestKeeps(t *testing.T) {
	for _, row := range []struct {
		why  string
		app  kit.App
		want bool
	}{
		{"after an action", modelOf(""), true},
		{"at once", modelOf("keeps the time"), true},
		{"an app without actions keeps nothing", Backdrop, false},
	} {
		if Keeps(t, row.app) != row.want {
			t.Errorf("%s: %v, want %v", row.why, !row.want, row.want)
		}
	}
}
