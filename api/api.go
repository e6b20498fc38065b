// SPDX-License-Identifier: Apache-2.0

// Package api serves the network: the device API of the specification and its
// additions, over HTTP and HTTPS. It knows the names, the leniency and the
// quirks of the wire format; the rules themselves are in package device.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package api

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync"

	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/maskurl"
	"github.com/ledpost/ledpost/internal/metric"
)

// Room is a part of the API. It may also have a method Run(context.Context), which
// the server runs until its end, and a method Collect, as [metric.Collector] has.
type Room interface {
	Endpoints() []rest.Endpoint
}

// Component is the health of one component of the device, as /healthz reports
// it.
type Component struct {
	Name   string `json:"name"`             // panel, sound, light, buttons, discovery …
	Status Status `json:"status"`           //
	Detail string `json:"detail,omitempty"` // the fault, and what to change
}

// Status is the state of a Component (docs/decisions.md 11).
type Status string

const (
	OK       Status = "ok"
	Absent   Status = "absent"   // not there, and not named in the configuration: not an error
	Warning  Status = "warning"  // works, but something should be changed
	Degraded Status = "degraded" // does not work, but the picture does without it, or the cause lies outside the device
	Failed   Status = "failed"   // does not work, and only the device can mend it; makes /healthz answer 503
)

// Condition returns the health of the component name: OK, or broken if there is an error.
func Condition(name string, err error, broken Status) Component {
	if err == nil {
		return Component{Name: name, Status: OK}
	}
	return Component{Name: name, Status: broken, Detail: maskurl.In(err.Error())}
}

// DegradedIf returns the status of something that does not work: Degraded if the
// configuration names it, which chosen says, else Absent.
func DegradedIf(chosen bool) Status {
	if chosen {
		return Degraded
	}
	return Absent
}

// Config configures a Server. Device, Keys and Log are required.
type Config struct {
	Device  *device.Device
	Keys    *keys.Guard        // the keyring; New tells it the owner of each connection
	Door    door.Config        // what lets connections in; Owner and Log are the server's
	Rooms   []Room             // what it serves besides its own state and the named keys
	Page    http.Handler       // at /; nil = none
	Health  func() []Component // nil = only whether the device answers
	Version string             // of the program

	Memory budget.Parts // what bodies are taken from, and what requests draw

	Collectors []metric.Collector // more collectors for /metrics
	Log        *slog.Logger
}

// Sent returns the client that sent the last message over HTTP.
func (s *Server) Sent() rest.Messenger { return s.clients.last() }

// Server answers requests. Make one with [New].
type Server struct {
	// Immutable.
	cfg     Config
	log     *slog.Logger
	keys    *keys.Guard
	mux     *http.ServeMux
	door    *door.Door
	metrics *metrics
	clients *clients
	repeats repeats
}

// New returns a server; Run starts it.
func New(cfg Config) *Server {
	if cfg.Page == nil {
		cfg.Page = http.NotFoundHandler()
	}
	if cfg.Health == nil {
		cfg.Health = func() []Component { return nil }
	}
	s := &Server{cfg: cfg, log: cfg.Log, keys: cfg.Keys, clients: newClients()}
	cfg.Door.Owner, cfg.Door.Log = s.keys.Owner, s.log
	for _, key := range s.keys.Known() {
		cfg.Door.Known = append(cfg.Door.Known, holderOf(key))
	}
	s.door = door.New(cfg.Door)
	s.keys.Use(places{s.door})
	s.metrics = newMetrics(s)
	s.mux = http.NewServeMux()
	for _, e := range s.endpoints() {
		s.mux.Handle(e.Path, e)
	}
	return s
}

// Run serves plain, where TLS is accepted too, and secure, which accept TLS
// only, until ctx ends; any may be nil. Then it closes them, lets requests in
// progress finish within half a second, ends the WebSockets and waits for
// everything that it started.
func (s *Server) Run(ctx context.Context, plain net.Listener, secure ...net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var wg sync.WaitGroup
	wg.Go(func() { s.tend(ctx) })
	err := s.door.Run(ctx, http.HandlerFunc(s.serve), plain, secure...)
	stop()
	wg.Wait()
	return err
}

// tend runs the keys and the rooms.
func (s *Server) tend(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() { s.keys.Run(ctx) })
	for _, room := range s.cfg.Rooms {
		if r, ok := room.(interface{ Run(context.Context) }); ok {
			wg.Go(func() { r.Run(ctx) })
		}
	}
	wg.Wait()
}

// places tells the door whose its connections are, in its own words: it knows ranks,
// and no scopes.
type places struct{ door *door.Door }

// Hold implements [keys.Places].
func (p places) Hold(r *http.Request, key keys.NamedKey) { p.door.Hold(r, holderOf(key)) }

// Drop implements [keys.Places].
func (p places) Drop(key keys.NamedKey) { p.door.Drop(holderOf(key)) }

// Spare implements [keys.Places].
func (p places) Spare(r *http.Request) bool { return p.door.Spare(r) }

// holderOf returns who takes places with a key.
func holderOf(key keys.NamedKey) door.Holder {
	if key.Scope == keys.ScopeAll {
		return door.Holder{Rank: door.Owner, Name: key.Name}
	}
	return door.Holder{Rank: door.Guest, Name: key.Name}
}
