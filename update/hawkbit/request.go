// SPDX-License-Identifier: Apache-2.0

package hawkbit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// maxAnswer bounds an answer of the server, in bytes.
const maxAnswer = 256 << 10

var errForeign = errors.New(
	"hawkbit: the server sends a link to another server: " +
		"its own address (server.forward-headers-strategy) is not the one in the configuration")

// get asks for href and reads the answer.
func get[T base | deployment | cancel](ctx context.Context, c *Client, href string) (*T, error) {
	text, err := c.send(ctx, http.MethodGet, href, nil)
	if err != nil {
		return nil, err
	}
	return parse[T](text)
}

// send sends a request to the server and returns its answer.
func (c *Client) send(ctx context.Context, method, href string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, webfetch.MaxTime)
	defer cancel()
	req, err := c.request(ctx, method, href, body)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("hawkbit: %w", webfetch.Quiet(err))
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		// Read to its end, within limits, so that the connection can be used again.
		_, _ = io.CopyN(io.Discard, resp.Body, maxAnswer)
		return nil, fmt.Errorf("hawkbit: %w", webfetch.Failed(resp))
	}
	return bounded.Read(resp.Body, maxAnswer)
}

// request returns a request with the token. A link must lead to the configured
// server, which alone may see it.
func (c *Client) request(ctx context.Context, method, href string, body []byte) (*http.Request, error) {
	at, err := url.Parse(href)
	if err != nil || at.Scheme != c.root.Scheme || at.Host != c.root.Host || at.User != nil {
		return nil, errForeign
	}
	req, err := http.NewRequestWithContext(ctx, method, at.String(), bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("hawkbit: %w", err)
	}
	token, err := c.cfg.authorization()
	if err != nil {
		return nil, err
	}
	if token != "" {
		req.Header.Set("Authorization", token)
	}
	req.Header.Set("Accept", "application/hal+json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return req, nil
}
