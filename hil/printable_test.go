// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestAnswersArePrintable: an error holds nothing of a device that a terminal would obey.
func TestAnswersArePrintable(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
		w.Write([]byte("no\x1b]0;owned\a\r\nOK \u202eé\xff"))
	}))
	defer s.Close()
	if _, err := newClient().ask("GET", s.URL+"/x", "key", ""); err == nil ||
		strings.ContainsAny(err.Error(), "\x1b\a\r\n\u202e") || !strings.Contains(err.Error(), "418: no ]0;owned   OK  é") {
		t.Errorf("%q", err)
	}
}
