// SPDX-License-Identifier: Apache-2.0

// Package mcp lets agents use the device by the Model Context Protocol: /mcp, streamable HTTP without sessions. A tool
// is a request, or a few, to the API of this device, with the key of the client: scopes, limits and refusals are
// those of every client, and this package has no rules of its own about what the device does.
package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/budget"
)

// Config is what a Room needs. All must be set.
type Config struct {
	API     func() http.Handler // answers requests as the network gets them; asked when requests come
	Icons   func() []icons.Entry
	Size    image.Point // of the panel, pixels
	Version string      // of the program
	Log     *slog.Logger
}

// Room serves /mcp. Make one with [New]; any goroutine may use it.
type Room struct {
	cfg Config
	sdk http.Handler
}

// Bounds of a request.
const (
	maxBody   = 64 << 10         // bytes: a message has one call, and no pictures
	copies    = 4                // of the body, in the SDK
	maxAnswer = 256 << 10        // bytes of what the API answers to a tool
	held      = 3 * maxAnswer    // bytes that an answer takes while it is made
	limit     = 20 * time.Second // for all that one call does
)

// New returns the room.
func New(cfg Config) *Room {
	m := &Room{cfg: cfg}
	server := mcp.NewServer(&mcp.Implementation{Name: "ledpost", Title: "LED panel", Version: cfg.Version},
		&mcp.ServerOptions{Instructions: m.fill(instructions), Capabilities: &mcp.ServerCapabilities{
			Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{},
		}})
	m.addTools(server)
	m.addResources(server)
	m.sdk = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		// Every request has shown a key, so a name that leads here by DNS gains nothing; a proxy may have any name.
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, DisableLocalhostProtection: true})
	return m
}

// fill puts the facts of the panel into a text for models.
func (m *Room) fill(text string) string {
	return strings.NewReplacer("{width}", fmt.Sprint(m.cfg.Size.X), "{height}", fmt.Sprint(m.cfg.Size.Y),
		"{fits}", fmt.Sprint(fits(m.cfg.Size))).Replace(text)
}

// Endpoints returns the endpoint of the protocol. A key of any scope may use it: each tool has the
// scope of the requests that it makes.
func (m *Room) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/mcp", Bearer: true, Any: true, Body: maxBody,
		Methods: rest.Methods{http.MethodPost: m.post}}}
}

// post answers one message.
func (m *Room) post(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	if err := allowed(body); err != nil {
		return err
	}
	if err := budget.Of(r.Context()).Take(int64(copies*len(body)) + held); err != nil {
		return err
	}
	// Not the request's own context: what a tool does ends by itself, and before this returns, also if
	// the client has gone.
	ctx, done := context.WithTimeout(context.WithoutCancel(r.Context()), limit)
	defer done()
	answer := rest.NewKept(held)
	in := r.WithContext(context.WithValue(ctx, caller{}, r))
	in.Header = r.Header.Clone()
	in.Header.Set("Accept", "application/json, text/event-stream") // which the answer is, whatever is asked for
	in.Header.Set("Content-Type", "application/json")
	in.Body, in.ContentLength = http.NoBody, int64(len(body))
	if len(body) > 0 {
		in.Body = readCloser{bytes.NewReader(body)}
	}
	m.sdk.ServeHTTP(answer, in)
	return send(w, answer)
}

// allowed refuses what takes more than one message to answer, or a connection that stays open.
func allowed(body []byte) error {
	if text := bytes.TrimLeft(body, " \t\r\n"); len(text) > 0 && text[0] == '[' {
		return rest.Refuse(http.StatusBadRequest, "A batch: send one message a request")
	}
	name, ok := method(body)
	switch {
	case !ok:
		return rest.Refuse(http.StatusBadRequest, "A message is a JSON object with at most one method")
	case name == "subscriptions/listen":
		return rest.Refuse(http.StatusNotFound, "Method not found: nothing is sent later than the answer")
	}
	return nil
}

// method returns the method of a message as the SDK reads it, in exactly these letters; "" = it has none. ok is false
// unless the message is an object, and its method a text that is there once.
func method(body []byte) (name string, ok bool) {
	if !json.Valid(body) {
		return "", false
	}
	d := json.NewDecoder(bytes.NewReader(body))
	if open, _ := d.Token(); open != json.Delim('{') {
		return "", false
	}
	for seen := false; d.More(); {
		key, _ := d.Token()
		var value json.RawMessage
		_ = d.Decode(&value) // is valid
		if key != "method" {
			continue
		}
		if seen || value[0] != '"' || json.Unmarshal(value, &name) != nil {
			return "", false
		}
		seen = true
	}
	return name, true
}
