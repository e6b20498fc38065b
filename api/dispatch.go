package api

import (
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
)

// serve handles every request up to its endpoint.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["X-Content-Type-Options"] = noSniff
	if c := connOf(r); c != nil {
		r.TLS = c.state()
		if c.excuse != "" && !s.insists(r, c) {
			h.Set("Connection", "close")
			h.Set("Retry-After", "5")
			rest.Fail(s.log, w, r, rest.Refuse(http.StatusServiceUnavailable, c.excuse))
			return
		}
	}
	if size := headerSize(r); size > maxHeader {
		h.Set("Connection", "close")
		rest.Fail(s.log, w, r, errLongHeader)
		return
	}
	if r.Method == http.MethodOptions {
		allowOtherSites(h) // browsers ask without the key (Fetch Standard, 4.8)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if r.Host == "" {
		r.Host = localHost(r)
	}
	tidy(r.URL)
	s.mux.ServeHTTP(w, r)
}

// insists gives a connection beyond the limits a place if its request has shown
// a key of the owner.
func (s *Server) insists(r *http.Request, c *conn) bool {
	key, err := s.lock.check(r)
	if err != nil || holderOf(key).rank < owner {
		return false
	}
	out, ok := s.conns.insist(c)
	out.cut()
	return ok
}

// connOf returns the connection of a request, or nil in tests that have none.
func connOf(r *http.Request) *conn {
	c, _ := r.Context().Value(connKey{}).(*conn)
	return c
}

// tidy removes a slash at the end of u's path, and doubled ones such as "//",
// which clients produce when they join a base and a path. http.ServeMux would
// redirect such requests, and few clients send their body a second time. An
// escaped slash counts as an ordinary character.
func tidy(u *url.URL) {
	p := u.EscapedPath()
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // for CONNECT
	}
	if clean := path.Clean(p); clean != u.EscapedPath() {
		u.RawPath = clean
		u.Path, _ = url.PathUnescape(clean) // cannot fail: the path has been parsed before
	}
}

// localHost returns the address that a request came to, for requests without a
// Host: HTTP/1.0 needs none (RFC 1945, 5.2).
func localHost(r *http.Request) string {
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return a.String()
	}
	return ""
}

// headerSize returns approximately how many bytes the request line and the
// header took on the wire.
func headerSize(r *http.Request) int {
	n := len(r.Method) + len(r.RequestURI) + len(r.Host) + 22
	for name, values := range r.Header {
		for _, v := range values {
			n += len(name) + len(v) + 4
		}
	}
	return n
}
