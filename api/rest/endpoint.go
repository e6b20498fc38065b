// SPDX-License-Identifier: Apache-2.0

// Package rest is what the rooms of the API share: an endpoint as a value, the
// JSON of its requests and answers, and the one table that maps errors to status
// codes. It knows no key, no connection and no room.
package rest

import (
	"cmp"
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/rate"
)

// Handler answers one method of a path, or returns why it cannot. An error after
// the first byte of the answer ends the connection, so that the client does not
// take the answer for complete.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Methods are the handlers of a path by their method. The handler of GET answers HEAD
// too.
type Methods map[string]Handler

// Endpoint is a path, its permission, and its handlers. The zero values are the
// strictest: every method needs a key of scope all, except that one of scope read may
// GET. A path without methods answers that there is no such resource, but only to a
// client with a key. Path is also the key of its documentation in openapi.json.
type Endpoint struct {
	Path    string // a pattern of http.ServeMux, without a method
	Methods Methods

	Public  bool                  // needs no key; a wrong key is counted, but the request is served
	Free    func(netip.Addr) bool // addresses that need no key; nil = none
	Token   bool                  // the key may be sent as X-Access-Token
	Bearer  bool                  // the key may be sent as a bearer token
	Any     bool                  // a key of any scope may use it: it leads to endpoints that look at the scope again
	Control bool                  // a key of scope control may use every method
	Private bool                  // a key of scope read may not use it
	Sends   []string              // methods that a key of scope send may use
	Body    int64                 // bytes of a body that is a file; 0 = wire.MaxBody, or budget.Small of a public one
}

// Longest returns how many bytes a body may have.
func (e *Endpoint) Longest() int64 {
	if e.Public {
		return cmp.Or(e.Body, budget.Small)
	}
	return cmp.Or(e.Body, wire.MaxBody)
}

// Allow returns the header that lists the methods.
func (e *Endpoint) Allow() string {
	names := []string{http.MethodOptions}
	for m := range e.Methods {
		names = append(names, m)
		if m == http.MethodGet {
			names = append(names, http.MethodHead)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// List is a room of endpoints that need nothing else.
type List []Endpoint

// Endpoints returns them.
func (l List) Endpoints() []Endpoint { return l }

// keyless marks the context of a request that was let in without a key.
type keyless struct{}

// LetIn returns a request that is served without a key for the address it comes from.
func LetIn(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), keyless{}, true))
}

// Keyless reports whether a request was let in without a key, where others need one.
func Keyless(r *http.Request) bool { return r.Context().Value(keyless{}) != nil }

// Messenger is a client that has sent a message: a notification, or frames for a widget. The
// zero value is nobody.
type Messenger struct {
	Client string // the name of its key, else of the program, else its address
	At     time.Time
}

// Address returns the address that a request came from; the zero value if it came
// over no network.
func Address(r *http.Request) netip.Addr {
	ap, _ := netip.ParseAddrPort(r.RemoteAddr)
	return ap.Addr()
}

// Sender returns the address or network that the limits of a request count
// against.
func Sender(r *http.Request) netip.Prefix { return rate.Network(Address(r)) }
