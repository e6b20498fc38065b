package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api/rest"
)

// Limits of requests (docs/decisions.md 10).
const (
	maxHeader    = 16 << 10
	idleTimeout  = 60 * time.Second
	writeTimeout = 30 * time.Second       // for an answer to a slow client
	endTimeout   = 500 * time.Millisecond // for requests in progress when the server ends
	renewEvery   = time.Minute
)

var errLongHeader = rest.Refuse(http.StatusRequestHeaderFieldsTooLarge, fmt.Sprintf("The header is larger than %d KiB", maxHeader>>10))

type connKey struct{}

// Run serves plain, where TLS is accepted too, and secure, which accept TLS
// only, until ctx ends; any may be nil. Then it closes them, lets requests in
// progress finish within half a second, ends the WebSockets and waits for
// everything that it started.
func (s *Server) Run(ctx context.Context, plain net.Listener, secure ...net.Listener) error {
	srv := s.server(s.Handler())
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	all := append([]net.Listener{plain}, s.cfg.Also...)
	plains := len(all)
	for i, l := range append(all, secure...) {
		if l == nil {
			continue
		}
		limited := s.listener(l, i >= plains)
		wg.Go(func() {
			if err := srv.Serve(limited); !errors.Is(err, http.ErrServerClosed) {
				cancel(fmt.Errorf("api: %w", err))
			}
		})
	}
	wg.Go(func() { s.tend(ctx) })
	<-ctx.Done()
	s.end(srv)
	wg.Wait()
	if cause := context.Cause(ctx); cause != ctx.Err() {
		return cause
	}
	return nil
}

// server returns an HTTP server with the limits of requests.
func (s *Server) server(h http.Handler) *http.Server {
	return &http.Server{
		Handler:     h,
		ReadTimeout: rest.ReadTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: 2 * maxHeader, // so that a header slightly too large gets our own answer
		ConnContext:    func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
		ConnState:      s.note,
		ErrorLog:       slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),

		DisableGeneralOptionsHandler: true, // OPTIONS * is answered like any OPTIONS
	}
}

// note keeps how long connections have been idle.
func (s *Server) note(c net.Conn, state http.ConnState) {
	if c, ok := c.(*conn); ok && (state == http.StateActive || state == http.StateIdle) {
		s.conns.note(c, state == http.StateActive)
	}
}

// listener returns l with the limits of connections.
func (s *Server) listener(l net.Listener, secure bool) *listener {
	return &listener{Listener: l, conns: s.conns, peers: s.peers, tls: s.tls(), secure: secure}
}

// tend runs the background tasks of the server.
func (s *Server) tend(ctx context.Context) {
	var wg sync.WaitGroup
	if s.cfg.Preview != nil {
		wg.Go(func() { s.cfg.Preview.Run(ctx) })
	}
	if s.cfg.Cert != nil {
		wg.Go(func() { s.renew(ctx) })
	}
	if s.cfg.KeyFile != "" {
		wg.Go(func() { s.followKey(ctx) })
	}
	if s.cfg.FriendsFile != "" {
		wg.Go(func() { s.friends.run(ctx) })
	}
	if s.cfg.KeysFile != "" {
		wg.Go(func() { follow(ctx, s.cfg.KeysFile, s.keyring.read) })
	}
	wg.Wait()
}

// renew keeps the certificate valid over years of running, when the clock is
// set long after the start, and when the addresses change.
func (s *Server) renew(ctx context.Context) {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if err := s.cfg.Cert.renew(now); err != nil {
				s.log.Warn("the certificate was not renewed", "err", err)
			}
		}
	}
}

// end stops srv and everything that depends on its connections.
func (s *Server) end(srv *http.Server) {
	s.close()
	ctx, cancel := context.WithTimeout(context.Background(), endTimeout)
	defer cancel()
	if srv.Shutdown(ctx) != nil {
		srv.Close()
	}
	s.sockets.drain()
}
