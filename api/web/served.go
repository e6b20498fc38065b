// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
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

// served holds the files and the pages.
type served struct {
	files map[string]*file // by their path in a URL
	pages map[shown]func() *file
}

// shown is a page as it can be asked for. Each is made when it is first wanted.
type shown struct {
	path, language string
	modules        bool // as they are, not joined
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
	all := served{map[string]*file{}, map[shown]func() *file{}}
	fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error { // cannot fail: it is in memory
		if !d.IsDir() && path.Ext(name) != ".css" && path.Ext(name) != ".html" {
			all.files["/"+name] = newFile(path.Ext(name), func() []byte { return read(name) })
		}
		return err
	})
	joined := map[string]func() []byte{"page.js": pageScript, "later.js": laterScript, "page.css": all.style}
	for name, body := range joined {
		all.files["/"+name] = newFile(path.Ext(name), body)
	}
	all.files["/sw.js"] = newFile(".js", all.worker)
	for _, language := range words.Codes {
		for section, end := range parts {
			all.files["/words/"+language+end] = newFile(".json", func() []byte { return words.Section(language, section) })
		}
		for _, modules := range []bool{false, true} {
			all.pages[shown{"/", language, modules}] = all.page("index.html", language, modules)
			all.pages[shown{"/away.html", language, modules}] = all.page("away.html", language, modules)
		}
	}
	return all
}

// page returns the maker of a page in a language.
func (s served) page(name, language string, modules bool) func() *file {
	return sync.OnceValue(func() *file {
		f := newFile(".html", func() []byte { return page(name, language, modules, s.address) })
		f.vary = ", Accept-Language, Cookie"
		return f
	})
}

// worker returns the service worker with the version of its page: after an update a browser installs it again, and it
// keeps the new page.
func (s served) worker() []byte {
	version := s.pages[shown{"/away.html", words.Codes[0], false}]().tag()
	return fmt.Appendf(read("sw.js"), "self.page = '%s';\n", version)
}

// style returns the sheets as one.
func (s served) style() []byte {
	var all []byte
	for _, name := range sheets {
		all = append(all, read(name)...)
	}
	return bytes.ReplaceAll(all, []byte("url(headings.ttf)"), []byte("url("+s.address("headings.ttf")+")"))
}

// address returns the address of a file for as long as its content is the same, or name if there is no such file.
func (s served) address(name string) string {
	if f := s.files["/"+name]; f != nil {
		return name + "?v=" + f.tag()
	}
	return name
}

// read returns an embedded file that exists.
func read(name string) []byte {
	body, _ := files.ReadFile(name)
	return body
}

// newFile returns a file with the content that body returns when it is first wanted.
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

// forever is for addresses that hold the hash of their content.
const forever = "public, max-age=31536000, immutable"

// find returns the file that a request asks for, or nil, and how long browsers may keep that, as Cache-Control
// has it. An address with the hash of another version has nothing: a page never gets files that are newer than it.
func (s served) find(r *http.Request) (f *file, caching string) {
	query := r.URL.Query()
	if page := s.pages[shown{r.URL.Path, languageOf(r), query.Has("modules")}]; page != nil {
		return page(), "no-cache"
	}
	f, caching = s.files[r.URL.Path], "no-cache"
	if hash := query.Get("v"); f != nil && hash != "" {
		if hash != f.tag() {
			return nil, ""
		}
		caching = forever
	}
	return f, caching
}

// serve answers with f. A browser keeps a policy as long as the file: with another house that is another version.
func (f *file) serve(w http.ResponseWriter, r *http.Request, caching, house string) {
	h, body, tag := w.Header(), f.body(), f.tag()
	if house != "" {
		sum := sha256.Sum256([]byte(house))
		tag += "-" + hex.EncodeToString(sum[:8])
	}
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
