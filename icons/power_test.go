// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// onDisk returns a folder that writes through fs.
func onDisk(fs durable.FS, dir string) *folder {
	f := newFolder(dir, func() {})
	f.fs = fs
	f.scan()
	return f
}

// doorOf is the content of the file that counts for door.
func doorOf(dir string) string {
	file, ok := onDisk(durable.Dir(dir), dir).find("door")
	if !ok {
		return ""
	}
	text, _ := os.ReadFile(file.path)
	return string(text)
}

// TestIconsSurvive: with the power cut after every call, and every call failing, the
// icon is the old one or the new one, what was acknowledged stays, and no file is left.
func TestIconsSurvive(t *testing.T) {
	put := func(ext string) func(durable.FS, string) error {
		return func(fs durable.FS, dir string) error { return onDisk(fs, dir).put("door", ext, []byte("new")) }
	}
	remove := func(fs durable.FS, dir string) error { return onDisk(fs, dir).delete("door") }
	type files = map[string]string
	rows := []struct {
		name     string
		files    files
		act      func(durable.FS, string) error
		old, new string
		left     []string // beside sun.gif, once it is acknowledged
	}{
		{"the first", files{}, put("png"), "", "new", []string{"door.png"}},
		{"replaced", files{"door.png": "old"}, put("png"), "old", "new", []string{"door.png"}},
		{"a GIF by a PNG, which it hides", files{"door.gif": "old"}, put("png"), "old", "new", []string{"door.png"}},
		{"a PNG by a GIF", files{"door.png": "old"}, put("gif"), "old", "new", []string{"door.gif"}},
		{"two by a PNG", files{"door.gif": "old", "door.png": "hidden"}, put("png"), "old", "new", []string{"door.png"}},
		{"deleted", files{"door.png": "old"}, remove, "old", "", nil},
		{"two deleted", files{"door.gif": "old", "door.png": "hidden"}, remove, "old", "", nil},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			row.files["sun.gif"] = "sun"
			o := durabletest.Owner{Files: row.files, Act: row.act}
			o.Look = func(why, dir string, done bool) {
				if got := doorOf(dir); got != row.new && (got != row.old || done) {
					t.Errorf("%s, acknowledged %v: the icon is %q", why, done, got)
				}
				names := namesIn(dir)
				if done && !slices.Equal(names, append(slices.Clone(row.left), "sun.gif")) || len(names) > len(row.files)+1 {
					t.Errorf("%s, acknowledged %v: there are %v", why, done, names)
				}
				if text, _ := os.ReadFile(filepath.Join(dir, "sun.gif")); string(text) != "sun" {
					t.Errorf("%s: another icon has become %q", why, text)
				}
			}
			o.Cuts(t)
			o.Faults(t)
		})
	}
}

// TestGalleryCacheSurvives: of an icon of the gallery there is the old file, the new one,
// or none, which is fetched again; a full cache that cannot remove one goes on.
func TestGalleryCacheSurvives(t *testing.T) {
	cacheIn := func(fs durable.FS, dir string) *diskCache {
		d := newDiskCache(dir, slog.New(slog.DiscardHandler))
		d.fs = fs
		return d
	}
	old, fresh := encoded(t, 1), encoded(t, 2)
	act := func(fs durable.FS, dir string) error {
		d := cacheIn(fs, dir)
		d.put("5", fresh)
		if f, ok := d.find("5"); !ok || f.size != int64(len(fresh)) {
			return errors.New("it is not kept")
		}
		return nil
	}
	for name, files := range map[string]map[string]string{"the first": {}, "replaced": {"5": string(old)}} {
		o := durabletest.Owner{Files: files, Act: act}
		o.Look = func(why, dir string, done bool) {
			got := cacheIn(durable.Dir(dir), dir).get("5")
			if !bytes.Equal(got, fresh) && (done || string(got) != files["5"]) {
				t.Errorf("%s, %s, kept %v: %d bytes", name, why, done, len(got))
			}
			if left := namesIn(dir); len(left) > 1 {
				t.Errorf("%s, %s: there are %v", name, why, left)
			}
		}
		o.Cuts(t)
		o.Faults(t)
	}
	forget := func(fs durable.FS, dir string) error {
		d := cacheIn(fs, dir)
		d.open()
		d.forget("5")
		if _, ok := d.find("5"); ok {
			t.Error("it is still known")
		}
		return nil
	}
	o := durabletest.Owner{Files: map[string]string{"5": string(old)}, Act: forget}
	o.Look = func(why, dir string, _ bool) {
		if got := cacheIn(durable.Dir(dir), dir).get("5"); got != nil && !bytes.Equal(got, old) {
			t.Errorf("forgotten, %s: %d bytes", why, len(got))
		}
	}
	o.Cuts(t)
	o.Faults(t)
}

// encoded returns a PNG with n coloured pixels.
func encoded(t *testing.T, n int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range n {
		m.Set(i, 0, color.White)
	}
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, m))
	return b.Bytes()
}

func namesIn(dir string) (names []string) {
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// TestUnsyncedDelete: after a removal that could not be synced, the next call makes up
// for it before it says that there is no such icon.
func TestUnsyncedDelete(t *testing.T) {
	m := durabletest.NewMemory()
	dir := t.TempDir()
	must.Do(t, durable.WriteFile(filepath.Join(dir, "door.png"), []byte("old")))
	m.Set("door.png", []byte("old"))
	f := onDisk(&durabletest.Mirror{Memory: m, Dir: durable.Dir(dir)}, dir)
	m.Calls = 1 // the removal
	if err := f.delete("door"); err == nil {
		t.Error("deleted without a sync")
	}
	m.Calls = -1
	if err := f.delete("door"); err != ErrNotFound {
		t.Errorf("deleted twice: %v", err)
	}
	m.Cuts(func(why string, after *durabletest.Memory) {
		if after.Contents()["door.png"] != nil {
			t.Errorf("%s: the icon is back", why)
		}
	})
}
