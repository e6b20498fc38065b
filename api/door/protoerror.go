// SPDX-License-Identifier: Apache-2.0

package door

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// maxHeader is the limit of a request's header in bytes (docs/decisions.md 10).
const maxHeader = 16 << 10

var errLongHeader = rest.Refuse(http.StatusRequestHeaderFieldsTooLarge, fmt.Sprintf("The header is larger than %d KiB", maxHeader>>10))

// ownHeader follows the status line of an answer that net/http makes itself to
// a request that it cannot parse (errorHeaders in its server.go). net/http
// writes that answer directly, past every handler.
const ownHeader = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// jsonError returns b, an answer made by net/http, with a body in the form of
// all other errors (docs/decisions.md 2), or nil if b is another answer.
func jsonError(b []byte) []byte {
	if !bytes.HasPrefix(b, []byte("HTTP/1.1 ")) {
		return nil
	}
	status, _, _ := bytes.Cut(b, []byte("\r"))
	text, own := bytes.CutPrefix(b[len(status):], []byte(ownHeader))
	if !own {
		return nil
	}
	body, err := wire.Encode(rest.Failure(inOurWords(string(text))))
	if err != nil {
		return nil
	}
	return fmt.Appendf(nil, "%s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		status, rest.JSONType[0], len(body), body)
}

// inOurWords returns text, such as "400 Bad Request: why", without its status.
func inOurWords(text string) string {
	if strings.HasPrefix(text, "431 ") {
		return errLongHeader.Error()
	}
	for _, code := range []int{http.StatusBadRequest, http.StatusHTTPVersionNotSupported, http.StatusNotImplemented} {
		text = strings.TrimPrefix(text, fmt.Sprintf("%d %s", code, http.StatusText(code)))
	}
	if text = strings.TrimPrefix(text, ": "); text == "" {
		return "The request is not HTTP/1.1"
	}
	return "The request is not HTTP/1.1: " + text
}
