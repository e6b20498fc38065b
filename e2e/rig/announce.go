// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/internal/multicast"
	"github.com/ledpost/ledpost/internal/must"
)

// Service writes the records of multicast DNS by which a host announces a service of that kind, a line each.
func Service(kind, name, address string, port int, texts ...string) string {
	service := kind + "._tcp.local."
	instance := strings.ReplaceAll(name, " ", `\032`) + "." + service
	host := strings.ReplaceAll(address, ".", "-") + ".local."
	return service + " 120 IN PTR " + instance + "\n" +
		fmt.Sprintf("%s 120 IN SRV 0 0 %d %s\n", instance, port, host) +
		instance + ` 120 IN TXT "` + strings.Join(texts, `" "`) + "\"\n" +
		host + " 120 IN A " + address
}

// Announce sends packets of multicast DNS, one after the other and again and again until the test ends, from the host
// on which in runs functions.
func Announce(t testing.TB, in func(func() error) error, every time.Duration, packets ...string) {
	t.Helper()
	var conn *multicast.Conn
	var links []multicast.Link
	must.Do(t, in(func() (err error) {
		links = multicast.Links(nil)
		conn, err = multicast.Listen(links)
		return err
	}))
	t.Cleanup(conn.Close)
	var all [][]byte
	for _, records := range packets {
		m := &dns.Msg{MsgHdr: dns.MsgHdr{Response: true}}
		for line := range strings.Lines(records) {
			m.Answer = append(m.Answer, must.Get(dns.NewRR(line))(t))
		}
		all = append(all, must.Get(m.Pack())(t))
	}
	go func() {
		for range conn.Packets() {
			continue
		}
	}()
	go func() {
		for turn := time.NewTicker(every); ; <-turn.C {
			for _, data := range all {
				if conn.Send(links[0].Index, netip.AddrPort{}, data) != nil && t.Context().Err() != nil {
					turn.Stop()
					return
				}
			}
		}
	}()
}
