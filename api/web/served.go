// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/coding"
	"github.com/ledpost/ledpost/words"
)

// types are the types of the files; all but pictures are worth compressing.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json",
	".ttf": "font/ttf",
}

// sheets are the style sheets, in the order in which they apply. They are served as one,
// page.css, since a browser draws nothing before it has them all.
var sheets = []string{"style.css", "controls.css", "views.css", "composer.css", "setup.css", "write.css"}

// served is what there is to serve.
type served struct {
	files map[string]*file        // by their path in a URL
	pages map[string]func() *file // index.html by language, made when it is first wanted
}

// file is a file as it is served.
type file struct {
	kind   string
	vary   string        // header fields of the request that the answer depends on
	tag    func() string // ETag, made when it is first wanted: all of them cost a tenth of a start
	body   func() []byte // made once, when it is first wanted
	packed func() []byte // body in gzip, made once, when it is first wanted; nil = not worth it
}

func newServed() served {
	all := served{map[string]*file{}, map[string]func() *file{}}
	fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error { // cannot fail: it is in memory
		if !d.IsDir() && path.Ext(name) != ".css" && name != "index.html" {
			all.files["/"+name] = newFile(path.Ext(name), func() []byte { return read(name) })
		}
		return err
	})
	var style []byte
	for _, name := range sheets {
		style = append(style, read(name)...)
	}
	all.files["/page.css"] = newFile(".css", func() []byte { return style })
	for _, language := range words.Codes {
		for section, end := range parts {
			all.files["/words/"+language+end] = newFile(".json", func() []byte { return words.Section(language, section) })
		}
		all.pages[language] = sync.OnceValue(func() *file {
			f := newFile(".html", func() []byte { return page(language) })
			f.vary = ", Accept-Language, Cookie"
			return f
		})
	}
	return all
}

// read returns an embedded file that exists.
func read(name string) []byte {
	body, _ := files.ReadFile(name)
	return body
}

// newFile returns a file whose content is what body returns when it is first wanted.
func newFile(ext string, body func() []byte) *file {
	f := &file{kind: types[ext], body: sync.OnceValue(body)}
	if ext == ".js" {
		f.body = sync.OnceValue(func() []byte { return withoutRemarks(body()) })
	}
	f.tag = sync.OnceValue(func() string {
		sum := sha256.Sum256(f.body())
		return hex.EncodeToString(sum[:8])
	})
	if f.kind != types[".png"] {
		f.packed = sync.OnceValue(func() []byte { return coding.Gzip(f.body(), gzip.BestCompression) })
	}
	return f
}

// withoutRemarks returns a module with empty lines in place of its remarks, which are a
// seventh of it; the lines keep their numbers. The first line stays: it names the licence.
// A remark that shares its line with code stays too.
func withoutRemarks(module []byte) []byte {
	lines := bytes.Split(module, []byte("\n"))
	for i, line := range lines {
		if i > 0 && bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("//")) {
			lines[i] = nil
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// again is where all files are once more, in a folder of any name, for pages of which a file did not come:
// see start.js.
const again = "/again/"

// find returns what a request asks for, or nil, and how long browsers may keep that, as Cache-Control
// has it.
func (s served) find(r *http.Request) (f *file, caching string) {
	if r.URL.Path == "/" {
		return s.pages[languageOf(r)](), "no-cache"
	}
	if rest, ok := strings.CutPrefix(r.URL.Path, again); ok {
		_, name, _ := strings.Cut(rest, "/")
		return s.files["/"+name], "max-age=60"
	}
	return s.files[r.URL.Path], "no-cache"
}

func (f *file) serve(w http.ResponseWriter, r *http.Request, caching string) {
	h, body, tag := w.Header(), f.body(), f.tag()
	if f.packed != nil {
		h.Set("Vary", "Accept-Encoding"+f.vary)
		if coding.AcceptsGzip(r.Header.Get("Accept-Encoding")) {
			body, tag = f.packed(), tag+"-gzip"
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", caching)
	h.Set("ETag", strconv.Quote(tag))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
