// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

func TestUserFolder(t *testing.T) {
	dir, _ := folderOf(t, map[string][]byte{
		"porch.png":          solid(255, 0, 0),
		"123.gif":            solid(0, 255, 0), // the bytes count, not the name
		"I77.PNG":            solid(0, 0, 255),
		"status-unknown.png": solid(0, 255, 0),
		"both.gif":           solid(255, 0, 0),
		"both.png":           solid(0, 255, 0),
		"broken.png":         []byte("not a picture"),
		"notes.txt":          solid(255, 0, 0),
		".hidden.png":        solid(255, 0, 0),
		"two words.png":      solid(255, 0, 0),
		"huge.png":           append(solid(255, 0, 0), make([]byte, MaxBytes)...),
	})
	os.Mkdir(filepath.Join(dir, "icons", "folder.png"), 0o755)
	if runtime.GOOS == "linux" {
		os.Symlink("/dev/zero", filepath.Join(dir, "icons", "endless.png"))
	}
	synctest.Test(t, func(t *testing.T) {
		s, log := running(t, Config{Dir: dir})
		for _, tt := range []struct{ why, ref, looks string }{
			{"a name", "porch", "R"},
			{"names ignore case", "PORCH", "R"},
			{"a number", "123", "G"},
			{"a number with i", "i123", "G"},
			{"a number with a", "a123", "G"},
			{"a file named as the reference", "a77", "B"},
			{"wins over the built-in one", "status-unknown", "G"},
			{"the GIF of two", "both", "R"},
			{"no picture", "broken", "?"},
			{"another kind of file", "notes", "?"},
			{"a folder", "folder", "?"},
			{"endless", "endless", "?"},
			{"too large", "huge", "?"},
		} {
			s.Icon(ref(t, tt.ref))
			synctest.Wait()
			if got := looks(s.Icon(ref(t, tt.ref))); got != tt.looks {
				t.Errorf("%s: %s looks like %s, want %s", tt.why, tt.ref, got, tt.looks)
			}
		}
		if n := strings.Count(log.String(), "left out"); n != 2 {
			t.Errorf("told of %d broken files, want 2:\n%s", n, log)
		}
		if n := len(s.folder.files); n != 7 {
			t.Errorf("%d icons, want 7", n)
		}
	})
}

// A change is seen without a restart; until it is decoded the icon from before
// is shown, not a placeholder.
func TestUserFolderChanges(t *testing.T) {
	dir, write := folderOf(t, nil)
	synctest.Test(t, func(t *testing.T) {
		s, _ := running(t, Config{Dir: dir})
		porch := ref(t, "porch")
		soon := func() string {
			time.Sleep(2*time.Second + time.Millisecond)
			synctest.Wait()
			told := changed(s)
			s.Icon(porch)
			synctest.Wait()
			if told != changed(s) {
				return "told of nothing"
			}
			return looks(s.Icon(porch))
		}
		s.Icon(porch)
		for _, step := range []struct {
			why  string
			do   func()
			want string
		}{
			{"a new file", func() { write("porch.png", solid(255, 0, 0)) }, "R"},
			{"the same length, another time", func() { write("porch.png", solid(0, 255, 0)) }, "G"},
			{"a GIF beside it", func() { write("porch.gif", solid(0, 0, 255)) }, "B"},
			{"broken by hand", func() { write("porch.gif", []byte("GIF89a")) }, "?"},
			{"mended", func() { write("porch.gif", solid(255, 0, 0)) }, "R"},
		} {
			step.do()
			if got := soon(); got != step.want {
				t.Errorf("%s: looks like %s, want %s", step.why, got, step.want)
			}
		}
		before := s.Icon(porch)
		write("porch.gif", solid(0, 255, 0))
		s.folder.scan()
		if got := s.Icon(porch); got != before {
			t.Error("the icon from before is not shown while the new one is decoded")
		}
		os.RemoveAll(filepath.Join(dir, "icons"))
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if got := s.Icon(porch); got != s.builtin.unknown() {
			t.Error("a removed file is still shown")
		}
	})
}

func TestPutAndDelete(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s, _ := running(t, Config{Dir: dir})
		show := func(name string) string {
			s.Icon(ref(t, name))
			synctest.Wait()
			return looks(s.Icon(ref(t, name)))
		}
		put := func(name string, data []byte) {
			t.Helper()
			must.Do(t, s.Put(name, data))
		}
		put("Porch", solid(255, 0, 0))
		put("i123", solid(0, 255, 0))
		if show("porch") != "R" || show("a123") != "G" {
			t.Error("what was put is not shown at once")
		}
		put("porch", dataGIF())
		if show("porch") != "B" {
			t.Error("a GIF does not replace the PNG")
		}
		files, _ := os.ReadDir(filepath.Join(dir, "icons"))
		if len(files) != 2 || files[0].Name() != "123.gif" && files[0].Name() != "123.png" || files[1].Name() != "porch.gif" {
			t.Errorf("the folder has %v", files)
		}
		if err := s.Delete("porch"); err != nil || show("porch") != "?" {
			t.Errorf("deleted: %v", err)
		}
		if err := s.Delete("porch"); !errors.Is(err, ErrNotFound) {
			t.Errorf("deleted twice: %v", err)
		}
		if err := s.Delete("status-unknown"); !errors.Is(err, ErrNotFound) {
			t.Errorf("deleted a built-in one: %v", err)
		}
	})
}

// dataGIF is a blue GIF.
func dataGIF() []byte {
	f := paint(0, 0, 0, strings.Repeat("BBBBBBBB ", 8))
	return rawGIF{size: f.rect.Max, global: art, frames: []rawFrame{f}}.bytes()
}

func TestPutErrors(t *testing.T) {
	s := New(Config{Dir: t.TempDir()}, slog.New(slog.DiscardHandler))
	good := onePixel()
	for _, tt := range []struct {
		why, name string
		data      []byte
		says      string
	}{
		{"no name", "", good, "needs a name"},
		{"a path", "../../etc/passwd", good, "name"},
		{"a path of Windows", `..\porch`, good, "name"},
		{"a hidden file", ".porch", good, "name"},
		{"with an extension", "porch.png", good, "name"},
		{"too long", strings.Repeat("x", 65), good, "at most 64"},
		{"far too long", strings.Repeat("x", 1<<20), good, "at most 64"},
		{"a data URI", dataURI(good), good, "name"},
		{"no picture", "porch", []byte("hello"), "neither PNG, GIF, JPEG nor WebP"},
		{"nothing", "porch", nil, "neither PNG, GIF, JPEG nor WebP"},
		{"too large", "porch", make([]byte, MaxBytes+1), "256 KiB"},
	} {
		err := s.Put(tt.name, tt.data)
		if !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), tt.says) || len(err.Error()) > 300 {
			t.Errorf("%s: %.300v, want %q", tt.why, err, tt.says)
		}
	}
	if err := New(Config{}, slog.New(slog.DiscardHandler)).Put("porch", good); !errors.Is(err, ErrNoFolder) {
		t.Errorf("without a data directory: %v", err)
	}
	if _, err := os.Stat(s.folder.dir); err == nil {
		t.Error("what was refused made the folder")
	}
}

// A file that goes between the look and the read is no broken icon.
func TestUserFileRemoved(t *testing.T) {
	dir, _ := folderOf(t, map[string][]byte{"porch.png": solid(255, 0, 0), "lamp.png": solid(255, 0, 0)})
	synctest.Test(t, func(t *testing.T) {
		s, log := running(t, Config{Dir: dir})
		os.Remove(filepath.Join(dir, "icons", "porch.png"))
		s.Icon(ref(t, "porch")) // not scanned yet
		s.Icon(ref(t, "lamp"))
		left := maps.Clone(s.folder.all())
		delete(left, "lamp") // as by a scan, before the loader comes to it
		s.folder.mu.Lock()
		s.folder.files = left
		s.folder.mu.Unlock()
		synctest.Wait()
		if got := s.Icon(ref(t, "porch")); got != s.builtin.unknown() {
			t.Error("porch is not unknown")
		}
		if changed(s); s.Icon(ref(t, "porch")) != s.builtin.unknown() || changed(s) {
			t.Error("asking for porch goes on")
		}
		if log.String() != "" {
			t.Errorf("logged: %s", log)
		}
	})
}

func TestUserFolderIsBounded(t *testing.T) {
	testtool.Sequential(t)
	dir, write := folderOf(t, nil)
	for i := range MaxUser + 10 {
		write(fmt.Sprintf("icon%04d.png", i), onePixel())
	}
	s := New(Config{Dir: dir}, slog.New(slog.DiscardHandler))
	if n := len(s.folder.files); n != MaxUser {
		t.Errorf("%d icons, want %d", n, MaxUser)
	}
	if err := s.Put("one-more", onePixel()); !errors.Is(err, ErrFull) {
		t.Errorf("one more: %v", err)
	}
	if err := s.Put("icon0007", onePixel()); err != nil {
		t.Errorf("replacing one: %v", err)
	}
}

// A folder that takes long to look at is looked at less often, unless files come
// or go.
func TestUserFolderIsTouched(t *testing.T) {
	dir, write := folderOf(t, map[string][]byte{"porch.png": solid(255, 0, 0)})
	s := New(Config{Dir: dir}, slog.New(slog.DiscardHandler))
	for _, step := range []struct {
		why  string
		do   func()
		want bool
	}{
		{"nothing", func() {}, false},
		{"a new file", func() { write("lamp.png", onePixel()) }, true},
		{"a file less", func() { os.Remove(filepath.Join(dir, "icons", "lamp.png")) }, true},
		{"the folder is gone", func() { os.RemoveAll(filepath.Join(dir, "icons")) }, true},
	} {
		step.do()
		if step.want { // whatever the resolution of the file system's clock
			os.Chtimes(s.folder.dir, time.Now(), time.Now().Add(time.Hour))
		}
		if got := s.folder.touched(); got != step.want {
			t.Errorf("%s: touched is %v", step.why, got)
		}
		s.folder.scan()
		if s.folder.touched() {
			t.Errorf("%s: it is touched after it was read", step.why)
		}
	}
}

// BenchmarkThousands is what the largest folder costs: looking at its files, and the
// list of them.
func BenchmarkThousands(b *testing.B) {
	dir := b.TempDir()
	os.Mkdir(filepath.Join(dir, "icons"), 0o755)
	for i := range MaxUser {
		must.Do(b, os.WriteFile(filepath.Join(dir, "icons", fmt.Sprintf("icon-%d.png", i)), onePixel(), 0o644))
	}
	s := New(Config{Dir: dir}, slog.New(slog.DiscardHandler))
	b.Run("scan", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.folder.scan()
		}
	})
	b.Run("index", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.Index()
		}
	})
}
