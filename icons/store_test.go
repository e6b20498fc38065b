// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"fmt"
	"image"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// running is a store whose Run runs until the test ends. The log goes to the
// returned buffer.
func running(t *testing.T, cfg Config, change ...func(*Store)) (*Store, *logged) {
	t.Helper()
	log := &logged{}
	s := New(cfg, slog.New(slog.NewTextHandler(log, nil)))
	for _, f := range change {
		f(s)
	}
	must.Run(t, s.Run)
	return s, log
}

type logged struct {
	mu sync.Mutex // goroutines of the store write, the test reads
	b  bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func ref(t testing.TB, s string) Ref {
	t.Helper()
	return must.Get(Parse(s))(t)
}

func changed(s *Store) bool {
	select {
	case <-s.Changed():
		return true
	default:
		return false
	}
}

func newStore(t *testing.T) *Store { return New(Config{}, slog.New(slog.DiscardHandler)) }

func TestIconAtOnce(t *testing.T) {
	s := newStore(t) // not running
	small := dataURI(rawGIF{size: image.Pt(8, 8), global: art, frames: []rawFrame{paint(2, 3, 0, "RG BW")}}.bytes())
	for _, tt := range []struct {
		why, ref string
		want     *Icon // nil = neither blank nor a placeholder
	}{
		{"no icon", "", s.blank},
		{"a name", "status-unknown", nil},
		{"unknown name", "no-such-thing", s.builtin.unknown()},
		{"a number that nobody has", "i999999", s.builtin.unknown()},
		{"a small data URI", small, nil},
		{"64 frames of 8×8", dataURI(gif64(t, 64)), nil},
		{"a data URI whose pixels are broken", dataURI(bytes.Replace(onePixel(), []byte("IDAT"), []byte("IDAX"), 1)),
			s.builtin.unknown()},
		{"a large data URI has to wait", dataURI(large(1)), s.builtin.waiting()},
	} {
		r := ref(t, tt.ref)
		got := s.Icon(r)
		if got == nil || tt.want != nil && got != tt.want {
			t.Errorf("%s: got %p, want %p", tt.why, got, tt.want)
			continue
		}
		if tt.want == nil && tt.ref != "status-unknown" &&
			(got == s.blank || got == s.builtin.unknown() || got == s.builtin.waiting()) {
			t.Errorf("%s: is a placeholder", tt.why)
		}
		if s.Icon(r) != got {
			t.Errorf("%s: a second time another icon", tt.why)
		}
		if size := got.Frames[0].Image.Rect.Size(); size != image.Pt(8, 8) {
			t.Errorf("%s: size %v", tt.why, size)
		}
	}
}

func TestLargeDataURI(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := running(t, Config{})
		r := ref(t, dataURI(large(3)))
		for range 2 {
			if s.Icon(r) != s.builtin.waiting() {
				t.Error("not the sign for waiting at first")
			}
		}
		synctest.Wait()
		ic := s.Icon(r)
		if !changed(s) || ic == s.builtin.waiting() || len(ic.Frames) != 1 || ic != s.Icon(r) {
			t.Errorf("got %d frames", len(ic.Frames))
		}
		if changed(s) {
			t.Error("told twice")
		}
	})
}

// busy is a GIF of 512 frames that all differ, and that differs by n.
func busy(n int) []byte {
	g := rawGIF{size: image.Pt(8, 8), global: art, loops: 1}
	for i := range MaxFrames {
		bits := strings.NewReplacer("0", "R", "1", "G").Replace(fmt.Sprintf("%010b%06b", i, n))
		f := paint(0, 0, 0, bits[:8]+" "+bits[8:])
		f.disposal = 1
		g.frames = append(g.frames, f)
	}
	return g.bytes()
}

// The memory of decoded icons is bounded, and what is in use stays.
func TestDecodedIconsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Size: 24}, slog.New(slog.DiscardHandler))
		used := ref(t, dataURI(gif64(t, 2)))
		first := s.Icon(used)
		for i := range 20 {
			must.Do(t, s.Load(t.Context(), ref(t, dataURI(busy(i)))))
			time.Sleep(inUse / 2)
			if s.Icon(used) != first {
				t.Fatalf("the icon in use was dropped after %d others", i)
			}
		}
		if n := len(s.ready.items); s.ready.bytes > maxReady || n < 10 || n > 15 || n != s.ready.order.Len() {
			t.Errorf("%d icons, %d bytes", n, s.ready.bytes)
		}
	})
}

// Equal frames are kept once.
func TestEqualFramesAreShared(t *testing.T) {
	g := rawGIF{size: image.Pt(8, 8), global: art}
	for i := range MaxFrames {
		g.frames = append(g.frames, paint(0, 0, 0, []string{"R", "G", "B"}[i%3]))
	}
	ic := must.Get(decodeFit(t.Context(), g.bytes(), room{side: 24}))(t)
	pictures := map[*image.RGBA]bool{}
	for _, f := range ic.Frames {
		pictures[f.Image] = true
	}
	if len(pictures) != 3 || size(ic) > 30<<10 {
		t.Errorf("%d pictures, %d bytes", len(pictures), size(ic))
	}
}

// Icons that do not fit together, all of them asked for at each change as a
// notification does, come to rest.
func TestTooManyAtOnce(t *testing.T) {
	for _, tt := range []struct {
		size, icons int
		all         bool // are shown in the end
	}{{24, 16, true}, {48, 12, false}} {
		synctest.Test(t, func(t *testing.T) {
			s, _ := running(t, Config{Size: tt.size})
			var refs []Ref
			for i := range tt.icons {
				refs = append(refs, ref(t, dataURI(busy(i))))
			}
			there, rounds := 0, 0
			for changes := true; changes && rounds < 100; rounds++ {
				there = 0
				for _, r := range refs {
					if s.Icon(r) != s.builtin.waiting() {
						there++
					}
				}
				synctest.Wait()
				changes = changed(s)
			}
			if rounds == 100 || tt.all && there != tt.icons || s.ready.bytes > maxInUse {
				t.Errorf("%d icons at %d: %d there after %d rounds, %d bytes", tt.icons, tt.size, there, rounds, s.ready.bytes)
			}
			time.Sleep(inUse)
			s.Icon(refs[0])
			s.Icon(refs[tt.icons-1])
			synctest.Wait()
			if s.Icon(refs[0]) == s.builtin.waiting() {
				t.Error("two of them are not shown later")
			}
		})
	}
}

func TestConcurrentUse(t *testing.T) {
	s, _ := running(t, Config{Dir: t.TempDir()})
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Go(func() {
			for i := range 50 {
				name := fmt.Sprintf("door-%d", i%3)
				s.Put(name, onePixel())
				s.Icon(Ref{text: name, key: name})
				s.Icon(ref(t, dataURI(gif64(t, 1+i%5))))
				if i%25 == n {
					listed(s)
				}
				s.Delete(name)
			}
		})
	}
	wg.Wait()
}

func TestBadGalleryIsOff(t *testing.T) {
	for url, ok := range map[string]bool{
		"": true, DefaultGallery: true, "http://gallery.local/{id}.gif": true,
		"https://gallery.local/": false, "ftp://gallery.local/{id}": false, "{id}": false, "https:///{id}": false,
	} {
		if err := (Config{Gallery: url}).Validate(); (err == nil) != ok {
			t.Errorf("%q: %v", url, err)
		}
		log := &logged{}
		s := New(Config{Gallery: url}, slog.New(slog.NewTextHandler(log, nil)))
		if !ok && (s.cfg.Gallery != "" || !strings.Contains(log.String(), "not fetched")) {
			t.Errorf("%q is used: %s", url, log)
		}
	}
}

// folderOf is a data directory with files in its icons folder.
func folderOf(t *testing.T, files map[string][]byte) (dir string, write func(name string, data []byte)) {
	t.Helper()
	dir = t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(dir, "icons"), 0o755))
	clock := time.Now().Add(-time.Hour)
	write = func(name string, data []byte) {
		path := filepath.Join(dir, "icons", name)
		must.Do(t, os.WriteFile(path, data, 0o644))
		clock = clock.Add(time.Second)
		os.Chtimes(path, clock, clock)
	}
	for name, data := range files {
		write(name, data)
	}
	return dir, write
}

// solid is a PNG of 8×8 pixels of one colour.
func solid(r, g, b uint16) []byte {
	p := rawPNG{kind: 2, depth: 8, w: 8, h: 8}
	for range 64 {
		p.samples = append(p.samples, r, g, b)
	}
	return p.bytes()
}

// looks tells the first pixel of an icon: R, G or B when it is solid.
func looks(ic *Icon) string {
	p := ic.Frames[0].Image.Pix
	for i, name := range []string{"R", "G", "B"} {
		if p[i] == 255 && p[0]+p[1]+p[2] == 255 {
			return name
		}
	}
	return "?"
}
