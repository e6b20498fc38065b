// SPDX-License-Identifier: Apache-2.0

package portal

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/netutil"
)

// maxConns is how many connections the page has at once: a phone or two.
const maxConns = 32

// Serve serves h on port 80 of address, to those alone who come over the interface iface,
// until ctx ends; then requests in progress have a second.
func Serve(ctx context.Context, iface, address string, h http.Handler) error {
	lc := net.ListenConfig{Control: only(iface)}
	l, err := lc.Listen(ctx, "tcp4", net.JoinHostPort(address, "80"))
	if err != nil {
		return fmt.Errorf("portal: %w", err)
	}
	return serve(ctx, l, h)
}

func serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{
		Handler: h, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: 10 * time.Second,
		MaxHeaderBytes: 8 << 10,
	}
	stop := context.AfterFunc(ctx, func() {
		end, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if s.Shutdown(end) != nil {
			s.Close()
		}
	})
	defer stop()
	if err := s.Serve(netutil.LimitListener(l, maxConns)); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("portal: %w", err)
	}
	return nil
}
