// SPDX-License-Identifier: Apache-2.0

package mdns

import (
	"context"
	"errors"
	"fmt"

	"github.com/brutella/dnssd"
	"golang.org/x/sync/errgroup"
)

var errNoNetwork = errors.New("mdns: no network with multicast")

// own announces the device with responders of this program until ctx ends, then
// says goodbye. A responder takes another name by itself when ours is taken, but
// does not notice a change of addresses: it must be made again.
//
// Each service has a responder to itself. One that holds several is deaf to the
// end of ctx while it still looks for the name of the last, and nobody then
// withdraws its earlier announcements, or they come again after the goodbye.
func (a *Advertiser) own(ctx context.Context) error {
	if !reachable(a.dev.Interfaces) {
		return errNoNetwork
	}
	all, ctx := errgroup.WithContext(ctx)
	for _, s := range a.dev.services() {
		all.Go(func() error {
			if err := a.respond(ctx, s); err != nil && ctx.Err() == nil {
				return fmt.Errorf("mdns: %s: %w", s.kind, err)
			}
			return ctx.Err()
		})
	}
	a.announced(a.dev.instance(), "this program")
	return all.Wait()
}

// respond announces s and answers for it until ctx ends. Its last packets are the
// goodbyes, after which it closes its sockets, so that nothing can follow them.
func (a *Advertiser) respond(ctx context.Context, s service) error {
	responder, err := dnssd.NewResponder()
	if err != nil {
		return err
	}
	entry, err := dnssd.NewService(dnssd.Config{
		Name: a.dev.instance(), Type: s.kind, Text: s.text, Port: s.port, Ifaces: a.dev.Interfaces,
	})
	if err != nil {
		return err
	}
	if _, err := responder.Add(entry); err != nil {
		return err
	}
	return responder.Respond(ctx)
}
