// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
)

// Pass is a handler for [Page.Answer] that lets the device answer, and edits what it says; nil
// edits nothing. While the device is away, the page's connection fails.
func Pass(edit func(header http.Header, body []byte) []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, asked *http.Request) {
		said, err := http.DefaultClient.Do(asked)
		if err != nil { // the device is away
			panic(http.ErrAbortHandler)
		}
		defer said.Body.Close()
		body, err := io.ReadAll(said.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		header := http.Header{"Content-Type": said.Header["Content-Type"]}
		if edit != nil {
			body = edit(header, body)
		}
		for name, values := range header {
			w.Header()[name] = values
		}
		w.WriteHeader(said.StatusCode)
		_, _ = w.Write(body) // into a recorder
	})
}

// Misspells is Pass with another word in place of one that the page asks with.
func Misspells(word, other string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, asked *http.Request) {
		body, _ := io.ReadAll(asked.Body) // of a page: it is here
		body = bytes.ReplaceAll(body, []byte(word), []byte(other))
		asked.Body, asked.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		asked.Header.Del("Content-Length")
		Pass(nil).ServeHTTP(w, asked)
	})
}

// Says is a handler for [Page.Answer] that answers in JSON.
func Says(json string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, json)
	})
}

// HasPanel lets the page hear that the panel works: no machine of these tests has one.
func (p *Page) HasPanel() {
	p.t.Helper()
	p.Answer("/healthz", Pass(func(_ http.Header, body []byte) []byte {
		var health map[string]json.RawMessage
		var parts []map[string]any
		if json.Unmarshal(body, &health) != nil || json.Unmarshal(health["parts"], &parts) != nil {
			return body
		}
		parts = slices.DeleteFunc(parts, func(part map[string]any) bool { return part["name"] == "panel" })
		health["parts"], _ = json.Marshal(parts)
		edited, _ := json.Marshal(health)
		return edited
	}))
}
