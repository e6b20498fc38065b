// SPDX-License-Identifier: Apache-2.0

package network

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/api/ssdp"
)

const (
	searching      = 3 * time.Second // devices answer within one, and again when asked again
	patience       = 3 * time.Second // for a description
	maxDevices     = 64              // most descriptions that are read
	maxOfOne       = 8               // of them from one host: one that floods leaves the others theirs
	maxDescription = 64 << 10        // bytes
	realTLS        = 4343            // port of a LaMetric (docs/api.md, Addresses)
	compatible     = "ledpost"       // in the manufacturer field of this program's devices
)

// found is a device that answered a search. All fields come from the device
// itself.
type found struct {
	Name    string `json:"name"`
	Model   string `json:"model"`
	Serial  string `json:"serial"`
	Address string `json:"address"` // IP
	URL     string `json:"url"`     // of its API, over TLS
}

// findDevices searches the network for three seconds for devices, of this
// program and LaMetrics, and returns them sorted by name.
func findDevices(ctx context.Context) (all []found, err error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var reads budget
	searched, stop := context.WithTimeout(ctx, searching)
	defer stop()
	err = ssdp.Search(searched, nil, func(f ssdp.Found) {
		mu.Lock()
		defer mu.Unlock()
		if !reads.take(f) {
			return
		}
		wg.Go(func() {
			d, err := describe(ctx, f)
			mu.Lock()
			defer mu.Unlock()
			if err == nil && !slices.ContainsFunc(all, func(o found) bool { return o.URL == d.URL }) {
				all = append(all, d)
			}
		})
	})
	wg.Wait()
	if err != nil && searched.Err() == nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	slices.SortFunc(all, func(a, b found) int { return strings.Compare(a.Name+a.URL, b.Name+b.URL) })
	return all, ctx.Err()
}

// A budget says which descriptions are read: each once, and few of a host.
type budget struct{ taken []ssdp.Found }

func (b *budget) take(f ssdp.Found) bool {
	ofOne := 0
	for _, one := range b.taken {
		if one.Location == f.Location {
			return false
		}
		if one.At.Addr() == f.At.Addr() {
			ofOne++
		}
	}
	if len(b.taken) == maxDevices || ofOne == maxOfOne {
		return false
	}
	b.taken = append(b.taken, f)
	return true
}

// describe reads a device's description. It sends nothing of the user's.
func describe(ctx context.Context, f ssdp.Found) (d found, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.Location, nil)
	if err != nil {
		return d, err
	}
	client := &http.Client{CheckRedirect: noRedirect, Transport: &http.Transport{
		DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxDescription,
	}}
	resp, err := client.Do(req)
	if err != nil {
		return d, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return d, fmt.Errorf("%s answers %s", f.Location, resp.Status)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxDescription))
	if err != nil {
		return d, err
	}
	return parseDescription(text, f.At)
}

// noRedirect keeps a client at the address that it was given.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// parseDescription reads the XML of a device that serves its description at
// that address. This program's devices use TLS on that port too.
func parseDescription(text []byte, at netip.AddrPort) (d found, err error) {
	var x struct {
		Name   string `xml:"device>friendlyName"`
		Maker  string `xml:"device>manufacturer"`
		Model  string `xml:"device>modelName"`
		Number string `xml:"device>modelNumber"`
		Serial string `xml:"device>serialNumber"`
	}
	if err := xml.Unmarshal(text, &x); err != nil {
		return d, err
	}
	if !strings.Contains(x.Maker, compatible) {
		at = netip.AddrPortFrom(at.Addr(), realTLS)
	}
	d = found{
		Name: printable(x.Name), Model: printable(strings.TrimSpace(x.Model + " " + x.Number)),
		Serial: printable(x.Serial), Address: at.Addr().String(), URL: "https://" + at.String(),
	}
	d.Name = strings.TrimSuffix(d.Name, " (LaMetric Time compatible)")
	return d, nil
}

// printable returns text from a device without characters that could affect the
// terminal, cut to the length of a line.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	if len(s) > 80 {
		s = strings.ToValidUTF8(s[:80], "")
	}
	return s
}
