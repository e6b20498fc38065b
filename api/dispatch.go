// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/ledpost/ledpost/api/keys"
)

// serve handles every request between the door and its endpoint.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodOptions {
		keys.AllowOtherSites(w.Header()) // browsers ask without the key (Fetch Standard, 4.8)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if r.Host == "" {
		r.Host = localHost(r)
	}
	tidy(r.URL)
	s.mux.ServeHTTP(w, r)
}

// tidy removes a slash at the end of u's path, and doubled ones such as "//",
// which clients produce when they join a base and a path. http.ServeMux would
// redirect such requests, and few clients send their body a second time. An
// escaped slash counts as an ordinary character.
func tidy(u *url.URL) {
	if u.RawPath == "" && tidied(u.Path) {
		return
	}
	p := u.EscapedPath()
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // for CONNECT
	}
	if clean := path.Clean(p); clean != u.EscapedPath() {
		u.RawPath = clean
		u.Path, _ = url.PathUnescape(clean) // cannot fail: the path has been parsed before
	}
}

// tidied reports whether a path is surely tidy: without a slash at its end, doubled ones, and
// elements that begin with a dot, such as "..".
func tidied(p string) bool {
	return strings.HasPrefix(p, "/") && (p == "/" || !strings.HasSuffix(p, "/")) && !strings.Contains(p, "//") && !strings.Contains(p, "/.")
}

// localHost returns the address that a request came to, for requests without a
// Host: HTTP/1.0 needs none (RFC 1945, 5.2).
func localHost(r *http.Request) string {
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return a.String()
	}
	return ""
}

// Handler returns a handler that answers requests as Run does, for tests and
// other servers.
func (s *Server) Handler() http.Handler { return s.door.Handler(http.HandlerFunc(s.serve)) }
