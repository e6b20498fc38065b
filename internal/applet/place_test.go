// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"encoding/json"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestPlaceOf: an address leads to one host, however it is written; none that a resolver and a person read
// differently is one.
func TestPlaceOf(t *testing.T) {
	for _, row := range []struct{ why, url, want string }{
		{"a host", "https://api.example.com/v1?x=1", "api.example.com"},
		{"its usual port", "https://api.example.com:443", "api.example.com"},
		{"the usual port of the other protocol", "https://api.example.com:80", "api.example.com"},
		{"another port", "http://api.example.com:8080", "api.example.com:8080"},
		{"the same port", "http://api.example.com:08080", "api.example.com:8080"},
		{"large letters and a dot", "HTTP://API.Example.COM./", "api.example.com"},
		{"a name before an @", "http://good.example@evil.example/", "evil.example"},
		{"a name and a password before an @", "http://good.example:80@evil.example:81/", "evil.example:81"},
		{"a name behind a #", "http://evil.example#@good.example/", "evil.example"},
		{"a name of one part", "http://nas/", "nas"},
		{"an underscore", "http://my_nas.local", "my_nas.local"},
		{"Punycode", "http://xn--pple-43d.com", "xn--pple-43d.com"},
		{"an address", "http://192.168.1.20:8123", "192.168.1.20:8123"},
		{"IPv6", "http://[2001:DB8:0::1]:8080", "[2001:db8::1]:8080"},
		{"IPv4 in an IPv6 coat", "http://[::ffff:192.168.1.20]/", "192.168.1.20"},
		{"letters of another script", "http://аpple.com", ""},
		{"full width", "http://１２７.0.0.1", ""},
		{"full stops of Chinese", "http://127。0。0。1", ""},
		{"one number", "http://2130706433/", ""},
		{"a hexadecimal number", "http://0x7f000001/", ""},
		{"a hexadecimal part at the end", "http://127.0.0.0x1/", ""},
		{"octal numbers", "http://0177.0.0.01/", ""},
		{"two numbers", "http://127.1/", ""},
		{"five numbers", "http://1.2.3.4.5/", ""},
		{"a zone", "http://[fe80::1%25eth0]/", ""},
		{"an empty part", "http://a..example/", ""},
		{"a dot before", "http://.example/", ""},
		{"two dots behind", "http://a.example../", ""},
		{"a wildcard", "http://*.example/", ""},
		{"a hyphen before", "http://-a.example/", ""},
		{"an escaped letter", "http://a%E2%82%AC.example/", ""},
		{"too long a part", "http://" + strings.Repeat("a", 64) + ".example/", ""},
		{"too long a name", "http://" + strings.Repeat("a.", 127) + "example/", ""},
		{"port 0", "http://a.example:0/", ""},
		{"too large a port", "http://a.example:65536/", ""},
		{"no host", "http:///x", ""},
		{"another protocol", "ftp://a.example/", ""},
		{"no protocol", "//a.example/", ""},
	} {
		u, err := url.Parse(row.url)
		if err != nil {
			if row.want != "" {
				t.Errorf("%s: %v", row.why, err)
			}
			continue
		}
		got, err := PlaceOf(u)
		if got.Host != row.want || (err == nil) != (row.want != "") || got.Address.IsValid() {
			t.Errorf("%s: %v, %v, want %q", row.why, got, err, row.want)
		}
	}
}

func TestParsePlace(t *testing.T) {
	for _, row := range []struct{ why, host, address, want string }{
		{"on the internet", "api.example.com", "", "api.example.com"},
		{"its port", "api.example.com:8080", "", "api.example.com:8080"},
		{"a name in the network", "NAS.local:80", "192.168.1.20", "nas.local (192.168.1.20)"},
		{"an address in the network", "192.168.1.20:8123", "192.168.1.20", "192.168.1.20:8123"},
		{"IPv6 in the network", "[fd00::1]", "fd00::1", "[fd00::1]"},
		{"IPv4 in an IPv6 coat", "192.168.1.20", "::ffff:192.168.1.20", "192.168.1.20"},
		{"an address of another", "192.168.1.20", "192.168.1.21", "192.168.1.20 (192.168.1.21)"},
		{"nothing", "", "", ""},
		{"a whole URL", "http://a.example", "", ""},
		{"a path", "a.example/x", "", ""},
		{"a question", "a.example?x", "", ""},
		{"a user", "x@a.example", "", ""},
		{"a name as address", "a.example", "b.example", ""},
		{"a control character", "a.example\n", "", ""},
	} {
		got, err := ParsePlace(row.host, row.address)
		if err != nil && row.want != "" || err == nil && got.String() != row.want {
			t.Errorf("%s: %v, %v, want %q", row.why, got, err, row.want)
		}
	}
}

// TestPlaceJSON: an address that is not there is absent.
func TestPlaceJSON(t *testing.T) {
	for want, p := range map[string]Place{
		`{"host":"a.example"}`:                     {Host: "a.example"},
		`{"host":"nas.local","address":"fd00::1"}`: {Host: "nas.local", Address: netip.MustParseAddr("fd00::1")},
	} {
		var back Place
		text := must.Get(json.Marshal(p))(t)
		if string(text) != want || json.Unmarshal(text, &back) != nil || back != p {
			t.Errorf("%s, want %s; back %v", text, want, back)
		}
	}
}

func TestSame(t *testing.T) {
	at := func(host, address string) Place { return must.Get(ParsePlace(host, address))(t) }
	for _, row := range []struct {
		why  string
		a, b Place
		same bool
	}{
		{"one host", at("a.example", ""), at("a.example", ""), true},
		{"with www", at("a.example", ""), at("www.a.example", ""), true},
		{"below it", at("a.example", ""), at("api.a.example", ""), false},
		{"one that ends alike", at("a.example", ""), at("aa.example", ""), false},
		{"another port", at("a.example", ""), at("a.example:8080", ""), false},
		{"in the network", at("a.example", ""), at("a.example", "10.0.0.1"), false},
		{"at another address", at("a.example", "10.0.0.2"), at("a.example", "10.0.0.1"), false},
	} {
		if row.a.Same(row.b) != row.same || row.b.Same(row.a) != row.same {
			t.Errorf("%s: %v", row.why, !row.same)
		}
	}
}

// FuzzPlace: whatever a URL is, its place is its own form, and has nothing that a panel or a log would obey.
func FuzzPlace(f *testing.F) {
	for _, text := range []string{
		"http://a.example:8080/x", "http://[::ffff:1.2.3.4]:1", "https://u:p@h:443#x", "http://0x1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := url.Parse(text)
		if err != nil {
			return
		}
		p, err := PlaceOf(u)
		if err != nil {
			return
		}
		again, err := ParsePlace(p.Host, "")
		if err != nil || again != p {
			t.Errorf("%q is %v, and that is %v, %v", text, p, again, err)
		}
		if strings.Trim(p.Host, "abcdefghijklmnopqrstuvwxyz0123456789-_.:[]") != "" || len(p.Host) > maxHost+6 {
			t.Errorf("%q", p.Host)
		}
	})
}
