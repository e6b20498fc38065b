// SPDX-License-Identifier: Apache-2.0

package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/icons"
)

// caller is the key of the client's request in the context of a tool.
type caller struct{}

// call is what a tool does for one client. One goroutine may use it.
type call struct {
	*Room
	ctx   context.Context
	index []icons.Entry // of all icons; nil = no tool has asked for it
}

// refusal is what the API has answered in place of success.
type refusal struct {
	status int
	retry  string // Retry-After
	said   string
}

// advice says by the status of a refusal what a model can do about it.
var advice = map[int]string{
	http.StatusForbidden: "This needs a key of a larger scope: ask the owner, who makes keys on the device's page. " +
		"Do not try again with this key.",
	http.StatusNotFound:            "Check the name or id; list_apps has the apps.",
	http.StatusTooManyRequests:     "Wait before you try again.",
	http.StatusServiceUnavailable:  "Wait before you try again.",
	http.StatusInsufficientStorage: "Do not try again before something has been cleared.",
}

// Error returns the sentence of the API, and what to do.
func (e *refusal) Error() string {
	text := e.said
	if e.retry != "" {
		text += ". Seconds to wait: " + e.retry
	}
	if more := advice[e.status]; more != "" {
		text += ". " + more
	}
	return text
}

// do sends a request to the API as the client, and reads the answer into to, if it is not nil.
// Errors are sentences for the model.
func (c *call) do(method, path string, body, to any) error {
	data, err := c.fetch(method, path, body)
	if err != nil || to == nil {
		return err
	}
	return json.Unmarshal(data, to)
}

// done sends a request that changes something, and says so.
func (c *call) done(said, method, path string, body any) (reply, error) {
	if err := c.do(method, path, body, nil); err != nil {
		return reply{}, err
	}
	return reply{text: said}, nil
}

// errLarge is the error of an answer that is not kept.
var errLarge = fmt.Errorf("the answer is larger than %d KiB", maxAnswer>>10)

// fetch returns the answer to a request of the client. Errors: a refusal, errLarge, and others.
func (c *call) fetch(method, path string, body any) ([]byte, error) {
	from, _ := c.ctx.Value(caller{}).(*http.Request)
	at, err := url.Parse(path)
	if err != nil || from == nil {
		return nil, fmt.Errorf("mcp: no request to %q", path)
	}
	r := &http.Request{Method: method, URL: at, RequestURI: path, Host: from.Host, RemoteAddr: from.RemoteAddr,
		TLS: from.TLS, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Body: http.NoBody}
	for _, name := range []string{"Authorization", "User-Agent"} {
		if v := from.Header.Get(name); v != "" {
			r.Header.Set(name, v)
		}
	}
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		r.Body, r.ContentLength = readCloser{bytes.NewReader(data)}, int64(len(data))
		r.Header.Set("Content-Type", "application/json")
	}
	w, whole := rest.Ask(c.cfg.API(), r.WithContext(c.ctx), maxAnswer)
	switch {
	case !whole:
		return nil, errors.New("the answer ended early. Wait before you try again")
	case w.Over:
		return nil, errLarge
	case w.Status >= http.StatusBadRequest:
		return nil, &refusal{w.Status, w.Header().Get("Retry-After"), messages(w.Body.Bytes())}
	}
	return w.Body.Bytes(), nil
}

// messages returns the sentences of a refusal.
func messages(body []byte) string {
	var said rest.Failed
	_ = json.Unmarshal(body, &said) // without any, there are no sentences
	var all []string
	for _, m := range said.Errors {
		all = append(all, strings.TrimSuffix(m.Message, "."))
	}
	return strings.Join(all, ". ")
}

// send answers with what the SDK has answered. Its refusals get the form of all others.
func send(w http.ResponseWriter, a *rest.Kept) error {
	kind := a.Header().Get("Content-Type")
	if a.Over || a.Status == 0 {
		return rest.Refuse(http.StatusServiceUnavailable, "The device is busy and did not answer in time")
	}
	if a.Status >= http.StatusBadRequest && !strings.HasPrefix(kind, "application/json") {
		return rest.Refuse(a.Status, strings.TrimSpace(a.Body.String()))
	}
	if kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	w.Header().Set("Cache-Control", "no-store")
	if a.Status != http.StatusOK {
		w.WriteHeader(a.Status)
	}
	_, err := w.Write(a.Body.Bytes())
	return err
}

type readCloser struct{ io.Reader }

func (readCloser) Close() error { return nil }
