// SPDX-License-Identifier: Apache-2.0

package network

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	search "github.com/koron/go-ssdp"

	"github.com/ledpost/ledpost/api/ssdp"
)

const (
	searchSeconds  = 3         // devices answer within that time, after a random delay (UDA 1.1, 1.3.2)
	maxDevices     = 64        // most devices whose descriptions are read
	maxDescription = 64 << 10  // bytes
	realTLS        = "4343"    // port of a LaMetric (docs/api.md, Addresses)
	compatible     = "ledpost" // in the manufacturer field of this program's devices
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
func findDevices(ctx context.Context) ([]found, error) {
	answers, err := search.Search(ssdp.DeviceType, searchSeconds, "")
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	var mu sync.Mutex
	var all []found
	var wg sync.WaitGroup
	for _, location := range locations(answers) {
		wg.Go(func() {
			d, err := describe(ctx, location)
			mu.Lock()
			defer mu.Unlock()
			if err == nil && !slices.ContainsFunc(all, func(o found) bool { return o.URL == d.URL }) {
				all = append(all, d)
			}
		})
	}
	wg.Wait()
	slices.SortFunc(all, func(a, b found) int { return strings.Compare(a.Name+a.URL, b.Name+b.URL) })
	return all, nil
}

// locations returns the URLs of the descriptions, each once.
func locations(answers []search.Service) (all []string) {
	for _, a := range answers {
		if len(all) < maxDevices && !slices.Contains(all, a.Location) {
			all = append(all, a.Location)
		}
	}
	return all
}

// describe reads a device's description. It sends nothing of the user's.
func describe(ctx context.Context, location string) (d found, err error) {
	u, err := url.Parse(location)
	if err != nil {
		return d, err
	}
	ip, err := netip.ParseAddr(u.Hostname())
	if err != nil || u.Scheme != "http" {
		return d, fmt.Errorf("%q is not an http:// address with a numeric host", location)
	}
	ctx, cancel := context.WithTimeout(ctx, searchSeconds*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, location, nil)
	if err != nil {
		return d, err
	}
	client := &http.Client{CheckRedirect: noRedirect, Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return d, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return d, fmt.Errorf("%s answers %s", location, resp.Status)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxDescription))
	if err != nil {
		return d, err
	}
	return parseDescription(text, ip, u.Port())
}

// noRedirect keeps a client at the address that it was given.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// parseDescription reads the XML of a device at ip that serves its description
// on port. This program's devices use TLS on that port too.
func parseDescription(text []byte, ip netip.Addr, port string) (d found, err error) {
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
	if !strings.Contains(x.Maker, compatible) || port == "" {
		port = realTLS
	}
	d = found{
		Name: printable(x.Name), Model: printable(strings.TrimSpace(x.Model + " " + x.Number)),
		Serial: printable(x.Serial), Address: ip.String(), URL: "https://" + net.JoinHostPort(ip.String(), port),
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
