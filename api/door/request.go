// SPDX-License-Identifier: Apache-2.0

package door

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
)

// connKey is the key of the connection in the context of its requests.
type connKey struct{}

var noSniff = []string{"nosniff"}

// Handler returns h behind what concerns the connection of a request: whether it
// has a place, how it is encrypted, and how long its header is.
func (d *Door) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["X-Content-Type-Options"] = noSniff
		if c := connOf(r); c != nil {
			r.TLS = c.state()
			if c.excuse != "" && !d.insists(r, c) {
				h.Set("Connection", "close")
				h.Set("Retry-After", "5")
				rest.Fail(d.log, w, r, rest.Refuse(http.StatusServiceUnavailable, c.excuse))
				return
			}
		}
		if size := headerSize(r); size > maxHeader {
			h.Set("Connection", "close")
			rest.Fail(d.log, w, r, errLongHeader)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// insists gives a connection beyond the limits a place if its request has shown
// a key of the owner.
func (d *Door) insists(r *http.Request, c *conn) bool {
	if !d.cfg.Owner(r) {
		return false
	}
	out, ok := d.conns.insist(c)
	out.cut()
	return ok
}

// Hold counts the connection of a request to the key that it has shown, and
// remembers its address. Calls after the first one cost nothing.
func (d *Door) Hold(r *http.Request, h Holder) {
	if c := connOf(r); c != nil {
		d.conns.hold(c, h)
	}
}

// Drop closes the connections of a key that is no longer in force.
func (d *Door) Drop(h Holder) {
	for _, c := range d.conns.drop(h) {
		c.cut()
	}
}

// Spare makes Drop leave the connection of a request, whose answer then has to end
// it. It returns false if the request has none, as in tests.
func (d *Door) Spare(r *http.Request) bool {
	c := connOf(r)
	if c != nil {
		d.conns.spare(c)
	}
	return c != nil
}

// Open returns how many connections are open.
func (d *Door) Open() int { return d.conns.number() }

// connOf returns the connection of a request, or nil in tests that have none.
func connOf(r *http.Request) *conn {
	c, _ := r.Context().Value(connKey{}).(*conn)
	return c
}

// headerSize returns approximately how many bytes the request line and the
// header took on the wire.
func headerSize(r *http.Request) int {
	// What the parser has taken off: " HTTP/1.1", "Host: " and the ends of lines, and of each header ": " and its end.
	n := len(r.Method) + len(r.RequestURI) + len(r.Host) + 22
	for name, values := range r.Header {
		for _, v := range values {
			n += len(name) + len(v) + 4
		}
	}
	return n
}
