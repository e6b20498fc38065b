// SPDX-License-Identifier: Apache-2.0

package mdns

import (
	"context"
	"log/slog"
	"net"
	"runtime"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
)

// TestRestartsLeaveNothing: a responder that ends, in whatever state, leaves no goroutine
// behind, although packets keep coming.
func TestRestartsLeaveNothing(t *testing.T) {
	if !netns.Own(t) {
		return
	}
	netns.Cable(t)
	at := &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: 5353}
	neighbour := must.Get(net.ListenMulticastUDP("udp4", must.Get(net.InterfaceByName("d0"))(t), at))(t)
	defer neighbour.Close()
	question := []byte("\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x05_http\x04_tcp\x05local\x00\x00\x0c\x00\x01")
	buf := make([]byte, 9000)
	before := runtime.NumGoroutine()
	for range 10 { // each would leave one at least
		must.Do(t, neighbour.SetDeadline(time.Now().Add(eventually.Patience)))
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		a := New(Device{Name: "kitchen", Plain: 80, Interfaces: []string{"d0"}}, slog.New(slog.DiscardHandler))
		go func() { done <- a.own(ctx) }()
		for probe := false; !probe; {
			n := must.Get(neighbour.Read(buf))(t)
			probe = n > 12 && buf[9] > 0 // records of the third section are of a probe
		}
		for range 3 {
			must.Get(neighbour.WriteToUDP(question, at))(t)
		}
		cancel()
		if err := <-done; err != context.Canceled {
			t.Fatal(err)
		}
	}
	must.Do(t, neighbour.SetDeadline(time.Now().Add(eventually.Patience)))
	must.Get(neighbour.WriteToUDP(question, at))(t)
	eventually.True(t, "no more goroutines than before", func() bool { return runtime.NumGoroutine() <= before })
}
