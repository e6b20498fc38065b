// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"image"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// pipes is a network within the process, so that its waits count for the fake
// clock of synctest.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	c, ok := <-p
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}
func (p pipes) Close() error   { close(p); return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func (p pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p <- server:
		return client, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// serve lets a server answer the fetches of s.
func serve(t *testing.T, s *Store, answer http.HandlerFunc) {
	t.Helper()
	l := make(pipes)
	srv := &http.Server{Handler: answer}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	s.gallery.transport.DialContext = paced(l.dial)
}

// withGallery is a running store with a server that answers its fetches.
func withGallery(t *testing.T, dir string, answer http.HandlerFunc) (*Store, *logged) {
	t.Helper()
	return running(t, Config{Gallery: "http://gallery/thumbs/{id}", Dir: dir}, func(s *Store) {
		serve(t, s, answer)
	})
}

// settle lets everything happen that needs no time.
func settle(s *Store, r Ref) *Icon {
	s.Icon(r)
	synctest.Wait()
	return s.Icon(r)
}

// TestGalleryIsPaced: of an answer that unpacks to nothing, without end, little is read.
func TestGalleryIsPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var nothing bytes.Buffer
		must.Do(t, gzip.NewWriter(&nothing).Close())
		const all = 64 << 20
		part := bytes.Repeat(nothing.Bytes(), 4096)
		var sent atomic.Int64
		s, _ := withGallery(t, t.TempDir(), func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			for n, err := 0, error(nil); err == nil && sent.Load() < all; sent.Add(int64(n)) {
				n, err = w.Write(part)
			}
		})
		s.Icon(ref(t, "1"))
		time.Sleep(fetchTimeout + time.Second)
		if n := sent.Load(); n < mostBytes || n > all/2 {
			t.Errorf("%d bytes were sent", n)
		}
	})
}

// What servers answer, what is shown then, and when they are asked again.
func TestGalleryAnswers(t *testing.T) {
	green := solid(0, 255, 0)
	send := func(kind string, data []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Write(data)
		}
	}
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", code) }
	}
	to := func(where string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/there" {
				w.Write(green)
				return
			}
			http.Redirect(w, r, where, http.StatusFound)
		}
	}
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	z.Write(append(green, make([]byte, 32<<20)...))
	z.Close()
	never := 100 * time.Hour
	away := []string{"busy", "out of order", "no HTTP", "100 kB of headers"}
	two := rawGIF{size: image.Pt(8, 8), global: art, frames: []rawFrame{paint(0, 0, 0, "R"), paint(0, 0, 0, "G")}}.bytes()
	cut := func(data []byte) http.HandlerFunc { // the connection's end is that of the data
		return func(w http.ResponseWriter, r *http.Request) {
			c, _, _ := w.(http.Hijacker).Hijack()
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n%s", data)
			c.Close()
		}
	}
	for _, tt := range []struct {
		why    string
		answer http.HandlerFunc
		looks  string
		again  time.Duration // when it is asked again; never for a good one
	}{
		{"a PNG", send("image/png", green), "G", never},
		{"a GIF that says it is text", send("text/html", dataGIF()), "B", never},
		{"redirected", to("/there"), "G", never},
		{"a page that says it is a GIF", send("image/gif", []byte("<html>")), "?", time.Hour},
		{"nothing", send("image/gif", nil), "?", time.Hour},
		{"not found", status(404), "?", time.Hour},
		{"forbidden", status(403), "?", time.Hour},
		{"busy", status(429), "?", time.Minute},
		{"out of order", status(502), "?", time.Minute},
		{"redirected for ever", to("/thumbs/1"), "?", time.Minute},
		{"redirected to a file", to("file:///etc/passwd"), "?", time.Minute},
		{"larger than 64 KiB, no length", func(w http.ResponseWriter, r *http.Request) {
			w.Write(green)
			w.(http.Flusher).Flush()
			w.Write(make([]byte, 64<<10))
		}, "?", time.Hour},
		{"a picture of 2000×2000",
			send("image/gif", rawGIF{size: image.Pt(2000, 2000), global: art, frames: []rawFrame{paint(0, 0, 0, "R")}}.bytes()),
			"?", time.Hour},
		{"a small body that unpacks to 32 MB", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(bomb.Bytes())
		}, "?", time.Hour},
		{"shorter than it says", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "5000")
			w.Write(green)
		}, "?", time.Minute},
		{"longer than it says", func(w http.ResponseWriter, r *http.Request) {
			c, _, _ := w.(http.Hijacker).Hijack()
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%sand more", len(green), green)
			c.Close()
		}, "G", never},
		{"breaks off", func(w http.ResponseWriter, r *http.Request) {
			w.Write(green[:40])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, "?", time.Minute},
		{"no length, whole", cut(green), "G", never},
		{"a PNG cut in its pixels", cut(green[:len(green)-20]), "?", time.Minute},
		{"a PNG cut in its head", cut(green[:20]), "?", time.Minute},
		{"a GIF cut after its first frame", cut(two[:len(two)-8]), "?", time.Minute},
		{"a GIF without its trailer", cut(bytes.TrimSuffix(two, []byte{0x3B})), "?", time.Minute},
		{"a GIF cut in its head", cut(two[:15]), "?", time.Minute},
		{"no HTTP", func(w http.ResponseWriter, r *http.Request) {
			c, _, _ := w.(http.Hijacker).Hijack()
			c.Write([]byte("SSH-2.0\r\n"))
			c.Close()
		}, "?", time.Minute},
		{"100 kB of headers", func(w http.ResponseWriter, r *http.Request) {
			c, _, _ := w.(http.Hijacker).Hijack()
			c.Write([]byte("HTTP/1.1 200 OK\r\n"))
			for range 1000 {
				fmt.Fprintf(c, "X-%s: y\r\n", strings.Repeat("z", 100))
			}
			fmt.Fprintf(c, "Content-Length: %d\r\n\r\n%s", len(green), green)
			c.Close()
		}, "?", time.Minute},
	} {
		t.Run(tt.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var asked atomic.Int32
				s, log := withGallery(t, t.TempDir(), func(w http.ResponseWriter, r *http.Request) {
					asked.Add(1)
					tt.answer(w, r)
				})
				r := ref(t, "i1")
				if got := s.Icon(r); got != s.builtin.waiting() {
					t.Error("not the sign for waiting at first")
				}
				got := settle(s, r)
				if looks(got) != tt.looks || !changed(s) {
					t.Errorf("looks like %s, want %s\n%s", looks(got), tt.looks, log)
				}
				off := strings.Contains(log.String(), "the icon gallery cannot be reached")
				if off != slices.Contains(away, tt.why) {
					t.Errorf("logged as not reached: %v\n%s", off, log)
				}
				if tt.looks == "?" && got != s.builtin.unknown() {
					t.Error("not the sign for unknown at last")
				}
				if says := s.Fault(r); strings.Contains(says, "cannot be reached") != off || (says == "") == (tt.looks == "?") {
					t.Errorf("it says %q", says)
				}
				n := asked.Load()
				if n != 1 && !strings.HasPrefix(tt.why, "redirected") {
					t.Errorf("asked %d times", n)
				}
				time.Sleep(min(tt.again, 48*time.Hour) - time.Second)
				if settle(s, r); asked.Load() != n {
					t.Error("asked again too soon")
				}
				time.Sleep(2 * time.Second)
				if settle(s, r); (asked.Load() == n) != (tt.again == never) {
					t.Errorf("asked %d times in the end", asked.Load())
				}
			})
		})
	}
}

// TestEachItsOwnCause: of several icons that are missing each is told its own cause, whatever came of the others later.
func TestEachItsOwnCause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := withGallery(t, t.TempDir(), func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/thumbs/2":
				w.WriteHeader(http.StatusBadGateway)
			case "/thumbs/3":
				w.Write(solid(0, 255, 0)[:20])
			case "/thumbs/4":
				http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
			case "/thumbs/5":
				w.Write(solid(0, 255, 0))
			default:
				w.WriteHeader(http.StatusNotFound)
			}
		})
		want := []string{`there is no icon "1"`, `the icon gallery cannot be reached for "2"`,
			`the icon gallery sent no whole picture for "3"`, `the icon gallery redirects elsewhere for "4"`, "", "",
			`there is no icon "7"`}
		for i := range want {
			if r := ref(t, fmt.Sprint(i+1)); i != 5 { // which nobody has asked for
				settle(s, r)
			}
			for j, before := range want[:i+1] {
				if got := s.Fault(ref(t, fmt.Sprint(j+1))); got != before {
					t.Errorf("after %d: icon %d says %q, want %q", i+1, j+1, got, before)
				}
			}
		}
		time.Sleep(2 * shortMissing) // nobody has asked again
		if got := s.Fault(ref(t, "2")); got != want[1] {
			t.Errorf("later: it says %q", got)
		}
	})
}

// A slow server is given 10 s, and other numbers are served meanwhile.
func TestGallerySlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := withGallery(t, "", func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/2") {
				w.Write(solid(0, 255, 0))
				return
			}
			for r.Context().Err() == nil { // drip for ever
				w.Write([]byte{0x89})
				w.(http.Flusher).Flush()
				time.Sleep(time.Second)
			}
		})
		slow, quick := ref(t, "1"), ref(t, "2")
		settle(s, slow)
		if looks(settle(s, quick)) != "G" {
			t.Error("a slow icon holds up another")
		}
		time.Sleep(9 * time.Second)
		if settle(s, slow) != s.builtin.waiting() {
			t.Error("given up before its time")
		}
		time.Sleep(2 * time.Second)
		if settle(s, slow) != s.builtin.unknown() {
			t.Error("not given up after 10 s")
		}
	})
}

func TestGalleryTwoAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now, most, all atomic.Int32
		s, _ := withGallery(t, "", func(w http.ResponseWriter, r *http.Request) {
			most.Store(max(most.Load(), now.Add(1)))
			all.Add(1)
			time.Sleep(time.Second)
			now.Add(-1)
			w.Write(solid(0, 255, 0))
		})
		for i := range 20 {
			r := ref(t, fmt.Sprint(i+1))
			for range 3 { // one that is under way is not ordered again
				settle(s, r)
			}
		}
		time.Sleep(20 * time.Second)
		if all.Load() != 20 || most.Load() != 2 {
			t.Errorf("%d fetches, %d at a time; want 20, 2", all.Load(), most.Load())
		}
	})
}

// What was fetched is kept for good: another start needs no gallery.
func TestGalleryIsKept(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s, _ := withGallery(t, dir, func(w http.ResponseWriter, r *http.Request) { w.Write(solid(0, 255, 0)) })
		settle(s, ref(t, "a4711"))
	})
	synctest.Test(t, func(t *testing.T) {
		s, _ := running(t, Config{Dir: dir})
		if got := looks(settle(s, ref(t, "4711"))); got != "G" {
			t.Errorf("after a restart without a gallery it looks like %s", got)
		}
		if got := settle(s, ref(t, "4712")); got != s.builtin.unknown() {
			t.Error("a number that was never fetched is not unknown")
		}
	})
}

// A file that a power cut left half written is fetched again.
func TestGalleryBrokenFile(t *testing.T) {
	red := solid(255, 0, 0)
	blue := dataGIF()
	for why, data := range map[string][]byte{
		"cut in its head": red[:20], "cut in its pixels": red[:len(red)-20],
		"a GIF without its trailer": blue[:len(blue)-1], "larger than it may be": append(red, make([]byte, maxFetch)...),
	} {
		dir := t.TempDir()
		os.Mkdir(filepath.Join(dir, "icon-cache"), 0o755)
		os.WriteFile(filepath.Join(dir, "icon-cache", "5"), data, 0o644)
		off := New(Config{Dir: dir}, slog.New(slog.DiscardHandler))
		if err := off.Load(t.Context(), ref(t, "5")); err == nil {
			t.Errorf("%s: is shown", why)
		}
		if _, err := os.Stat(off.kept.path("5")); err == nil {
			t.Errorf("%s: stays on the disk", why)
		}
		os.WriteFile(off.kept.path("5"), data, 0o644)
		synctest.Test(t, func(t *testing.T) {
			s, _ := withGallery(t, dir, func(w http.ResponseWriter, r *http.Request) { w.Write(solid(0, 255, 0)) })
			if got := looks(settle(s, ref(t, "5"))); got != "G" {
				t.Errorf("%s: looks like %s", why, got)
			}
			if got, _ := os.ReadFile(s.kept.path("5")); !bytes.Equal(got, solid(0, 255, 0)) {
				t.Errorf("%s: the whole one is not kept", why)
			}
		})
	}
}

// What is not whole is not kept.
func TestGalleryKeepsNoPart(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		green := solid(0, 255, 0)
		s, _ := withGallery(t, dir, func(w http.ResponseWriter, r *http.Request) { w.Write(green[:len(green)-20]) })
		settle(s, ref(t, "5"))
		if _, err := s.Source(t.Context(), ref(t, "6")); err == nil {
			t.Error("Source gives a part")
		}
		if files, _ := os.ReadDir(filepath.Join(dir, "icon-cache")); len(files) != 0 {
			t.Errorf("kept: %v", files)
		}
	})
}

// The icons that were not used for longest make room.
func TestGalleryDiskIsBounded(t *testing.T) {
	dir := t.TempDir()
	s := New(Config{Dir: dir}, slog.New(slog.DiscardHandler))
	os.Mkdir(filepath.Join(dir, "icon-cache"), 0o755)
	old := time.Now().Add(-1000 * time.Hour)
	for i := 1; i <= 10; i++ { // sparse files of 7 MiB
		path := s.kept.path(fmt.Sprint(i))
		os.WriteFile(path, nil, 0o644)
		os.Truncate(path, 7<<20)
		at := old.Add(time.Duration(-i) * time.Hour) // 10 is the oldest
		os.Chtimes(path, at, at)
	}
	os.WriteFile(s.kept.path("9"), solid(255, 0, 0), 0o644)
	at := old.Add(-9 * time.Hour)
	os.Chtimes(s.kept.path("9"), at, at)
	s.kept.open()
	if s.kept.get("9") == nil {
		t.Fatal("9 is not there")
	}
	s.kept.put("11", solid(0, 255, 0)) // 63 MiB: fits
	if n := len(s.kept.files); n != 11 {
		t.Errorf("%d files, want 11", n)
	}
	os.Truncate(s.kept.path("1"), 9<<20)
	s.kept.note("1", diskFile{9 << 20, old}) // 65 MiB
	s.kept.put("12", solid(0, 255, 0))
	left, _ := os.ReadDir(filepath.Join(dir, "icon-cache"))
	if len(left) != len(s.kept.files) || s.kept.bytes > maxDisk {
		t.Errorf("%d files, known are %d of %d bytes", len(left), len(s.kept.files), s.kept.bytes)
	}
	for number, want := range map[string]bool{"10": false, "8": false, "7": true, "9": true, "11": true, "12": true} {
		if _, err := os.Stat(s.kept.path(number)); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", number, err == nil, want)
		}
	}
	info, _ := os.Stat(s.kept.path("9"))
	if time.Since(info.ModTime()) > time.Hour {
		t.Error("the use of 9 was not noted")
	}
}

// The end of Run does not wait for a server.
func TestGalleryStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := withGallery(t, "", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		settle(s, ref(t, "1"))
	})
}

// The same over a real socket.
func TestGalleryOverTCP(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/12.gif" || r.Header.Get("User-Agent") != "ledpost" {
			http.NotFound(w, r)
			return
		}
		w.Write(dataGIF())
	}))
	defer srv.Close()
	s, log := running(t, Config{Gallery: srv.URL + "/{id}.gif"})
	r := ref(t, "a12")
	for s.Icon(r) == s.builtin.waiting() {
		select {
		case <-s.Changed():
		case <-time.After(10 * time.Second):
			t.Fatal("nothing came")
		}
	}
	if got := looks(s.Icon(r)); got != "B" {
		t.Errorf("looks like %s\n%s", got, log)
	}
}
