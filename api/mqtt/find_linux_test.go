// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"net/netip"
	"testing"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/multicast"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
)

// TestFindBroker: a broker that announces itself on the network is found, and the
// one over TLS only by who can verify it.
func TestFindBroker(t *testing.T) {
	if !netns.Own(t) {
		return
	}
	netns.Cable(t)
	if _, err := lookup(onNetwork).find(t.Context(), false); err != errNoBroker {
		t.Errorf("with none there: %v", err)
	}
	start(t, newBrokerHost(t).answer)
	for _, row := range []struct {
		name     string
		verified bool
		want     string
		secure   bool
	}{
		{"nothing to verify it with", false, "10.77.0.1:1883", false},
		{"an authority is configured", true, "10.77.0.1:8883", true},
	} {
		var found address
		eventually.True(t, row.name+": a broker is found", func() bool {
			var err error
			found, err = lookup(onNetwork).find(t.Context(), row.verified)
			return err == nil
		})
		if found.host != row.want || found.secure != row.secure || found.name != "hub.local" || !found.found {
			t.Errorf("%s: %+v", row.name, found)
		}
	}
}

// A brokerHost answers for a broker that is reached in two ways. It tells a record at a time,
// as a responder may.
type brokerHost struct {
	conn    *multicast.Conn
	link    int
	records []string
}

func newBrokerHost(t *testing.T) *brokerHost {
	links := multicast.Links([]string{"d0"})
	return &brokerHost{must.Get(multicast.Listen(links))(t), links[0].Index, []string{
		"_mqtt._tcp.local. 4500 IN PTR Home._mqtt._tcp.local.",
		"Home._mqtt._tcp.local. 120 IN SRV 0 0 1883 hub.local.",
		"_secure-mqtt._tcp.local. 4500 IN PTR Home._secure-mqtt._tcp.local.",
		"Home._secure-mqtt._tcp.local. 120 IN SRV 0 0 8883 hub.local.",
		"hub.local. 120 IN A 10.77.0.1",
	}}
}

func (b *brokerHost) answer(ctx context.Context) {
	defer b.conn.Close()
	for {
		select {
		case <-ctx.Done():
			return
		case p := <-b.conn.Packets():
			if m, ok := multicast.Parse(p.Data); ok && !m.Response {
				b.reply(m)
			}
		}
	}
}

func (b *brokerHost) reply(m *dns.Msg) {
	for _, q := range m.Question {
		for _, text := range b.records {
			rr, _ := dns.NewRR(text)
			if rr.Header().Name == q.Name && rr.Header().Rrtype == q.Qtype {
				data, _ := (&dns.Msg{MsgHdr: dns.MsgHdr{Response: true}, Answer: []dns.RR{rr}}).Pack()
				_ = b.conn.Send(b.link, netip.AddrPort{}, data)
			}
		}
	}
}
