// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/must"
)

// TestTransitionsEverywhere: the document, the page and the guide have them all.
func TestTransitionsEverywhere(t *testing.T) {
	var doc struct {
		Components struct {
			Schemas struct{ Transition struct{ Enum []string } }
		}
	}
	must.Do(t, json.Unmarshal(openAPI, &doc))
	if names := doc.Components.Schemas.Transition.Enum; !slices.Equal(names, paint.Transitions()) {
		t.Errorf("openapi.json has %v", names)
	}
	for path, mark := range map[string]string{"web/index.html": `<option value="%" data-t="transition.%">`, "../docs/effects.md": "`%`"} {
		text := must.Get(os.ReadFile(path))(t)
		for _, name := range paint.Transitions() {
			if !strings.Contains(string(text), strings.ReplaceAll(mark, "%", name)) {
				t.Errorf("%s has no %s", path, name)
			}
		}
	}
}
