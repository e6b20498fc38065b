// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"net/http/httptest"
	"testing"
)

// TestForeign: default ports may be left out, on either side.
func TestForeign(t *testing.T) {
	for _, c := range []struct {
		host, origin string
		want         bool
	}{
		{"ledpost.local", "http://ledpost.local", false},
		{"ledpost.local:80", "http://ledpost.local", false},
		{"LEDPOST.local", "http://ledpost.local:80", false},
		{"ledpost.local", "https://ledpost.local", false}, // a proxy in front speaks TLS
		{"ledpost.local:443", "https://ledpost.local", false},
		{"ledpost.local:443", "http://ledpost.local", true},
		{"[2001:db8::1]:8080", "http://[2001:db8::1]:8080", false},
		{"[2001:db8::1]:8080", "http://[2001:db8::2]:8080", true},
		{"ledpost.local", "chrome-extension://abc", true},
		{"ledpost.local", "null", true},
		{"ledpost.local", "http://%", true},
		{"ledpost.local", "", false},
	} {
		r := httptest.NewRequest("POST", "/", nil)
		r.Host = c.host
		r.Header.Set("Origin", c.origin)
		if Foreign(r) != c.want {
			t.Errorf("%s at %s: want %v", c.origin, c.host, c.want)
		}
	}
}
