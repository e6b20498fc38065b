// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"image"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestStaticNumber: i777 of a picture that moves is its first frame; a777 and 777 move,
// and so does the picture of a name that begins with an i.
func TestStaticNumber(t *testing.T) {
	dir := t.TempDir()
	two := rawGIF{size: image.Pt(8, 8), global: art, frames: []rawFrame{paint(0, 0, 5, "R"), paint(0, 0, 5, "G")}}.bytes()
	must.Do(t, os.MkdirAll(filepath.Join(dir, "icons"), 0o755))
	for _, name := range []string{"777.gif", "icy.gif"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, "icons", name), two, 0o644))
	}
	s, _ := running(t, Config{Dir: dir})
	for _, row := range []struct {
		ref    string
		frames int
	}{{"777", 2}, {"i777", 1}, {"I777", 1}, {"a777", 2}, {"icy", 2}, {dataURI(two), 2}} {
		r := ref(t, row.ref)
		must.Do(t, s.Load(t.Context(), r))
		ic := s.Icon(r)
		if len(ic.Frames) != row.frames {
			t.Errorf("%.20s has %d frames, want %d", row.ref, len(ic.Frames), row.frames)
		}
		if ic.Frames[0].Image != s.Icon(ref(t, "777")).Frames[0].Image && row.ref[0]|0x20 != 'd' && row.ref != "icy" {
			t.Errorf("%s does not begin with the first frame", row.ref)
		}
		if s.Icon(r) != ic {
			t.Errorf("%s is another icon each time", row.ref)
		}
	}
}

// TestStaticNumberOfBuiltIn: the same holds for the built-in icons, and the dots of an
// icon that is awaited move all the same.
func TestStaticNumberOfBuiltIn(t *testing.T) {
	s := newStore(t)
	for key, one := range s.builtin.index() {
		if !isNumber(key) {
			continue
		}
		all, still := one.fitted(), s.Icon(ref(t, "i"+key))
		if len(still.Frames) != 1 || still.Frames[0].Image != all.Frames[0].Image {
			t.Errorf("i%s has %d frames", key, len(still.Frames))
		}
	}
	away, _ := running(t, Config{Dir: t.TempDir(), Gallery: "http://127.0.0.1:1/{id}"})
	if ic := away.Icon(ref(t, "i777")); ic != away.builtin.waiting() {
		t.Errorf("%d frames, want the dots", len(ic.Frames))
	}
}
