// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"maps"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
)

// TestAskedDevice: a request that the cache answers hides no other one of the same address.
func TestAskedDevice(t *testing.T) {
	p := hearer()
	for _, id := range []network.RequestID{"1", "2"} {
		p.hear(asks(id, "1", "page.css", network.ResourceTypeStylesheet))
	}
	p.hear(&network.EventRequestServedFromCache{RequestID: "2"})
	p.hear(&network.EventRequestServedFromCache{RequestID: "data"}) // of an address that asks nobody
	if got := p.AskedDevice(); !slices.Equal(got, []string{"GET /page.css"}) {
		t.Errorf("the device was asked %q", got)
	}
}

// TestOpenQuestions: a page waits for no answer that the page before it has asked for.
func TestOpenQuestions(t *testing.T) {
	p := hearer()
	for _, e := range []*network.EventRequestWillBeSent{
		asks("1", "1", "", network.ResourceTypeDocument),
		asks("2", "1", "left", network.ResourceTypeFetch),
		asks("3", "3", "", network.ResourceTypeDocument),
		asks("4", "1", "late", network.ResourceTypeFetch), // the first page stands until the second one comes
		asks("5", "3", "own", network.ResourceTypeFetch),
	} {
		p.hear(e)
	}
	p.hear(&network.EventLoadingFinished{RequestID: "3"})
	if got := slices.Collect(maps.Values(p.net.open)); !slices.Equal(got, []string{"GET /own"}) {
		t.Errorf("the page waits for %q, want its own question", got)
	}
}

// hearer is a page that follows what it asks for.
func hearer() *Page {
	return &Page{net: traffic{
		from: map[network.RequestID]int{}, kept: map[int]bool{}, open: map[network.RequestID]string{},
	}}
}

// asks is a request for a file by a document.
func asks(
	id network.RequestID, by cdp.LoaderID, file string, kind network.ResourceType,
) *network.EventRequestWillBeSent {
	request := network.Request{Method: "GET", URL: "http://device.test/" + file}
	return &network.EventRequestWillBeSent{RequestID: id, LoaderID: by, Request: &request, Type: kind}
}
