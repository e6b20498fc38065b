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

// TestForged: a form of another site can send a POST and no JSON.
func TestForged(t *testing.T) {
	for _, c := range []struct {
		method, origin, media string
		want                  bool
	}{
		{"POST", "http://evil.example", "text/plain", true},
		{"POST", "http://evil.example", "", true},
		{"POST", "http://evil.example", "Application/JSON ;charset=utf-8", false},
		{"POST", "http://ledpost.local", "text/plain", false},
		{"POST", "", "text/plain", false},
		{"GET", "http://evil.example", "", false},
		{"PUT", "http://evil.example", "text/plain", false},
	} {
		r := httptest.NewRequest(c.method, "/", nil)
		r.Host = "ledpost.local"
		r.Header.Set("Origin", c.origin)
		r.Header.Set("Content-Type", c.media)
		if Forged(r) != c.want {
			t.Errorf("%s of %q from %q: want %v", c.method, c.media, c.origin, c.want)
		}
	}
}
