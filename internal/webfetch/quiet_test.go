// SPDX-License-Identifier: Apache-2.0

package webfetch

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestQuiet: no error of a request has more of an address than where it leads, however deep
// it is and whoever quotes it.
func TestQuiet(t *testing.T) {
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "http://elsewhere:TOKEN/TOKEN")
		w.WriteHeader(http.StatusFound)
	}))
	defer away.Close()
	_, redirected := http.Get(away.URL + "/TOKEN")
	_, unknown := http.Get("nothing://host/TOKEN")
	//lint:ignore SA1007 its error is wanted
	_, noURL := url.Parse("http://host:TOKEN/")
	refused := errors.New("refused")
	for _, row := range []struct {
		why  string
		err  error
		want string
	}{
		{"a redirect to what is no address", redirected, "the server redirects to no valid address"},
		{"a scheme that nobody speaks", unknown, ""},
		{"no URL", noURL, "the text is not a URL"},
		{"in another error",
			fmt.Errorf("it failed: %w", &url.Error{Op: "Get", URL: "http://host/TOKEN", Err: refused}), "refused"},
		{"one in another",
			&url.Error{Op: "Get", URL: "x", Err: &url.Error{Op: "Get", URL: "http://host/TOKEN", Err: refused}}, "refused"},
		{"of a library", fmt.Errorf("dial ws://host/TOKEN: %w", refused), "dial ws://host/***: refused"},
		{"without an address", &net.DNSError{Err: "no such host", Name: "host"}, "lookup host: no such host"},
	} {
		got := Quiet(row.err)
		if strings.Contains(got.Error(), "TOKEN") || row.want != "" && got.Error() != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
		if errors.Is(row.err, refused) && !errors.Is(got, refused) {
			t.Errorf("%s: the cause is lost", row.why)
		}
	}
	if Quiet(nil) != nil {
		t.Error("no error is one")
	}
}
