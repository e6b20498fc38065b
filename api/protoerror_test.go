// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"crypto/tls"
	"net"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/api/rest"
)

// TestNotHTTP: what net/http refuses itself is answered as every other fault.
func TestNotHTTP(t *testing.T) {
	rows := []struct {
		name, request string
		status        int
		want          string
	}{
		{"nonsense", "nonsense\r\n\r\n", 400, "The request is not HTTP/1.1"},
		{"no target", "GET HTTP/1.1\r\nHost: x\r\n\r\n", 400, "The request is not HTTP/1.1"},
		{"no host", "GET /healthz HTTP/1.1\r\n\r\n", 400, "The request is not HTTP/1.1: missing required Host header"},
		{"two hosts", "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400, "The request is not HTTP/1.1"},
		{"a field without a name", "GET /healthz HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", 400, "The request is not HTTP/1.1…"},
		{"another version", "GET /healthz HTTP/3.0\r\nHost: x\r\n\r\n", 505, "The request is not HTTP/1.1: unsupported protocol version"},
		{"an unknown coding", "GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: zip\r\n\r\n", 501, "The request is not HTTP/1.1: Unsupported transfer encoding"},
	}
	served(t, func(t *testing.T, r *rig, plain, secure *pipes, _ context.CancelFunc) {
		for _, row := range rows {
			insecure := &tls.Config{InsecureSkipVerify: true}
			for _, c := range []net.Conn{plain.dial("192.0.2.7:1000"), tls.Client(secure.dial("192.0.2.7:1000"), insecure)} {
				resp, body := exchange(t, c, row.request)
				if got := messages(t, []byte(body)); resp.StatusCode != row.status || !slices.EqualFunc(got, []string{row.want}, matches) {
					t.Errorf("%s: %d %q, want %d %q", row.name, resp.StatusCode, got, row.status, row.want)
				}
				if got := resp.Header.Get("Content-Type"); got != rest.JSONType[0] || !resp.Close {
					t.Errorf("%s: %s, closed %v", row.name, got, resp.Close)
				}
				c.Close()
			}
		}
	})
}
