// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/metric"
)

// TestAnswerCounts counts each value into the bucket whose bound it does not exceed.
func TestAnswerCounts(t *testing.T) {
	var r answerCounts
	r.count("/b", "GET", 200, -1)
	r.count("/b", "GET", 200, -1)
	for _, d := range []time.Duration{0, 100 * time.Microsecond, 101 * time.Microsecond, 5 * time.Second, time.Minute} {
		r.count("/a", "GET", 404, d)
	}
	var w metric.Writer
	r.Collect(&w)
	text := string(w.Bytes())
	for _, want := range []string{
		`ledpost_http_requests_total{method="GET",route="/a",status="404"} 5` + "\n" +
			`ledpost_http_requests_total{method="GET",route="/b",status="200"} 2`,
		`_bucket{route="/a",le="0.0001"} 2`, `_bucket{route="/a",le="0.0005"} 3`, `_bucket{route="/a",le="5"} 4`,
		`_bucket{route="/a",le="+Inf"} 5`, `_sum{route="/a"} 65.000201`, `_count{route="/a"} 5`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, `_count{route="/b"}`) {
		t.Errorf("answers without a time are timed:\n%s", text)
	}
}

// The answers of kilobytes that the page begins with are compressed for clients that
// accept it, and for no others.
func TestLargeAnswersAreCompressed(t *testing.T) {
	r := newRig(t, nil)
	for _, path := range []string{"/live/apps/catalogue", "/api/v2/device/apps"} {
		ask := func(accept string) *httptest.ResponseRecorder {
			req := request("GET", path, "")
			req.Header.Set("Accept-Encoding", accept)
			w := httptest.NewRecorder()
			r.Handler().ServeHTTP(w, req)
			if w.Code != 200 || w.Header().Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s: %d, Vary %q", path, w.Code, w.Header().Get("Vary"))
			}
			return w
		}
		plain, packed := ask(""), ask("gzip, deflate")
		if got := plain.Header().Get("Content-Encoding"); got != "" {
			t.Errorf("%s: compressed for one who does not say that it accepts that: %s", path, got)
		}
		z, err := gzip.NewReader(packed.Body)
		if err != nil || packed.Header().Get("Content-Encoding") != "gzip" {
			t.Fatalf("%s: %v %v", path, err, packed.Header())
		}
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, plain.Body.Bytes()) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

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
		{"another version", "GET /healthz HTTP/3.0\r\nHost: x\r\n\r\n", 505,
			"The request is not HTTP/1.1: unsupported protocol version"},
		{"an unknown coding", "GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: zip\r\n\r\n", 501,
			"The request is not HTTP/1.1: Unsupported transfer encoding"},
	}
	served(t, func(t *testing.T, r *rig, plain, secure *pipes, _ context.CancelFunc) {
		for _, row := range rows {
			insecure := &tls.Config{InsecureSkipVerify: true}
			for _, c := range []net.Conn{plain.dial("192.0.2.7:1000"), tls.Client(secure.dial("192.0.2.7:1000"), insecure)} {
				resp, body := exchange(t, c, row.request)
				if got := messages(t, []byte(body)); resp.StatusCode != row.status ||
					!slices.EqualFunc(got, []string{row.want}, matches) {
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
