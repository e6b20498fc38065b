// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"net"
	"net/http"
	"sync"
)

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
