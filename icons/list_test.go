// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"cmp"
	"image"
	"image/png"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/internal/must"
)

// listed returns the icons of Index that are whole, with what their files tell.
func listed(s *Store) (all []Entry) {
	for _, e := range s.Index() {
		if s.Read(&e) {
			all = append(all, e)
		}
	}
	return all
}

func TestList(t *testing.T) {
	big := rawPNG{kind: 2, depth: 8, w: 80, h: 80}
	r := rand.New(rand.NewPCG(7, 8))
	for range 80 * 80 * 3 {
		big.samples = append(big.samples, uint16(r.IntN(256)))
	}
	dir, _ := folderOf(t, map[string][]byte{
		"door.gif": gif64(t, 3), "5.png": onePixel(), "broken.png": []byte("no"), "big.png": big.bytes(),
	})
	synctest.Test(t, func(t *testing.T) {
		s, _ := withGallery(t, dir, func(w http.ResponseWriter, r *http.Request) { w.Write(gif64(t, 2)) })
		settle(s, ref(t, "a4711"))
		builtin, byName := 0, map[string]Entry{}
		all := listed(s)
		for _, e := range all {
			if e.Source == BuiltIn {
				builtin++
			}
			byName[e.Source+" "+e.Name] = e
			ic, err := Decode(e.Thumb)
			if err != nil || e.Animated != (len(ic.Frames) > 1) && e.Name != "big" || e.Type != http.DetectContentType(e.Thumb) {
				t.Errorf("%s: %s, animated %v: %v", e.Name, e.Type, e.Animated, err)
			}
		}
		if builtin < 150 || len(all) != builtin+4 {
			t.Errorf("%d entries, %d built in", len(all), builtin)
		}
		for name, want := range map[string]Entry{
			"user door":            {Animated: true, Type: "image/gif"},
			"user 5":               {Number: 5, Type: "image/png"},
			"user big":             {Type: "image/png"},
			"gallery 4711":         {Number: 4711, Animated: true, Type: "image/gif"},
			"built-in status-info": {Number: 620, Type: "image/gif"},
		} {
			e, ok := byName[name]
			if !ok || e.Number != want.Number || e.Animated != want.Animated || e.Type != want.Type {
				t.Errorf("%s: %+v, want %+v", name, e, want)
			}
		}
		m, err := png.Decode(bytes.NewReader(byName["user big"].Thumb))
		if err != nil || m.Bounds() != image.Rect(0, 0, 8, 8) {
			t.Errorf("the thumbnail of a large file is not made smaller: %v", err)
		}
		byNames := func(a, b Entry) int {
			return cmp.Or(strings.Compare(a.Source, b.Source), strings.Compare(a.Name, b.Name))
		}
		if !slices.IsSortedFunc(all[:builtin+1], byNames) {
			t.Error("not sorted")
		}
		all[0].Name = "changed by the caller"
		if listed(s)[0].Name == all[0].Name {
			t.Error("the list is shared")
		}
	})
}

// The index reads no file, and tells when one of the user's has changed.
func TestIndexReadsNothing(t *testing.T) {
	dir, write := folderOf(t, map[string][]byte{"door.png": onePixel(), "broken.png": []byte("no")})
	s := New(Config{Dir: dir}, slog.New(slog.DiscardHandler))
	own := func() (names string, versions map[string]string) {
		versions = map[string]string{}
		for _, e := range s.Index() {
			if e.Source == User {
				names += e.Name + " "
				versions[e.Name] = e.Version
				if e.Thumb != nil || e.Version == "" {
					t.Errorf("%+v", e)
				}
			}
		}
		return names, versions
	}
	names, before := own()
	if names != "broken door " {
		t.Errorf("the index has %q", names)
	}
	write("door.png", solid(255, 0, 0))
	s.folder.scan()
	if _, after := own(); after["door"] == before["door"] || after["broken"] != before["broken"] {
		t.Errorf("versions %v, then %v", before, after)
	}
	os.Remove(filepath.Join(dir, "icons", "door.png"))
	if e := (Entry{Name: "door", Source: User}); s.Read(&e) {
		t.Error("a file that has gone is read")
	}
	if e := (Entry{Name: "nowhere", Source: User}); s.Read(&e) {
		t.Error("an icon that never was is read")
	}
}

// Entry finds one icon as Icon does.
func TestEntry(t *testing.T) {
	dir, _ := folderOf(t, map[string][]byte{
		"status-ok.png": solid(255, 0, 0), "123.png": solid(0, 0, 255),
		"status-info.png": bytes.Replace(onePixel(), []byte("IDAT"), []byte("IDAX"), 1), // broken where only decoding tells
	})
	synctest.Test(t, func(t *testing.T) {
		s, _ := withGallery(t, dir, func(w http.ResponseWriter, r *http.Request) { w.Write(solid(0, 255, 0)) })
		settle(s, ref(t, "4711"))
		settle(s, ref(t, "status-info"))
		for _, tt := range []struct{ why, ref, source, name string }{
			{"the user's before the built-in", "status-ok", User, "status-ok"},
			{"letter case", "STATUS-OK", User, "status-ok"},
			{"the user's by number", "a123", User, "123"},
			{"a broken file is passed over", "status-info", BuiltIn, "status-info"},
			{"a built-in name", "status-heart", BuiltIn, "status-heart"},
			{"a built-in number", "620", BuiltIn, "status-info"},
			{"with i", "i620", BuiltIn, "status-info"},
			{"fetched before", "a4711", Gallery, "4711"},
			{"never fetched", "4712", "", ""},
			{"unknown", "no-such-thing", "", ""},
			{"none", "", "", ""},
			{"data", dataURI(onePixel()), "", ""},
		} {
			e, ok := s.Entry(ref(t, tt.ref))
			if ok != (tt.source != "") || e.Source != tt.source || e.Name != tt.name || ok && len(e.Thumb) == 0 {
				t.Errorf("%s: %q of %q, %v", tt.why, e.Name, e.Source, ok)
			}
		}
		still, _ := s.Entry(ref(t, "9182"))
		moves, _ := s.Entry(ref(t, "a9182"))
		if still.Animated || !moves.Animated {
			t.Errorf("9182 is %s, a9182 is %s", still.Name, moves.Name)
		}
	})
}

// The thumbnail of a built-in icon shows what the panel shows.
func TestThumbsOfBuiltIns(t *testing.T) {
	s := newStore(t)
	for _, e := range listed(s) {
		got, err := Decode(e.Thumb)
		want := s.Icon(ref(t, e.Name))
		if err != nil || len(got.Frames) != len(want.Frames) || len(got.Frames) > 1 && got.Loops != want.Loops {
			t.Fatalf("%s: %v", e.Name, err)
		}
		for i, f := range got.Frames {
			if !bytes.Equal(f.Image.Pix, want.Frames[i].Image.Pix) || len(got.Frames) > 1 && f.Delay != want.Frames[i].Delay {
				t.Errorf("%s: frame %d differs", e.Name, i)
			}
		}
	}
}

func TestExport(t *testing.T) {
	a, b := paint(0, 0, 1, "RR RR"), paint(2, 2, 1, "GG GG")
	a.delay, b.delay = 0, 4
	data := rawGIF{size: image.Pt(16, 16), global: art, frames: []rawFrame{a, b}}.bytes()
	for size, want := range map[int]int{0: 16, 8: 8, 24: 24} {
		dir := filepath.Join(t.TempDir(), "made")
		if n, err := Export(dir, data, size); n != 2 || err != nil {
			t.Fatalf("%d files, %v", n, err)
		}
		ic, _ := Decode(data)
		if size > 0 {
			ic = ic.Fit(size)
		}
		for i, name := range []string{"000_100ms.png", "001_40ms.png"} {
			file, err := os.ReadFile(filepath.Join(dir, name))
			must.Do(t, err)
			got, err := Decode(file)
			if err != nil || got.Frames[0].Image.Rect != image.Rect(0, 0, want, want) ||
				!bytes.Equal(got.Frames[0].Image.Pix, ic.Frames[i].Image.Pix) {
				t.Errorf("%s at %d: %v", name, size, err)
			}
		}
	}
	dir := t.TempDir()
	if _, err := Export(dir, onePixel(), 0); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "000_0ms.png")); err != nil {
		t.Error(err)
	}
	if _, err := Export(dir, []byte("no"), 0); err == nil {
		t.Error("text was exported")
	}
	for _, name := range []string{"notes.txt", "0001_0ms.png", "000_ms.png"} {
		os.WriteFile(filepath.Join(dir, name), nil, 0o644)
	}
	for _, n := range []int{3, 1} { // the second has fewer frames
		if got, err := Export(dir, gif64(t, n), 0); got != n || err != nil {
			t.Errorf("%d frames: %d, %v", n, got, err)
		}
	}
	var left []string
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		left = append(left, f.Name())
	}
	if len(left) != 4 || !slices.Contains(left, "notes.txt") {
		t.Errorf("after an export of one frame there are %v", left)
	}
}

func TestSource(t *testing.T) {
	dir, _ := folderOf(t, map[string][]byte{"door.png": solid(255, 0, 0), "620.png": solid(0, 0, 255)})
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		s, _ := withGallery(t, dir, func(w http.ResponseWriter, r *http.Request) {
			asked++
			if strings.HasSuffix(r.URL.Path, "/404") {
				http.NotFound(w, r)
				return
			}
			w.Write(solid(0, 255, 0))
		})
		for _, tt := range []struct{ why, ref, looks string }{
			{"data URI", dataURI(dataGIF()), "B"},
			{"user's", "door", "R"},
			{"user's before built-in", "i620", "B"},
			{"built-in", "status-heart", "?"},
			{"gallery", "i99", "G"},
			{"cache", "99", "G"},
		} {
			data, err := s.Source(t.Context(), ref(t, tt.ref))
			if err != nil {
				t.Errorf("%s: %v", tt.why, err)
				continue
			}
			ic, err := Decode(data)
			if err != nil || looks(ic) != tt.looks {
				t.Errorf("%s looks like %s, want %s; %v", tt.why, looks(ic), tt.looks, err)
			}
		}
		if asked != 1 {
			t.Errorf("the gallery was asked %d times, want once", asked)
		}
		for _, unknown := range []string{"", "no-such-icon", "404"} {
			if _, err := s.Source(t.Context(), ref(t, unknown)); err == nil || !strings.HasPrefix(err.Error(), "icons: ") {
				t.Errorf("%q: %v", unknown, err)
			}
		}
	})
	still := New(Config{}, slog.New(slog.DiscardHandler))
	if _, err := still.Source(t.Context(), ref(t, "404")); err == nil {
		t.Error("without a gallery a number was found")
	}
}

// TestComing: an icon is on its way from the first question until it is here, or
// it is known that there is none; what is built in never is.
func TestComing(t *testing.T) {
	dir, _ := folderOf(t, map[string][]byte{"door.png": onePixel()})
	synctest.Test(t, func(t *testing.T) {
		s, _ := withGallery(t, dir, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "404") {
				http.NotFound(w, r)
				return
			}
			w.Write(gif64(t, 2))
		})
		for text, coming := range map[string]bool{"4711": true, "40404": true, "door": true, "status-waiting": false,
			"nosuch": false, "": false} {
			r := ref(t, text)
			if s.Coming(r) != coming {
				t.Errorf("%q is coming: %v, want %v", text, !coming, coming)
			}
			synctest.Wait()
			if s.Coming(r) {
				t.Errorf("%q is still coming", text)
			}
		}
	})
}
