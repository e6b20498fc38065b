package mdns

import (
	"context"
	"errors"
	"fmt"
	"time"

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
	var handles []dnssd.ServiceHandle
	for _, s := range a.dev.services() {
		entry, err := dnssd.NewService(dnssd.Config{
			Name: a.dev.instance(), Type: s.kind, Text: s.text, Port: s.port, Ifaces: a.dev.Interfaces,
		})
		if err != nil {
			return fmt.Errorf("mdns: %s: %w", s.kind, err)
		}
		handle, err := responder.Add(entry)
		if err != nil {
			return fmt.Errorf("mdns: %s: %w", s.kind, err)
		}
		handles = append(handles, handle)
	}
	a.announced(a.dev.instance(), "this program")
	if err := respond(ctx, responder, handles); err != nil && ctx.Err() == nil {
		return fmt.Errorf("mdns: %w", err)
	}
	return ctx.Err()
}

// farewell is how long the end of an announcement waits for a probe that has begun
// (RFC 6762, 8.1: up to a second). With the goodbyes it stays below the second that
// the program's tasks have to end.
const farewell = 300 * time.Millisecond

// respond answers until ctx ends, then says goodbye for every service. Respond does
// not do that by itself while it still looks for the name of the last service,
// although the first ones are announced already.
func respond(ctx context.Context, r dnssd.Responder, handles []dnssd.ServiceHandle) error {
	answering, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	done := make(chan struct{})
	cancelled := context.AfterFunc(ctx, func() {
		defer close(done)
		defer time.AfterFunc(farewell, stop).Stop()
		for _, h := range handles {
			r.Remove(h) // waits for the names, or the end of Respond
		}
		stop()
	})
	err := r.Respond(answering)
	if !cancelled() {
		<-done
	}
	return err
}
