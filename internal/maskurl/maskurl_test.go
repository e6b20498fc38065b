// SPDX-License-Identifier: Apache-2.0

package maskurl

import (
	"strings"
	"testing"
)

func TestMask(t *testing.T) {
	for _, row := range []struct{ address, masked, bare string }{
		{"", "", ""},
		{"http://host:8080/a/b", "http://host:8080/a/b", "http://host:8080/a/b"},
		{"http://u:PASSWORD@host/x?token=TOKEN", "http://***@host/x?token=***", "http://host/x?token="},
		{"http://u:P@SS@host", "http://***@host", "http://host"},
		{"https://TOKEN@[::1]:1/x@y", "https://***@[::1]:1/x@y", "https://[::1]:1/x@y"},
		{"http://host/x?TOKEN", "http://host/x?***", "http://host/x?"},
		{"http://host?a=1&b=&&c=d=e#TOKEN", "http://host?a=***&b=&&c=***#***", "http://host?a=&b=&&c="},
		{"u:PASSWORD@host/x", "***@host/x", "host/x"},
		{"//u@host", "//***@host", "//host"},
		{"http://host/x?u=http://a:b@c/", "http://host/x?u=***", "http://host/x?u="},
		{"no address at all", "no address at all", "no address at all"},
	} {
		masked := Mask(row.address)
		if masked != row.masked || Mask(masked) != masked || Bare(masked) != row.bare {
			t.Errorf("%q: %q, bare %q; want %q, %q", row.address, masked, Bare(masked), row.masked, row.bare)
		}
		if Masked(masked) != (row.masked != row.address) || Masked(row.address) || Masked(row.bare) {
			t.Errorf("%q: what is hidden is not known", row.address)
		}
	}
}

// FuzzMask: no secret part of any text is left.
func FuzzMask(f *testing.F) {
	f.Add("SECRET", "SECRET", "x")
	f.Fuzz(func(t *testing.T, user, value, path string) {
		if strings.ContainsAny(user+path, "/?#@&") || strings.ContainsAny(value, "#&") {
			return
		}
		got := Mask("http://" + user + "SECRET@host/" + path + "?a=" + value + "SECRET")
		if strings.Contains(strings.Replace(got, path, "", 1), "SECRET") || !strings.Contains(got, "@host/") {
			t.Errorf("%q", got)
		}
	})
}
