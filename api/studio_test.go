// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
)

// parts has one file, and counts how often it is asked for.
type parts struct {
	asked int
	gone  func() // is called meanwhile; nil = nothing is
}

func (p *parts) Part(ctx context.Context, name string) ([]byte, error) {
	if p.asked++; p.gone != nil {
		p.gone()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if name != "editor.js" {
		return nil, rest.Refuse(http.StatusNotImplemented, "the program ledpost-apps is not installed")
	}
	return []byte("export const x = 1;\n" + strings.Repeat("// a long line\n", 100)), nil
}

// TestStudio: the files of the program that draws apps need no key, and are asked for once.
func TestStudio(t *testing.T) {
	p := &parts{}
	r := newRig(t, func(s *setup) { s.parts = p })
	get := func(path string, header ...string) *http.Response {
		req := httptest.NewRequest("GET", "http://192.168.1.5:8080"+path, nil) // without a key
		for i := 0; i < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		r.Handler().ServeHTTP(w, req)
		return w.Result()
	}
	first := get("/live/studio/editor.js", "Accept-Encoding", "gzip")
	tag := first.Header.Get("ETag")
	for _, row := range []struct {
		name, path string
		header     []string
		code       int
		coding     string
	}{
		{"packed", "editor.js", []string{"Accept-Encoding", "gzip"}, 200, "gzip"},
		{"plain", "editor.js", []string{"Accept-Encoding", "identity"}, 200, ""},
		{"known", "editor.js", []string{"If-None-Match", tag}, 304, ""},
		{"not installed", "guide.md", nil, 501, ""},
		{"not installed, as was just said", "guide.md", nil, 501, ""},
		{"a file that there is not", "..%2fsecret", nil, 404, ""},
	} {
		resp := get("/live/studio/"+row.path, row.header...)
		if resp.StatusCode != row.code || resp.Header.Get("Content-Encoding") != row.coding {
			t.Errorf("%s: %d %q, want %d %q", row.name, resp.StatusCode, resp.Header.Get("Content-Encoding"), row.code,
				row.coding)
		}
	}
	if kind := first.Header.Get("Content-Type"); kind != "text/javascript; charset=utf-8" || p.asked != 2 {
		t.Errorf("%s, asked %d times", kind, p.asked)
	}
}

// TestStudioFault: a fault is asked about again after a moment, and what a client that has gone wanted is there for
// the next one.
func TestStudioFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &parts{}
		room := (&live.Live{}).Studio(p).Endpoints()[0].Methods["GET"]
		get := func(ctx context.Context, name string) error {
			r := httptest.NewRequest("GET", "/", nil).WithContext(ctx)
			r.SetPathValue("part", name)
			return room(httptest.NewRecorder(), r)
		}
		for _, row := range []struct {
			why   string
			wait  time.Duration
			asked int
		}{
			{"the first one", 0, 1},
			{"the fault is fresh", 10*time.Second - 1, 1},
			{"it may have gone", 1, 2},
		} {
			time.Sleep(row.wait)
			if err := get(t.Context(), "guide.md"); err == nil || p.asked != row.asked {
				t.Errorf("%s: %v, asked %d times, want %d", row.why, err, p.asked, row.asked)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		p.gone = cancel
		if err := get(ctx, "editor.js"); err != nil || get(t.Context(), "editor.js") != nil || p.asked != 3 {
			t.Errorf("after a client that has gone: %v, asked %d times", err, p.asked)
		}
	})
}
