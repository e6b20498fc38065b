// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/network"
)

// TestAskedDevice: a request that the cache answers hides no other one of the same address.
func TestAskedDevice(t *testing.T) {
	p := &Page{net: traffic{from: map[network.RequestID]int{}, kept: map[int]bool{}, open: map[network.RequestID]bool{}}}
	for _, id := range []network.RequestID{"1", "2"} {
		request := network.Request{Method: "GET", URL: "http://device.test/page.css"}
		p.hear(&network.EventRequestWillBeSent{RequestID: id, Request: &request})
	}
	p.hear(&network.EventRequestServedFromCache{RequestID: "2"})
	p.hear(&network.EventRequestServedFromCache{RequestID: "data"}) // of an address that asks nobody
	if got := p.AskedDevice(); !slices.Equal(got, []string{"GET /page.css"}) {
		t.Errorf("the device was asked %q", got)
	}
}
