// SPDX-License-Identifier: Apache-2.0

package origin

import (
	"net/http/httptest"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestForeign(t *testing.T) {
	for _, row := range []struct {
		why, host, header, value string
		want                     bool
	}{
		{"a program at an address", "192.168.1.9:8080", "", "", false},
		{"at an IPv6 address", "[fe80::1]:8080", "", "", false},
		{"at localhost", "localhost", "", "", false},
		{"at a name of the link", "Kitchen.local:8080", "", "", false},
		{"at a name without a domain", "kitchen:8080", "", "", false},
		{"at a name that a router gives", "kitchen.lan", "", "", false},
		{"at a name of a home", "kitchen.home.arpa", "", "", false},
		{"at a name in large letters", "KITCHEN.LOCAL:8080", "", "", false},
		{"at an IPv6 address without a port", "[FE80::1]", "", "", false},
		{"a name that begins with a dot", ".example", "", "", true},
		{"at another name of a network's own", "led.office.internal:80", "", "", false},
		{"a public name that only looks so", "lan.example", "", "", true},
		{"another", "evilhome.arpa", "", "", true},
		{"an address in a public name", "192.168.1.9.example", "", "", true},
		{"at a public name, which may lead anywhere", "evil.example", "", "", true},
		{"the device's own page", "192.168.1.9", "Origin", "http://192.168.1.9", false},
		{"a page of another site", "192.168.1.9", "Origin", "http://evil.example", true},
		{"one at another port of this machine", "192.168.1.9", "Origin", "http://192.168.1.9:81", true},
		{"a page in a file or a sandbox", "192.168.1.9", "Origin", "null", true},
		{"an image in another site's page", "192.168.1.9", "Referer", "http://evil.example/a", true},
		{"a referer that cannot be read", "192.168.1.9", "Referer", "http://%", true},
		{"an image without a referer", "192.168.1.9", "Sec-Fetch-Site", "cross-site", true},
		{"another name of the same site", "192.168.1.9", "Sec-Fetch-Site", "same-site", true},
		{"typed by the user", "192.168.1.9", "Sec-Fetch-Site", "none", false},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = row.host
		if row.header != "" {
			r.Header.Set(row.header, row.value)
		}
		must.Equal(t, Foreign(r), row.want, row.why)
	}
}

// TestOwn: a page of this device says so, a program that says nothing is none.
func TestOwn(t *testing.T) {
	for _, row := range []struct {
		why, header, value string
		want               bool
	}{
		{"a program", "", "", false},
		{"the device's page", "Origin", "http://192.168.1.9", true},
		{"its page, by a browser that says more", "Sec-Fetch-Site", "same-origin", true},
		{"typed by the user", "Sec-Fetch-Site", "none", false},
		{"a page of another site", "Origin", "http://evil.example", false},
		{"another site's, by a browser that says more", "Sec-Fetch-Site", "cross-site", false},
	} {
		r := httptest.NewRequest("POST", "/", nil)
		r.Host = "192.168.1.9"
		if row.header != "" {
			r.Header.Set(row.header, row.value)
		}
		must.Equal(t, Own(r), row.want, row.why)
	}
}
