// SPDX-License-Identifier: Apache-2.0

package door

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// Limits of requests, besides maxHeader (docs/decisions.md 10).
const (
	idleTimeout  = 60 * time.Second
	writeTimeout = 30 * time.Second       // for an answer to a slow client
	endTimeout   = 500 * time.Millisecond // for requests in progress when the server ends
	renewEvery   = time.Minute
)

// Run serves plain, where TLS is accepted too, and secure, which accept TLS
// only, until ctx ends; any may be nil. Then it closes them, lets requests in
// progress finish within half a second, and waits for everything that it started.
// Requests go through [Door.Handler] to h.
func (d *Door) Run(ctx context.Context, h http.Handler, plain net.Listener, secure ...net.Listener) error {
	srv := d.server(d.Handler(h))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	all := append([]net.Listener{plain}, d.cfg.Also...)
	plains := len(all)
	for i, l := range append(all, secure...) {
		if l == nil {
			continue
		}
		limited := d.listener(l, i >= plains)
		wg.Go(func() {
			if err := srv.Serve(limited); !errors.Is(err, http.ErrServerClosed) {
				cancel(fmt.Errorf("api: %w", err)) // one port that fails ends all: the service manager starts them again
			}
		})
	}
	if d.cfg.Cert != nil {
		wg.Go(func() { d.renew(ctx) })
	}
	if d.cfg.FriendsFile != "" {
		wg.Go(func() { d.conns.friends.run(ctx) })
	}
	<-ctx.Done()
	end(srv)
	wg.Wait()
	if cause := context.Cause(ctx); cause != ctx.Err() { // a port has failed
		return cause
	}
	return nil
}

// server returns an HTTP server with the limits of requests.
func (d *Door) server(h http.Handler) *http.Server {
	return &http.Server{
		Handler:     h,
		ReadTimeout: rest.ReadTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: 2 * maxHeader, // so that a header slightly too large gets our own answer
		ConnContext:    func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
		ConnState:      d.note,
		ErrorLog:       slog.NewLogLogger(d.log.Handler(), slog.LevelDebug),

		DisableGeneralOptionsHandler: true, // OPTIONS * is answered like any OPTIONS
	}
}

// note keeps how long connections have been idle.
func (d *Door) note(c net.Conn, state http.ConnState) {
	if c, ok := c.(*conn); ok && (state == http.StateActive || state == http.StateIdle) {
		d.conns.note(c, state == http.StateActive)
	}
}

// listener returns l with the limits of connections.
func (d *Door) listener(l net.Listener, secure bool) *listener {
	return &listener{Listener: l, conns: d.conns, peers: d.peers, tls: d.tls, secure: secure}
}

// renew keeps the certificate valid over years of running, when the clock is
// set long after the start, and when the addresses change.
func (d *Door) renew(ctx context.Context) {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if err := d.cfg.Cert.renew(now); err != nil {
				d.log.Warn("the certificate was not renewed", "err", err)
			}
		}
	}
}

// end stops srv. WebSockets are no longer its connections; their owner ends them.
func end(srv *http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), endTimeout)
	defer cancel()
	if srv.Shutdown(ctx) != nil {
		srv.Close()
	}
}

// maxHeader is the limit of a request's header in bytes (docs/decisions.md 10).
const maxHeader = 16 << 10

var errLongHeader = rest.Refuse(http.StatusRequestHeaderFieldsTooLarge,
	fmt.Sprintf("The header is larger than %d KiB", maxHeader>>10))

// ownHeader follows the status line of an answer that net/http makes itself to
// a request that it cannot parse (errorHeaders in its server.go). net/http
// writes that answer directly, past every handler.
const ownHeader = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// jsonError returns b, an answer made by net/http, with a body in the form of
// all other errors (docs/decisions.md 2), or nil if b is another answer.
func jsonError(b []byte) []byte {
	if !bytes.HasPrefix(b, []byte("HTTP/1.1 ")) {
		return nil
	}
	status, _, _ := bytes.Cut(b, []byte("\r"))
	text, own := bytes.CutPrefix(b[len(status):], []byte(ownHeader))
	if !own {
		return nil
	}
	body, err := wire.Encode(rest.Failure(inOurWords(string(text))))
	if err != nil {
		return nil
	}
	return fmt.Appendf(nil, "%s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		status, rest.JSONType[0], len(body), body)
}

// inOurWords returns text, such as "400 Bad Request: why", without its status.
func inOurWords(text string) string {
	if strings.HasPrefix(text, "431 ") {
		return errLongHeader.Error()
	}
	for _, code := range []int{http.StatusBadRequest, http.StatusHTTPVersionNotSupported, http.StatusNotImplemented} {
		text = strings.TrimPrefix(text, fmt.Sprintf("%d %s", code, http.StatusText(code)))
	}
	if text = strings.TrimPrefix(text, ": "); text == "" {
		return "The request is not HTTP/1.1"
	}
	return "The request is not HTTP/1.1: " + text
}
