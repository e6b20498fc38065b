package mdns

import (
	"context"
	"errors"
	"fmt"

	"github.com/brutella/dnssd"
)

var errNoNetwork = errors.New("mdns: no network with multicast")

// own announces the device with a responder of this program until ctx ends,
// then says goodbye. The responder takes another name by itself when ours is
// taken, but does not notice a change of addresses: it must be restarted.
func (a *Advertiser) own(ctx context.Context) error {
	if !reachable(a.dev.Interfaces) {
		return errNoNetwork
	}
	responder, err := dnssd.NewResponder()
	if err != nil {
		return fmt.Errorf("mdns: %w", err)
	}
	for _, s := range a.dev.services() {
		entry, err := dnssd.NewService(dnssd.Config{
			Name: a.dev.instance(), Type: s.kind, Text: s.text, Port: s.port, Ifaces: a.dev.Interfaces,
		})
		if err != nil {
			return fmt.Errorf("mdns: %s: %w", s.kind, err)
		}
		if _, err := responder.Add(entry); err != nil {
			return fmt.Errorf("mdns: %s: %w", s.kind, err)
		}
	}
	a.announced(a.dev.instance(), "this program")
	if err := responder.Respond(ctx); err != nil && ctx.Err() == nil {
		return fmt.Errorf("mdns: %w", err)
	}
	return ctx.Err()
}
