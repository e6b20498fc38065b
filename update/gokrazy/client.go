// SPDX-License-Identifier: Apache-2.0

package gokrazy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/update"
)

// Socket is where gokrazy's endpoints listen. Only root can open it.
const Socket = "/run/gokrazy-http.sock"

// refused tells the owner of an error of the endpoints.
const refused = "the system does not take the update"

// maxAnswer bounds an answer of the endpoints, in bytes.
const maxAnswer = 64 << 10

// A Client speaks with gokrazy's endpoints. Any goroutine may use it.
type Client struct {
	http http.Client
}

// NewClient returns a client for the endpoints at a socket, [Socket] on a device.
func NewClient(socket string) *Client {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}
	return &Client{http: http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}}
}

// WriteRoot writes r to the root partition that is not in use. It returns an
// error if what arrived there is not what r held.
func (c *Client) WriteRoot(ctx context.Context, r io.Reader) error {
	sum := sha256.New()
	answer, err := c.do(ctx, http.MethodPut, "/update/root", io.TeeReader(r, sum))
	if err != nil {
		return err
	}
	if want := hex.EncodeToString(sum.Sum(nil)); string(bytes.TrimSpace(answer)) != want {
		return update.Worded("the card does not hold the bytes that were written",
			fmt.Errorf("gokrazy: the root that was written has the SHA-256 %.64q, want %s", answer, want))
	}
	return nil
}

// TestBoot lets the next start, and only that, be from the root partition that
// is not in use.
func (c *Client) TestBoot(ctx context.Context) error {
	_, err := c.do(ctx, http.MethodPost, "/update/testboot", nil)
	return err
}

// Switch lets all starts to come be from the root partition that the kernel was not
// told of: during a trial, from the root on trial.
func (c *Client) Switch(ctx context.Context) error {
	_, err := c.do(ctx, http.MethodPost, "/update/switch", nil)
	return err
}

// Reboot ends all programs, this one too, and starts the machine again. It may
// return an error because this program is being ended. (Asked to answer before
// that, gokrazy would start again without unmounting anything.)
func (c *Client) Reboot(ctx context.Context) error {
	_, err := c.do(ctx, http.MethodPost, "/reboot?kexec=off&wait_per_signal=10s", nil)
	return err
}

func (c *Client) do(ctx context.Context, method, path string, body io.Reader) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://gokrazy"+path, body)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, update.Worded(refused, fmt.Errorf("gokrazy: %w", err))
	}
	defer resp.Body.Close()
	answer, err := bounded.Read(resp.Body, maxAnswer)
	if err != nil {
		return nil, update.Worded(refused, fmt.Errorf("gokrazy: %s: %w", path, err))
	}
	if resp.StatusCode != http.StatusOK {
		return nil, update.Worded(refused, fmt.Errorf("gokrazy: %s: %s: %.200q", path, resp.Status, answer))
	}
	return answer, nil
}
