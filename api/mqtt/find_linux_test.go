// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"os/exec"
	"strings"
	"testing"

	"github.com/brutella/dnssd"

	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestFindBroker: a broker that announces itself on the network is found, and the
// one over TLS only by who can verify it.
func TestFindBroker(t *testing.T) {
	if !netns.Own(t) {
		return
	}
	ip := testtool.Find(t, "ip")
	for _, line := range []string{"link add d0 type veth peer name c0", "link set c0 up", "link set d0 up", "addr add 10.77.0.1/24 brd + dev d0", "route add 224.0.0.0/4 dev d0"} {
		if out, err := exec.Command(ip, strings.Fields(line)...).CombinedOutput(); err != nil {
			testtool.Missing(t, "network namespaces: "+line+": "+string(out))
		}
	}
	if _, err := lookup(onNetwork).find(t.Context(), false); err != errNoBroker {
		t.Errorf("with none there: %v", err)
	}
	responder := must.Get(dnssd.NewResponder())(t)
	for _, c := range []dnssd.Config{
		{Name: "Home", Type: "_mqtt._tcp", Host: "hub", Port: 1883, Ifaces: []string{"d0"}},
		{Name: "Home", Type: "_secure-mqtt._tcp", Host: "hub", Port: 8883, Ifaces: []string{"d0"}},
	} {
		service := must.Get(dnssd.NewService(c))(t)
		must.Get(responder.Add(service))(t)
	}
	start(t, func(ctx context.Context) { _ = responder.Respond(ctx) })
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
