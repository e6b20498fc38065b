// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"image"
	"net"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
)

// TestNobodyHasTheAddress: in the same network, for whose address nobody answers, and which
// comes back. A receiver of DDP never answers.
func TestNobodyHasTheAddress(t *testing.T) {
	if !netns.Own(t) {
		return
	}
	netns.IP(t, "link add lan type veth peer name nobody", "link set nobody up", "link set lan up",
		"addr add 192.0.2.1/24 dev lan")
	conn := must.Get(net.ListenPacket("udp", "0.0.0.0:4048"))(t)
	defer conn.Close()
	arrived := make(chan struct{}, 1000)
	go func() {
		for b := make([]byte, 1600); ; {
			n, _, err := conn.ReadFrom(b)
			if err != nil {
				return
			}
			if n == ddpHeader { // a push
				select {
				case arrived <- struct{}{}:
				default:
				}
			}
		}
	}()
	hosts := Hosts{[]string{"192.0.2.7", "127.0.0.1"}, nobody}
	plan := must.Get(DDPConfig{hosts, pixel.Size{X: 64, Y: 64}}.Plan())(t)
	if away := plan.Spec.Needs.Network.Ask(t.Context()); len(away) != 1 || away[0].Host != "192.0.2.7" {
		t.Errorf("the doctor hears of %v", away)
	}
	opened := must.Get(plan.Open())(t)
	p := opened.(*Panel)
	const wait = 20 * time.Second
	for end := time.Now().Add(wait); len(p.Away()) == 0; time.Sleep(overDDP.every) {
		must.Do(t, p.Draw(p.Bounds(), image.White, image.Point{}))
		if time.Now().After(end) {
			t.Fatal("nobody is away")
		}
	}
	if away := p.Away(); away[0].Host != "192.0.2.7" {
		t.Errorf("%v is away", away)
	}
	if len(arrived) < 20 {
		t.Errorf("the other host got %d pictures meanwhile", len(arrived))
	}
	netns.IP(t, "addr add 192.0.2.7/32 dev lo")
	for end := time.Now().Add(wait); len(p.Away()) > 0; time.Sleep(overDDP.every) {
		must.Do(t, p.Refresh())
		if time.Now().After(end) {
			t.Fatalf("still away: %v", p.Away())
		}
	}
	must.Do(t, p.Close())
}
