// SPDX-License-Identifier: Apache-2.0

// Package origin tells requests that pages of other sites make a browser send from
// requests of programs and of the device's own page.
package origin

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
)

// Foreign reports whether a page of another site has made the request, also a page
// whose name leads to this device (DNS rebinding): a name that is not ours. It is for
// answers without a key, or must not be done by any page but our own.
func Foreign(r *http.Request) bool {
	if !ours(r.Host) || r.Header.Get("Sec-Fetch-Site") == "cross-site" || r.Header.Get("Sec-Fetch-Site") == "same-site" {
		return true
	}
	for _, name := range []string{"Origin", "Referer"} {
		if page := r.Header.Get(name); page != "" {
			u, err := url.Parse(page)
			if err != nil || u.Host != r.Host {
				return true
			}
		}
	}
	return false
}

// Own reports whether a page of this device has made the request. A program can
// claim to be one; no page of another site can.
func Own(r *http.Request) bool {
	return !Foreign(r) && (r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") == "same-origin")
}

// ours reports whether host can only be this device: an address, or a name that
// is not of the public name service.
func ours(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	name, _ := os.Hostname()
	dot := strings.LastIndex(host, ".") // there is no public name without one
	return host == strings.ToLower(name) || dot < 0 || local[host[dot+1:]] ||
		strings.HasSuffix(host, ".home.arpa") // RFC 8375
}

// local are last labels that the public name service does not have: the label of
// the link (RFC 6762), two that ICANN keeps free for networks of homes and companies,
// and two that routers use.
var local = map[string]bool{"local": true, "home": true, "internal": true, "lan": true, "localdomain": true}
