// SPDX-License-Identifier: Apache-2.0

package effects_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render/effects"
)

// TestDocumented: docs/effects.md has every effect.
func TestDocumented(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/effects.md"))(t)
	for _, name := range slices.Concat(effects.Backgrounds(), effects.Overlays()) {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/effects.md does not name `%s`", name)
		}
	}
}
