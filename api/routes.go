package api

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// handler answers one method of a path, or says why not.
type handler func(w http.ResponseWriter, r *http.Request) error

// endpoint is a path and its methods.
type endpoint struct {
	server  *Server
	path    string // pattern of http.ServeMux
	public  bool   // no key needed
	methods map[string]handler
	allow   string
}

// endpoints lists all paths. Those of device-api.md come first.
func (s *Server) endpoints() []*endpoint {
	type methods = map[string]handler
	const get, put, post, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete
	list := []*endpoint{
		{path: "/api/v2", methods: methods{get: s.getIndex}},
		{path: "/api/v2/device", methods: methods{get: s.getDevice, put: s.putDevice}},
		{path: "/api/v2/device/notifications", methods: methods{get: s.getQueue, post: s.postNotification, del: s.deleteQueue}},
		{path: "/api/v2/device/notifications/current", methods: methods{get: s.getCurrent, del: s.deleteCurrent}},
		{path: "/api/v2/device/notifications/{id}", methods: methods{get: s.getNotification, del: s.deleteNotification}},
		{path: "/api/v2/device/display", methods: methods{get: s.getDisplay, put: s.putDisplay}},
		{path: "/api/v2/device/audio", methods: methods{get: s.getAudio, put: s.putAudio}},
		{path: "/api/v2/device/bluetooth", methods: methods{get: s.getBluetooth, put: s.putBluetooth}},
		{path: "/api/v2/device/wifi", methods: methods{get: s.getWifi}},
		{path: "/api/v2/widget/update/{package}", methods: methods{post: s.updateWidget}},
		{path: "/api/v2/widget/update/{package}/{widget}", methods: methods{post: s.updateWidget}},
		{path: "/live/look", methods: methods{get: s.getLook, put: s.putLook}},
		{path: "/live/buttons/{name}", methods: methods{post: s.postButton}},
		{path: "/live/sounds/{category}/{file}", methods: methods{get: s.getSound}},
		{path: "/metrics", methods: methods{get: s.getMetrics}},
		{path: "/healthz", public: true, methods: methods{get: s.getHealth}},
		{path: "/openapi.json", public: true, methods: methods{get: getOpenAPI}},
		{path: "/", public: true, methods: methods{get: s.getPage}},
		{path: "/api", methods: methods{}},
		{path: "/api/", methods: methods{}},
		{path: "/live", methods: methods{}},
		{path: "/live/", methods: methods{}},
	}
	if s.cfg.Preview != nil {
		list = append(list,
			&endpoint{path: "/live/frame.png", methods: methods{get: s.getFrame}},
			&endpoint{path: "/live/frames", methods: methods{get: s.getFrames}})
	}
	if s.cfg.Icons != nil {
		list = append(list,
			&endpoint{path: "/live/icons", methods: methods{get: s.getIcons}},
			&endpoint{path: "/live/icons/{name}", methods: methods{get: s.getIcon, post: s.postIcon, del: s.deleteIcon}})
	}
	if s.cfg.Speaker != nil {
		list = append(list, &endpoint{path: "/live/audio", methods: methods{get: s.getLiveAudio}})
	}
	if s.cfg.Found != nil {
		list = append(list, &endpoint{path: "/device_description.xml", public: true, methods: methods{get: s.getDescription}})
	}
	for _, e := range list {
		e.server = s
		e.allow = allow(e.methods)
	}
	return list
}

func allow(methods map[string]handler) string {
	names := []string{http.MethodOptions}
	for m := range methods {
		names = append(names, m)
		if m == http.MethodGet {
			names = append(names, http.MethodHead)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// serve is the way of every request, up to its endpoint.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Access-Control-Allow-Origin"] = anyone
	h["Access-Control-Allow-Headers"] = anyHeader
	h["Access-Control-Allow-Methods"] = anyMethod
	h["X-Content-Type-Options"] = noSniff
	if c, ok := r.Context().Value(connKey{}).(*conn); ok {
		r.TLS = c.state()
		if c.excuse != "" {
			h.Set("Connection", "close")
			s.fail(w, r, &httpError{http.StatusServiceUnavailable, c.excuse})
			return
		}
	}
	if size := headerSize(r); size > maxHeader {
		h.Set("Connection", "close")
		s.fail(w, r, &httpError{http.StatusRequestHeaderFieldsTooLarge, fmt.Sprintf("The header is larger than %d KiB", maxHeader>>10)})
		return
	}
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if r.Host == "" {
		r.Host = localHost(r)
	}
	tidy(r.URL)
	s.mux.ServeHTTP(w, r)
}

// tidy takes a slash from the end of u's path, and what clients leave in it
// that join a base and a path, such as "//": http.ServeMux would redirect, and
// few clients send their body a second time. Escaped, a slash is a letter.
func tidy(u *url.URL) {
	p := u.EscapedPath()
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // of CONNECT
	}
	if clean := path.Clean(p); clean != u.EscapedPath() {
		u.RawPath = clean
		u.Path, _ = url.PathUnescape(clean) // of a path that was parsed
	}
}

// localHost is the address that a request without a Host came to: HTTP/1.0
// needs none (RFC 1945, 5.2).
func localHost(r *http.Request) string {
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return a.String()
	}
	return ""
}

// Values of headers that every answer has. A browser does not count the key's
// header among any headers (Fetch Standard, 3.3.4), so it is named too.
var (
	anyone    = []string{"*"}
	anyHeader = []string{"*", "Authorization"}
	anyMethod = []string{"GET, HEAD, POST, PUT, DELETE, OPTIONS"}
	noSniff   = []string{"nosniff"}
)

// headerSize is about what the request line and the header took on the wire.
func headerSize(r *http.Request) int {
	n := len(r.Method) + len(r.RequestURI) + len(r.Host) + 22
	for name, values := range r.Header {
		for _, v := range values {
			n += len(name) + len(v) + 4
		}
	}
	return n
}

// ServeHTTP answers what the endpoint's handler answers, or says why not.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	seen := &recorder{ResponseWriter: w}
	defer func() { e.server.metrics.count(e, r.Method, seen.status, time.Since(start)) }()
	err := e.try(seen, r)
	if err == nil {
		return
	}
	if seen.status != 0 {
		e.server.log.Debug("an answer was broken off", "path", r.URL.Path, "err", err)
		panic(http.ErrAbortHandler) // the client must not take it for whole
	}
	e.server.fail(seen, r, err)
}

// try makes a panic an error: a fault in one request must not end the device.
func (e *endpoint) try(w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("api: panic: %v\n%s", fault, debug.Stack())
		}
	}()
	return e.answer(w, r)
}

// answer checks the key and finds the method.
func (e *endpoint) answer(w http.ResponseWriter, r *http.Request) error {
	if !e.public {
		if err := e.server.lock.check(w, r); err != nil {
			return err
		}
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	if h, ok := e.methods[method]; ok {
		return h(w, r)
	}
	if len(e.methods) == 0 || e.path == "/" && r.URL.Path != "/" {
		return errNoResource
	}
	w.Header().Set("Allow", e.allow)
	return errMethod
}

// recorder remembers the status, 0 = nothing was written.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController and for WebSockets.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
