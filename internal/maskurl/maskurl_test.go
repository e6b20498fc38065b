// SPDX-License-Identifier: Apache-2.0

package maskurl

import (
	"strconv"
	"strings"
	"testing"
)

// TestMask has every place of an address at which services ask for a secret.
func TestMask(t *testing.T) {
	for _, row := range []struct{ why, address, masked, bare string }{
		{"nothing", "", "", ""},
		{"nothing but a host", "http://host:8080", "http://host:8080", "http://host:8080"},
		{"the root", "http://host/", "http://host/", "http://host/"},
		{"a path", "http://host:8080/a/b", "http://host:8080/***", "http://host:8080"},
		{"Telegram", "https://api.telegram.org/botTOKEN/getUpdates", "https://api.telegram.org/***",
			"https://api.telegram.org"},
		{"a webhook of Home Assistant", "http://ha.local:8123/api/webhook/TOKEN", "http://ha.local:8123/***",
			"http://ha.local:8123"},
		{"a user of Tronbyt", "wss://tronbyt.example/TOKEN/ws", "wss://tronbyt.example/***", "wss://tronbyt.example"},
		{"a parameter of the path", "http://host/x;key=TOKEN", "http://host/***", "http://host"},
		{"user and query", "http://u:PASSWORD@host/x?token=TOKEN", "http://host/***", "http://host"},
		{"user alone", "http://u:PASSWORD@host", "http://host/***", "http://host"},
		{"an @ in the password", "http://u:P@SS@host", "http://host/***", "http://host"},
		{"IPv6", "https://TOKEN@[::1]:1/x@y", "https://[::1]:1/***", "https://[::1]:1"},
		{"a query without a name", "http://host?TOKEN", "http://host/***", "http://host"},
		{"a fragment", "http://host#TOKEN", "http://host/***", "http://host"},
		{"a # in the password", "http://u:pa#TOKEN@host/", "***", ""},
		{"no scheme", "u:PASSWORD@host/x", "***", ""},
		{"no scheme, but a host", "//u@host", "***", ""},
		{"a calendar", "webcal://host/TOKEN.ics", "webcal://host/***", "webcal://host"},
		{"no URL", "TOKEN", "***", ""},
		{"a host and a port", "broker:1883", "broker:1883", "broker:1883"},
		{"a line break", "http://host/\nTOKEN", "***", ""},
	} {
		masked := Mask(row.address)
		if masked != row.masked || Mask(masked) != masked || Bare(masked) != row.bare {
			t.Errorf("%s: %q, bare %q; want %q, %q", row.why, masked, Bare(masked), row.masked, row.bare)
		}
		if Masked(masked) != (row.masked != row.address) || Masked(row.address) || Masked(row.bare) {
			t.Errorf("%s: what is hidden is not known", row.why)
		}
	}
}

func TestIn(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"no address at all", "no address at all"},
		{`Get "https://x.org/botTOKEN?a=b": EOF`, `Get "https://x.org/***": EOF`},
		{"dial tcp://me:TOKEN@broker:1883: refused", "dial tcp://broker:1883/***: refused"},
		{"see http://a/TOKEN, then http://b/TOKEN. Done", "see http://a/***, then http://b/***. Done"},
		{"at http://[::1]: refused", "at http://[::1]: refused"},
		{"at http://[::1]:80/TOKEN; refused", "at http://[::1]:80/***; refused"},
		{"(http://a/TOKEN)", "(http://a/***)"},
		{`Get "http://h/Things('1')/x?key=TOKEN": EOF`, `Get "http://h/***": EOF`},
		{`Get "http://h/x?a b<c>` + "`" + `d\"e=TOKEN": EOF "here"`, `Get "http://h/***": EOF "here"`},
		{"at http://h/Things('1')/x?key=TOKEN: EOF", "at http://h/***: EOF"},
		{"<http://h/TOKEN>, 'http://h/TOKEN'", "<http://h/***>, 'http://h/***'"},
		{"open http://192.168.1.7:8080/ in a browser", "open http://192.168.1.7:8080/ in a browser"},
	} {
		if got := In(row.text); got != row.want || In(got) != got {
			t.Errorf("%q: %q, want %q", row.text, got, row.want)
		}
	}
}

// FuzzMask: no secret part of any text is left, neither alone nor in a sentence.
func FuzzMask(f *testing.F) {
	f.Add("SECRET", "SECRET", "x")
	f.Fuzz(func(t *testing.T, user, value, path string) {
		if strings.ContainsAny(user, "/?#@\\") {
			return
		}
		address := "http://" + user + "SECRET@host/" + path + "SECRET?a=" + value + "SECRET"
		for _, got := range []string{Mask(address), Mask(Mask(address))} {
			if got != "http://host/***" && got != "***" {
				t.Errorf("%q", got)
			}
		}
		if got := In("Get " + strconv.Quote(address) + ": EOF"); strings.Contains(got, "SECRET") {
			t.Errorf("quoted: %q", got)
		}
		if !strings.ContainsAny(user+path+value, " \t\n\v\f\r\"") {
			if got := In("Get " + address + ": EOF"); strings.Contains(got, "SECRET") {
				t.Errorf("%q", got)
			}
		}
	})
}
