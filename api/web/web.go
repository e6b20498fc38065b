// SPDX-License-Identifier: Apache-2.0

// Package web is the device's web page: plain HTML, CSS and JavaScript modules,
// embedded as they are and joined when they are first asked for.
package web

import (
	"embed"
	"net/http"
	"strings"
)

//go:embed index.html away.html icon.svg *.css *.js *.png *.ttf manifest.webmanifest
var files embed.FS

// Handler serves the page at /, in the reader's language, and its files beside it,
// compressed for clients that take gzip. They need no key: the page asks for it. A
// browser keeps the files that a page names, by the hashes in their addresses, and asks each time whether
// the page has changed, so that an update of the program shows at once.
func Handler() http.Handler {
	served, own := newServed(), pagePolicy()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Files come whole: a request without a key may name 5,000 ranges, and each is a part of the answer.
		if r.Header.Get("Range") != "" {
			r = r.Clone(r.Context()) // the caller's own stays as it is (net/http, Handler)
			r.Header.Del("Range")
		}
		w.Header().Set("Content-Security-Policy", policy)
		house := ""
		if r.URL.Path == "/" {
			house = houseOf(r)
			w.Header().Set("Content-Security-Policy", strings.Replace(own, policyAsks, policyAsks+house, 1))
		}
		if f, caching := served.find(r); f != nil {
			f.serve(w, r, caching, house)
			return
		}
		http.NotFound(w, r)
	})
}
