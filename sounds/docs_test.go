// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/sounds/synth"
)

// TestDocumented: docs/sounds.md says what each built-in sound is, describes no sound that
// is gone, and counts those that clients may choose.
func TestDocumented(t *testing.T) {
	page := must.Get(os.ReadFile("../docs/sounds.md"))(t)
	var ids, described []string
	for _, category := range synth.Categories() {
		ids = append(ids, IDs(category)...)
	}
	choice := 0
	for _, category := range Categories() {
		choice += len(IDs(category))
	}
	_, tables, _ := strings.Cut(string(page), "\n## What you hear\n")
	tables, _, _ = strings.Cut(tables, "\n## ")
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(tables, -1) {
		described = append(described, m[1])
		if !slices.Contains(ids, m[1]) {
			t.Errorf("docs/sounds.md describes %s, which is no built-in sound", m[1])
		}
	}
	for _, id := range ids {
		if !slices.Contains(described, id) {
			t.Errorf("docs/sounds.md lacks the sound %s: add it to a table of \"What you hear\"", id)
		}
	}
	if says := fmt.Sprintf("%d built-in sounds", choice); !strings.Contains(string(page), says) {
		t.Errorf("docs/sounds.md does not say %q", says)
	}
}
