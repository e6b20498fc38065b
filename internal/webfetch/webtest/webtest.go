// SPDX-License-Identifier: Apache-2.0

// Package webtest is a network in memory, so that slow and stalled answers can be
// tested on the clock of testing/synctest. It also holds answers to what a test wants.
package webtest

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Serve answers every connection with h until the test ends. It returns what
// replaces the dialing of a client.
func Serve(t testing.TB, h http.Handler) func(ctx context.Context, network, addr string) (net.Conn, error) {
	l, dial := Listen()
	var served sync.WaitGroup
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served.Add(1)
		defer served.Done()
		h.ServeHTTP(w, r)
	})}
	served.Go(func() { server.Serve(l) })
	t.Cleanup(func() { server.Close(); served.Wait() })
	return dial
}

// Listen returns a listener, and what replaces the dialing of its clients.
func Listen() (l net.Listener, dial func(ctx context.Context, network, addr string) (net.Conn, error)) {
	in := &listener{conns: make(chan net.Conn), closed: make(chan struct{})}
	return in, in.dial
}

type listener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *listener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case l.conns <- there:
		return here, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *listener) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "unix"} }

// Wants fails the test unless an answer has that status, and a text in it. of are the row of a table, or the step.
func Wants(t testing.TB, w *httptest.ResponseRecorder, status int, text string, of ...any) {
	if w.Code != status || !strings.Contains(w.Body.String(), text) {
		t.Helper()
		t.Errorf("%v: %d %.500s, want %d with %q", of, w.Code, w.Body, status, text)
	}
}
