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
)

// types are those of the files; what is not a picture is worth compressing.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json",
}

// served are the files by their path in a URL.
type served map[string]*file

// file is a file as it is served.
type file struct {
	kind   string
	tag    string // ETag
	body   []byte
	packed func() []byte // body in gzip, made once, when it is first wanted; nil = not worth it
}

func newServed() served {
	all := served{}
	fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error { // cannot fail: it is in memory
		if d.IsDir() {
			return err
		}
		body, err := files.ReadFile(name)
		f := &file{kind: types[path.Ext(name)], body: body}
		sum := sha256.Sum256(body)
		f.tag = hex.EncodeToString(sum[:8])
		if f.kind != types[".png"] {
			f.packed = sync.OnceValue(func() []byte { return pack(body) })
		}
		all["/"+name] = f
		return err
	})
	all["/"] = all["/index.html"]
	delete(all, "/index.html") // http.FileServer redirects it to /
	return all
}

func (s served) find(path string) *file { return s[path] }

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h, body, tag := w.Header(), f.body, f.tag
	if f.packed != nil {
		h.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r.Header.Get("Accept-Encoding")) {
			body, tag = f.packed(), tag+"-gzip"
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", strconv.Quote(tag))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// acceptsGzip reports whether an Accept-Encoding names gzip and does not refuse it
// (RFC 9110, 12.5.3).
func acceptsGzip(accept string) bool {
	for coding := range strings.SplitSeq(accept, ",") {
		name, parameter, _ := strings.Cut(strings.TrimSpace(coding), ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			weight, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(parameter), "q="), 64)
			return err != nil || weight > 0
		}
	}
	return false
}

func pack(body []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // cannot fail: the level exists
	w.Write(body)
	w.Close()
	return b.Bytes()
}
