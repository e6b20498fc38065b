// SPDX-License-Identifier: Apache-2.0

package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ledpost/ledpost/icons"
)

// resource is one that clients can read.
type resource struct {
	mcp.Resource
	read func(*call) (string, error)
}

var resources = []resource{
	{mcp.Resource{URI: "ledpost://panel", Name: "panel", Title: "The panel", MIMEType: "text/plain",
		Description: "The size of the panel, how much text fits, and its name."}, (*call).panel},
	{mcp.Resource{URI: "ledpost://icons", Name: "icons", Title: "Icons by words", MIMEType: "text/plain",
		Description: "The built-in icons for show_message, one a line: the name, and words for it."},
		(*call).iconsByWords},
	{mcp.Resource{URI: "ledpost://log", Name: "log", Title: "The log of the day", MIMEType: "application/json",
		Description: "The messages that have ended within a day, the latest first, with what became of them and why."},
		(*call).log},
}

// addResources registers the resources.
func (m *Room) addResources(server *mcp.Server) {
	for _, one := range resources {
		server.AddResource(&one.Resource,
			func(ctx context.Context, _ *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				text, err := m.read(ctx, &one)
				if err != nil {
					return nil, err
				}
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{
					{URI: one.URI, MIMEType: one.MIMEType, Text: text}}}, nil
			})
	}
}

// read reads a resource. It turns a panic into an error, as run does.
func (m *Room) read(ctx context.Context, one *resource) (text string, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			m.cfg.Log.Error("a resource for agents panicked", "resource", one.URI, "fault", fault)
			err = errors.New("internal error of the device")
		}
	}()
	return one.read(&call{Room: m, ctx: ctx})
}

// panel tells the facts of the panel.
func (c *call) panel() (string, error) {
	var about struct {
		Name  string `json:"name"`
		Model string `json:"model"`
	}
	if err := c.do(http.MethodGet, "/api/v2/device", nil, &about); err != nil {
		return "", err
	}
	return fmt.Sprintf("name: %q\nmodel: %q\nsize: %d×%d pixels, an icon is %d×%[4]d of them\n"+
		"fits: about %d letters beside an icon without moving\n",
		about.Name, about.Model, c.cfg.Size.X, c.cfg.Size.Y, min(8, c.cfg.Size.Y), fits(c.cfg.Size)), nil
}

// iconsByWords lists the built-in icons. It asks the API for nothing of this device.
func (c *call) iconsByWords() (string, error) {
	var text strings.Builder
	for _, e := range c.cfg.Icons() {
		if e.Source == icons.BuiltIn {
			fmt.Fprintf(&text, "%s: %s\n", e.Name, strings.Join(e.Words, " "))
		}
	}
	return text.String(), nil
}

// log returns the history of messages.
func (c *call) log() (string, error) {
	data, err := c.fetch(http.MethodGet, "/live/history", nil)
	return string(data), err
}
