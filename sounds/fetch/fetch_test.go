// SPDX-License-Identifier: Apache-2.0

package fetch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
	"github.com/ledpost/ledpost/sounds/fetch"
)

func client(t *testing.T, cfg fetch.Config) *fetch.Client {
	t.Helper()
	return must.Get(fetch.New(cfg))(t)
}

// get downloads u to its end.
func get(t *testing.T, c *fetch.Client, u string) ([]byte, string, error) {
	d := c.Download(u)
	d.Run(t.Context())
	typ, _ := d.Type(t.Context())
	data, err := io.ReadAll(d.Reader(t.Context()))
	return data, typ, err
}

func hello(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "Audio/MPEG")
	io.WriteString(w, "hello")
}

func TestLoopback(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(hello))
	defer srv.Close()
	port := srv.URL[strings.LastIndex(srv.URL, ":"):]
	for _, tt := range []struct {
		name, url string
		allow     []string
		ok        bool
	}{
		{"refused by default", srv.URL, nil, false},
		{"by name too", "http://localhost" + port, nil, false},
		{"allowed address", srv.URL, []string{"127.0.0.1"}, true},
		{"name with allowed address", "http://localhost" + port, []string{"127.0.0.0/8"}, true},
		{"allowed name", "http://localhost" + port, []string{"localhost"}, true},
		{"an allowed name does not allow its address", srv.URL, []string{"localhost"}, false},
		{"octal", "http://0177.0.0.1" + port, nil, false},
		{"decimal", "http://2130706433" + port, nil, false},
	} {
		data, typ, err := get(t, client(t, fetch.Config{Allow: tt.allow}), tt.url)
		if tt.ok && (err != nil || string(data) != "hello" || typ != "audio/mpeg") || !tt.ok && err == nil {
			t.Errorf("%s: %q %q %v", tt.name, data, typ, err)
		}
	}
	_, _, err := get(t, client(t, fetch.Config{}), srv.URL)
	if !errors.Is(err, fetch.ErrRefused) || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("%v does not say that loopback was refused", err)
	}
}

func TestRedirectToLoopback(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(hello))
	defer srv.Close()
	from := httptest.NewServer(http.RedirectHandler(srv.URL, http.StatusFound))
	defer from.Close()
	u := "http://localhost" + from.URL[strings.LastIndex(from.URL, ":"):]
	if _, _, err := get(t, client(t, fetch.Config{Allow: []string{"localhost"}}), u); !errors.Is(err, fetch.ErrRefused) {
		t.Errorf("followed a redirect to loopback: %v", err)
	}
}

// TestRebinding: a name that stands for an allowed address, and when asked again
// for loopback, is refused the second time.
func TestRebinding(t *testing.T) {
	var asked atomic.Int32
	resolver := dns(t, func() [4]byte { return [4]byte{127, 0, 0, byte(2 - min(1, asked.Add(1)/2))} })
	l, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skip("this test needs 127.0.0.2: ", err)
	}
	srv := httptest.NewUnstartedServer(http.RedirectHandler("http://rebind.example/", http.StatusFound))
	srv.Listener.Close()
	srv.Listener = l
	srv.Start()
	defer srv.Close()
	u := fmt.Sprintf("http://rebind.example:%d/", l.Addr().(*net.TCPAddr).Port)
	c := client(t, fetch.Config{Allow: []string{"127.0.0.2"}, Resolver: resolver})
	if _, _, err := get(t, c, u); !errors.Is(err, fetch.ErrRefused) || !strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("the second answer was not checked: %v", err)
	}
}

// dns is a name server that gives every name the address of answer.
func dns(t *testing.T, answer func() [4]byte) *net.Resolver {
	conn := must.Get(net.ListenPacket("udp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { conn.Close() })
	go func() {
		buf := make([]byte, 512)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil {
				continue
			}
			m.Header.Response, m.Additionals = true, nil
			if m.Questions[0].Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: m.Questions[0].Name, Class: dnsmessage.ClassINET, TTL: 1},
					Body:   &dnsmessage.AResource{A: answer()},
				}}
			}
			out, _ := m.Pack()
			conn.WriteTo(out, from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return net.Dial("udp", conn.LocalAddr().String())
	}}
}

func TestRedirects(t *testing.T) {
	var got []http.Header
	mux := http.NewServeMux()
	mux.HandleFunc("/n/{n}", func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header)
		var n int
		fmt.Sscan(r.PathValue("n"), &n)
		if n == 0 {
			hello(w, r)
			return
		}
		http.Redirect(w, r, fmt.Sprintf("http://u:p@other.example/n/%d", n-1), http.StatusFound)
	})
	mux.Handle("/file", http.RedirectHandler("file:///etc/passwd", http.StatusFound))
	c := client(t, fetch.Config{Dial: webtest.Serve(t, mux)})
	if data, _, err := get(t, c, "http://user:secret@one.example/n/5"); err != nil || string(data) != "hello" {
		t.Errorf("five redirects: %q, %v", data, err)
	}
	if got[0].Get("Authorization") == "" {
		t.Error("the URL's own password was not used")
	}
	for _, h := range got[1:] {
		for _, k := range []string{"Authorization", "Referer", "Cookie"} {
			if h.Get(k) != "" {
				t.Errorf("%s was forwarded: %s", k, h.Get(k))
			}
		}
	}
	if _, _, err := get(t, c, "http://user:secret@one.example/n/6"); err == nil ||
		strings.Contains(err.Error(), "secret") {
		t.Errorf("six redirects: %v", err)
	}
	if _, _, err := get(t, c, "http://one.example/file"); !errors.Is(err, fetch.ErrRefused) {
		t.Errorf("redirect to a file: %v", err)
	}
}

func TestBadURL(t *testing.T) {
	c := client(t, fetch.Config{Dial: webtest.Serve(t, http.HandlerFunc(hello))})
	for _, u := range []string{"file:///etc/passwd", "ftp://host/x", "http://", "//host/x", "host/x.mp3", "http://%zz",
		"http://host/nothing\n"} {
		if _, _, err := get(t, c, u); err == nil {
			t.Errorf("%q was fetched", u)
		}
	}
}

// TestBadServers are the ways in which a server can be slow, stall and lie.
func TestBadServers(t *testing.T) {
	big := make([]byte, 1<<20)
	for _, tt := range []struct {
		name  string
		serve http.HandlerFunc
		size  int           // bytes that arrive all the same
		err   error         // want; nil with fails = any
		fails bool          //
		takes time.Duration // exactly
	}{
		{"slow but steady", func(w http.ResponseWriter, r *http.Request) {
			for range 100 {
				w.Write(big[:100])
				w.(http.Flusher).Flush()
				time.Sleep(5 * time.Second)
			}
		}, 10000, nil, false, 500 * time.Second},
		{"never answers", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, 0, nil, true,
			fetch.ByteTimeout},
		{"answers, then silence", func(w http.ResponseWriter, r *http.Request) {
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}, 0, fetch.ErrStalled, true, fetch.ByteTimeout},
		{"stalls in the middle", func(w http.ResponseWriter, r *http.Request) {
			w.Write(big[:5000])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}, 5000, fetch.ErrStalled, true, fetch.ByteTimeout},
		{"a drop every 9 s, for ever", func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				w.Write(big[:1])
				w.(http.Flusher).Flush()
				time.Sleep(9 * time.Second)
			}
		}, 67, nil, true, fetch.MaxTime},
		{"too large, and says so", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", fmt.Sprint(fetch.MaxBytes+1))
			w.Write(big[:1])
		}, 0, fetch.ErrTooLarge, true, 0},
		{"endless", func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				w.Write(big)
			}
		}, -1, fetch.ErrTooLarge, true, 0},
		{"ends early", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000")
			w.Write(big[:300])
		}, 300, io.ErrUnexpectedEOF, true, 0},
		{"not found", http.NotFound, 0, nil, true, 0},
		{"header of a megabyte", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X", strings.Repeat("x", 1<<20))
		}, 0, nil, true, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := client(t, fetch.Config{Dial: webtest.Serve(t, tt.serve)})
				start := time.Now()
				data, _, err := get(t, c, "http://host/")
				if (err != nil) != tt.fails || tt.err != nil && !errors.Is(err, tt.err) {
					t.Errorf("%v", err)
				}
				if len(data) != tt.size && tt.size >= 0 {
					t.Errorf("%d bytes, want %d", len(data), tt.size)
				}
				must.Equal(t, time.Since(start), tt.takes, "time")
			})
		})
	}
}

// TestReaders: several read at once, from the beginning, while the file grows.
func TestReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		want := make([]byte, 300_000)
		for i := range want {
			want[i] = byte(i * 7 >> 3)
		}
		c := client(t, fetch.Config{Dial: webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for i := 0; i < len(want); i += 50_000 {
				w.Write(want[i : i+50_000])
				w.(http.Flusher).Flush()
				time.Sleep(time.Second)
			}
		}))})
		d := c.Download("http://host/")
		go d.Run(t.Context())
		done := make(chan error)
		for range 3 {
			go func() {
				got, err := io.ReadAll(d.Reader(t.Context()))
				if !bytes.Equal(got, want) {
					err = fmt.Errorf("read %d other bytes, %v", len(got), err)
				}
				done <- err
			}()
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		if got, err := io.ReadAll(d.Reader(ctx)); len(got) != 150_000 || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a reader that gave up after 2.5 s has %d bytes, %v", len(got), err)
		}
		for range 3 {
			must.Do(t, <-done)
		}
	})
}

// TestNoAnswerFromDNS: finding the address is part of connecting.
func TestNoAnswerFromDNS(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			here, there := net.Pipe()
			go io.Copy(io.Discard, there)
			return here, nil
		}}
		begin := time.Now()
		_, _, err := get(t, client(t, fetch.Config{Resolver: resolver}), "http://host.example/")
		if d := time.Since(begin); err == nil || d > fetch.ConnectTimeout || d < fetch.ConnectTimeout-time.Millisecond {
			t.Errorf("%v after %v", err, d)
		}
		time.Sleep(time.Minute) // the resolver itself goes on for a while
	})
}
