// SPDX-License-Identifier: Apache-2.0

package door

import (
	"testing"
)

// TestRefusal: what a handler writes stays as it is.
func TestRefusal(t *testing.T) {
	for _, b := range []string{
		"", "HTTP/1.1 200 OK", "x\r" + ownHeader,
		"HTTP/1.1 200 OK\r\nDate: today\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n",
		"{\"text\":\"HTTP/1.1 400 Bad Request" + ownHeader + "\"}",
	} {
		if got := jsonError([]byte(b)); got != nil {
			t.Errorf("%q became %q", b, got)
		}
	}
}
