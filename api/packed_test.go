// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http/httptest"
	"testing"
)

// The answers of kilobytes that the page begins with are compressed for clients that
// accept it, and for no others.
func TestLargeAnswersAreCompressed(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
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
