// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/must"
)

// TestMemory: an icon is decoded when there is memory for it, and then holds none.
func TestMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := budget.New(64 << 20)
		others := b.Hold()
		must.Do(t, others.Take(b.Size()))
		s, _ := running(t, Config{}, func(s *Store) { s.Bound(b) })
		r := ref(t, dataURI(large(3)))
		s.Icon(r)
		time.Sleep(time.Minute)
		if synctest.Wait(); s.Icon(r) != s.builtin.waiting() || b.Refused() == 0 {
			t.Error("it is decoded without memory")
		}
		others.Release()
		time.Sleep(time.Second)
		if synctest.Wait(); s.Icon(r) == s.builtin.waiting() || len(s.Icon(r).Frames) != 1 || b.Held() != 0 {
			t.Errorf("%d frames, and %d bytes are held", len(s.Icon(r).Frames), b.Held())
		}
	})
}

// TestMemoryOfDecoding: an icon takes its file and its pixels, and where there is never so much it is not decoded.
func TestMemoryOfDecoding(t *testing.T) {
	data := large(3)
	takes := int64(len(data)) + must.Get(Inspect(data))(t).Bytes
	for room, decoded := range map[int64]bool{takes: true, takes - 1: false} {
		d := decoder{room: Config{}.room(), memory: budget.New(room)}
		if ic, err := d.decode(t.Context(), data); (ic != nil && err == nil) != decoded || d.memory.Held() != 0 {
			t.Errorf("%d bytes for %d: %v, %d are held", room, takes, err, d.memory.Held())
		}
	}
}

// TestMemoryOfSmallIcons: what would be decoded at once needs memory too.
func TestMemoryOfSmallIcons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := budget.New(1 << 20)
		others := b.Hold()
		must.Do(t, others.Take(b.Size()))
		s, _ := running(t, Config{}, func(s *Store) { s.Bound(b) })
		small := ref(t, dataURI(onePixel()))
		if s.Icon(small) != s.builtin.waiting() {
			t.Error("a small icon is decoded without memory")
		}
		others.Release()
		another := rawPNG{kind: 2, depth: 8, w: 1, h: 1, samples: []uint16{1, 2, 3}}.bytes()
		if ic := s.Icon(ref(t, dataURI(another))); ic == s.builtin.waiting() || b.Held() != 0 {
			t.Errorf("another waits: %t, and %d bytes are held", ic == s.builtin.waiting(), b.Held())
		}
		time.Sleep(time.Minute)
		if synctest.Wait(); len(s.Icon(small).Frames) != 1 || b.Held() != 0 {
			t.Errorf("%d frames, and %d bytes are held", len(s.Icon(small).Frames), b.Held())
		}
	})
}

// TestMemoryOfTheGallery: what is fetched waits for memory, and what is fetched and not decoded yet does not keep
// itself waiting, also where there is just enough for one.
func TestMemoryOfTheGallery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, asked := budget.New(maxFetch), atomic.Int64{}
		others := b.Hold()
		must.Do(t, others.Take(1))
		s, _ := running(t, Config{Gallery: "http://gallery/{id}", Dir: t.TempDir()}, func(s *Store) {
			s.Bound(b)
			serve(t, s, func(w http.ResponseWriter, r *http.Request) {
				if asked.Add(1); r.URL.Path == "/2" {
					http.NotFound(w, r)
					return
				}
				_, _ = w.Write(onePixel())
			})
		})
		s.Icon(ref(t, "1"))
		if time.Sleep(time.Second); asked.Load() != 0 {
			t.Error("one is fetched without memory")
		}
		others.Release()
		time.Sleep(time.Minute)
		if synctest.Wait(); asked.Load() != 1 || s.Icon(ref(t, "1")) == s.builtin.waiting() || b.Held() != 0 {
			t.Errorf("%d fetches, and %d bytes are held", asked.Load(), b.Held())
		}
		s.Icon(ref(t, "2"))
		time.Sleep(time.Minute)
		if synctest.Wait(); asked.Load() != 2 || b.Held() != 0 {
			t.Errorf("%d fetches, and for one that failed %d bytes are held", asked.Load(), b.Held())
		}
	})
}

// TestInspect: the memory that decoding takes is known from the headers.
func TestInspect(t *testing.T) {
	for _, row := range []struct {
		why   string
		data  []byte
		bytes int64
	}{
		{"a PNG: as it was, interlaced, and on the canvas", onePixel(), 12},
		{"with 16 bits a channel", rawPNG{kind: 2, depth: 16, w: 1, h: 1, samples: []uint16{1, 2, 3}}.bytes(), 20},
		{"a GIF: the canvas, what was there, an index", busy(1), 9 * 8 * 8},
	} {
		if info, err := Inspect(row.data); err != nil || info.Bytes != row.bytes {
			t.Errorf("%s: %+v, %v", row.why, info, err)
		}
	}
}
