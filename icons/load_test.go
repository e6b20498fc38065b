// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
)

// Load makes ready what Icon would give while Run runs, without it.
func TestLoad(t *testing.T) {
	dir, _ := folderOf(t, map[string][]byte{
		"door.png": solid(255, 0, 0), "620.png": solid(0, 0, 255), "broken.png": []byte("no"), "status-ok.png": []byte("no"),
	})
	for _, tt := range []struct{ why, ref, looks, err string }{
		{"no icon", "", "", ""},
		{"a large data URI", dataURI(large(3)), "", ""},
		{"broken pixels", dataURI([]byte(strings.Replace(string(onePixel()), "IDAT", "IDAX", 1))), "unknown", "png"},
		{"user's", "door", "R", ""},
		{"user's before built-in", "i620", "B", ""},
		{"built-in", "status-heart", "", ""},
		{"built-in behind a broken file", "status-ok", "", ""},
		{"broken file", "broken", "unknown", "neither PNG, GIF, JPEG nor WebP"},
		{"gallery", "a99", "G", ""},
		{"not in the gallery", "404", "unknown", "404"},
		{"unknown name", "no-such-thing", "unknown", "there is no icon"},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := New(Config{Gallery: "http://gallery/thumbs/{id}", Dir: dir}, slog.New(slog.DiscardHandler))
			serve(t, s, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/404") {
					http.NotFound(w, r)
					return
				}
				w.Write(solid(0, 255, 0))
			})
			r := ref(t, tt.ref)
			err := s.Load(t.Context(), r)
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: %v, want %q", tt.why, err, tt.err)
			}
			got := s.Icon(r)
			if got == s.builtin.waiting() || (got == s.builtin.unknown()) != (tt.looks == "unknown") {
				t.Errorf("%s: is a placeholder", tt.why)
			}
			if len(tt.looks) == 1 && looks(got) != tt.looks {
				t.Errorf("%s: looks like %s, want %s", tt.why, looks(got), tt.looks)
			}
			if s.Load(t.Context(), r); s.Icon(r) != got {
				t.Errorf("%s: a second time another icon", tt.why)
			}
		})
	}
	if _, err := os.Stat(filepath.Join(dir, "icon-cache", "99")); err != nil {
		t.Error("what was fetched is not kept")
	}
	again := New(Config{Dir: dir}, slog.New(slog.DiscardHandler))
	if err := again.Load(t.Context(), ref(t, "99")); err != nil || looks(again.Icon(ref(t, "99"))) != "G" {
		t.Errorf("from the disk, without a gallery: %v", err)
	}
}
