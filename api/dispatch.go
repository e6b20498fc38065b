// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
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
	return strings.HasPrefix(p, "/") && (p == "/" || !strings.HasSuffix(p, "/")) && !strings.Contains(p, "//") &&
		!strings.Contains(p, "/.")
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

// endpoints lists the endpoints of all rooms, and the server's own.
func (s *Server) endpoints() (all []*endpoint) {
	list := append(s.own(), s.keys.Endpoints()...)
	for _, room := range s.cfg.Rooms {
		list = append(list, room.Endpoints()...)
	}
	for _, e := range list {
		all = append(all, &endpoint{e, s, e.Allow()})
	}
	return all
}

// own lists what belongs to no room: the state of the server, and what there is not.
func (s *Server) own() []rest.Endpoint {
	const get = http.MethodGet
	return []rest.Endpoint{
		{Path: "/live/clients", Methods: rest.Methods{get: s.getClients}},
		{Path: "/live/start", Any: true, Methods: rest.Methods{get: s.getStart}},
		{Path: "/metrics", Methods: rest.Methods{get: s.getMetrics}},
		{Path: "/healthz", Public: true, Methods: rest.Methods{get: s.getHealth}},
		{Path: "/openapi.json", Public: true, Methods: rest.Methods{get: getOpenAPI}},
		rest.Page("/", s.cfg.Page), // a missing file gets the answer of any unknown path
		{Path: "/api"}, {Path: "/api/"}, {Path: "/live"}, {Path: "/live/"},
	}
}

func (s *Server) getClients(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK, s.clients.list())
}
