// SPDX-License-Identifier: Apache-2.0

package cli

import "testing"

// TestPageLink: where the page is for other machines, with the key behind the #.
func TestPageLink(t *testing.T) {
	for _, row := range []struct{ why, name, addr, want string }{
		{"all addresses", "lamp", ":8080", "http://lamp.local:8080/#KEY"},
		{"all addresses of IPv6", "lamp", "[::]:8080", "http://lamp.local:8080/#KEY"},
		{"the port of HTTP", "lamp", "0.0.0.0:80", "http://lamp.local/#KEY"},
		{"a whole name", "lamp.example.org", ":8080", "http://lamp.example.org:8080/#KEY"},
		{"one address", "lamp", "192.0.2.7:8080", "http://192.0.2.7:8080/#KEY"},
		{"this machine alone", "lamp", "127.0.0.1:8080", "http://localhost:8080/#KEY"},
	} {
		if got := pageLink(row.name, row.addr, "KEY"); got != row.want {
			t.Errorf("%s: %s", row.why, got)
		}
	}
}
