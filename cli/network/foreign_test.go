// SPDX-License-Identifier: Apache-2.0

package network

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode"

	"github.com/ledpost/ledpost/cli/command"
)

// hostile is what does something to a terminal: a screen that is erased, a title of the
// window, one byte for all of an introducer, a sentence backwards.
const hostile = "a\x1b[2J\x1b]0;title\x07b\u009b31m\x9b31m\u202ec\r"

// TestForeignDevice: the commands print a device's answer without control characters, and end
// with exit 1 where it is none of the API's.
func TestForeignDevice(t *testing.T) {
	var elsewhere int
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		elsewhere++
		_, _ = io.WriteString(w, `{"success":{"id":"1"}}`)
	}))
	defer other.Close()
	answers := map[string]struct {
		answer http.HandlerFunc
		failed bool
	}{
		"an id": {func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, `{"success":{"id":"7\u001b[2J\u009b\u202e"},"installed":"1\u001b[2J"}`)
		}, false},
		"no id": {func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, `{"success":{}}`) }, true},
		"a message": {func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusTeapot)
			_, _ = io.WriteString(w, `{"errors":[{"message":"\u001b[2J\u009b\u202e"}]}`)
		}, true},
		"a page": {func(w http.ResponseWriter, r *http.Request) { http.Error(w, hostile, http.StatusBadGateway) }, true},
		"a large page": {func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, strings.Repeat("x", 1<<20), http.StatusBadGateway)
		}, true},
		"no JSON": {func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, hostile) }, true},
		"another address": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		}, true},
		"a line of its own": {func(w http.ResponseWriter, r *http.Request) {
			conn, out, _ := w.(http.Hijacker).Hijack()
			defer conn.Close()
			_, _ = out.WriteString("HTTP/1.1 500 \x1b[2J\u009b\r\nContent-Length: 0\r\n\r\n")
			_ = out.Flush()
		}, true},
	}
	for why, c := range answers {
		device := httptest.NewServer(c.answer)
		for _, args := range [][]string{{"push", "x"}, {"update"}, {"press", "left"}, {"backup", t.TempDir() + "/made"}} {
			said, err := room.Said(t, append([]string{args[0], "--to", device.URL, "--key", mine}, args[1:]...)...)
			if failed := c.failed && (why != "no id" || args[0] == "push") && (why != "no JSON" || args[0] != "press"); failed != (err != nil) &&
				args[0] != "backup" {
				t.Errorf("%s, %s: said %q, %v", why, args[0], said, err)
			}
			if err != nil {
				said += err.Error()
				if command.ExitCode(err) != 1 {
					t.Errorf("%s, %s: exit code %d: %v", why, args[0], command.ExitCode(err), err)
				}
			}
			if strings.ContainsFunc(said, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) || len(said) > 1000 {
				t.Errorf("%s, %s: %d bytes: %.200q", why, args[0], len(said), said)
			}
		}
		device.Close()
	}
	if elsewhere != 0 {
		t.Errorf("another address was asked %d times", elsewhere)
	}
}
