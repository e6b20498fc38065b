// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/rest"
)

// parts has one file, and counts how often it is asked for.
type parts struct{ asked int }

func (p *parts) Part(_ context.Context, name string) ([]byte, error) {
	p.asked++
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
		{"a file that there is not", "..%2fsecret", nil, 404, ""},
	} {
		resp := get("/live/studio/"+row.path, row.header...)
		if resp.StatusCode != row.code || resp.Header.Get("Content-Encoding") != row.coding {
			t.Errorf("%s: %d %q, want %d %q", row.name, resp.StatusCode, resp.Header.Get("Content-Encoding"), row.code, row.coding)
		}
	}
	if kind := first.Header.Get("Content-Type"); kind != "text/javascript; charset=utf-8" || p.asked != 2 {
		t.Errorf("%s, asked %d times", kind, p.asked)
	}
}
