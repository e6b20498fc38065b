// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestSpecimen: every glyph on one picture.
func TestSpecimen(t *testing.T) {
	specimen := filepath.Join(t.TempDir(), "glyphs.png")
	must.Get(room.Said(t, "render", "--specimen", "-o", specimen))(t)
	if m := pixtest.Read(t, specimen); m.Rect.Dx() < 100 {
		t.Errorf("%v", m.Rect)
	}
}

// TestColours: the limits of a GIF's colours are taken.
func TestColours(t *testing.T) {
	for colours, valid := range map[int]bool{1: false, 2: true, 256: true, 257: false} {
		c := renderCmd{fps: 1, colours: colours, out: "a.gif", enlargement: enlargement{scale: 1}}
		if err := c.check(); (err == nil) != valid {
			t.Errorf("%d colours: %v", colours, err)
		}
	}
}
