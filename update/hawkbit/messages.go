// SPDX-License-Identifier: Apache-2.0

package hawkbit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// module is the name of the software module that is this program.
const module = "ledpost"

// Limits of the pace that a server may ask for.
const (
	leastSleep   = 30 * time.Second
	mostSleep    = 24 * time.Hour
	defaultSleep = 5 * time.Minute
)

// base is the answer to a poll: what the server wants, as links.
type base struct {
	Config struct {
		Polling struct {
			Sleep string `json:"sleep"` // HH:MM:SS
		} `json:"polling"`
	} `json:"config"`
	Links struct {
		Deployment link `json:"deploymentBase"`
		Cancel     link `json:"cancelAction"`
		ConfigData link `json:"configData"`
	} `json:"_links"`
}

type link struct {
	Href string `json:"href"`
}

// sleep returns how long to wait for the next poll.
func (b *base) sleep() time.Duration {
	t, err := time.Parse(time.TimeOnly, b.Config.Polling.Sleep)
	if err != nil {
		return defaultSleep
	}
	d := time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute + time.Duration(t.Second())*time.Second
	return min(max(d, leastSleep), mostSleep)
}

// deployment is an action that installs software.
type deployment struct {
	ID         string `json:"id"`
	Deployment struct {
		// attempt or forced; skip = not now: there is nothing but a download, or the window is shut
		Update string `json:"update"`
		Window string `json:"maintenanceWindow"` // available, or shut; "" = none is set
		Chunks []struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"chunks"`
	} `json:"deployment"`
}

// shut is what a deployment says whose maintenance window is not open.
const shut = "unavailable"

// maxID is the most bytes of an action's id: hawkBit's are numbers.
const maxID = 64

// version returns the version of this program that is to be installed.
func (d *deployment) version() (v string, err error) {
	for _, c := range d.Deployment.Chunks {
		switch {
		case c.Name != module:
		case c.Version == "" || v != "" && v != c.Version:
			return "", fmt.Errorf("the module %s has no version, or two", module)
		default:
			v = c.Version
		}
	}
	if v == "" {
		return "", fmt.Errorf("the deployment has no module %s", module)
	}
	return v, nil
}

// cancel is the wish to stop an action.
type cancel struct {
	ID     string `json:"id"`
	Action struct {
		Stop string `json:"stopId"` // the id of the deployment
	} `json:"cancelAction"`
}

// Values of a feedback's execution, and of how an action has finished.
const (
	closed     = "closed"
	proceeding = "proceeding"
	scheduled  = "scheduled"
	rejected   = "rejected"
	downloaded = "downloaded"

	success = "success"
	failure = "failure"
	none    = "none" // it has not finished
)

// feedback is the report to the server about an action.
type feedback struct {
	execution, finished, detail string
}

// body returns f for the action id.
func (f feedback) body(id string, now time.Time) ([]byte, error) {
	type result struct {
		Finished string `json:"finished"`
	}
	type status struct {
		Execution string   `json:"execution"`
		Result    result   `json:"result"`
		Details   []string `json:"details,omitempty"`
	}
	s := status{f.execution, result{f.finished}, nil}
	if f.detail != "" {
		s.Details = []string{f.detail}
	}
	return json.Marshal(struct {
		ID     string `json:"id"`
		Time   string `json:"time"`
		Status status `json:"status"`
	}{id, now.UTC().Format("20060102T150405"), s})
}

// parse reads an answer of the server.
func parse[T base | deployment | cancel](text []byte) (*T, error) {
	v := new(T)
	if err := json.Unmarshal(text, v); err != nil {
		return nil, errors.New("hawkbit: the answer is not the JSON of hawkBit")
	}
	return v, nil
}

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
