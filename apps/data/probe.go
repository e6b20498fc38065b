// SPDX-License-Identifier: Apache-2.0

package data

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/maskurl"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Probe requests data once, as a widget with these settings would, and returns the
// value found, the text that the widget would show, and the whole answer if that is JSON
// of at most maxDocument bytes, also where it has no such value. The settings may also have a
// member "widget", the id of a widget: its secret headers are then used, if url is its
// address, or if open is set, which says that the client may see the secret parts of addresses,
// leads to the same host. Any goroutine may call it. Errors are of type note.InvalidError.
func (d *Data) Probe(
	ctx context.Context, settings json.RawMessage, open bool,
) (value, text string, document json.RawMessage, err error) {
	p, err := d.probe(settings, open)
	if err != nil {
		return "", "", nil, err
	}
	select {
	case d.probes <- struct{}{}:
		defer func() { <-d.probes }()
	case <-ctx.Done():
		return "", "", nil, note.Invalid("url", "too many requests at once")
	}
	body, err := p.fetch(ctx, d.Env.Web, webfetch.Version{})
	if err != nil {
		return "", "", nil, note.Invalid("url", "%v", err)
	}
	defer body.Close()
	if len(body.Body) <= maxDocument && json.Valid(body.Body) {
		document = bytes.Clone(body.Body)
	}
	got, err := p.read(body.Body)
	if err != nil {
		return "", "", document, note.Invalid("pointer", "%v", err)
	}
	as := writing{d.Env.Local(device.Region{}, ""), d.Env.Zone.Location(), time.Now(), false}
	frames, _ := p.cfg.framesOf(got, note.Frame{}, "", 0, as)
	return got.found, frames[0].Words(), document, nil
}

// maxDocument is the size of an answer that is small enough to be pointed at, in bytes.
const maxDocument = 32 << 10

// probe reads the settings of a probe. See Probe for open.
func (d *Data) probe(settings json.RawMessage, open bool) (p poll, err error) {
	var more struct {
		Headers json.RawMessage `json:"headers"`
		Widget  string          `json:"widget"`
	}
	var secret struct {
		Set bool `json:"set"`
	}
	if err := json.Unmarshal(settings, &more); err != nil {
		return p, note.Invalid("widget", "%v", err)
	}
	var one datum
	if json.Unmarshal(more.Headers, &secret) == nil && secret.Set {
		var plain map[string]json.RawMessage
		_ = json.Unmarshal(settings, &plain) // it is an object: it could be read above
		delete(plain, "headers")
		settings, _ = json.Marshal(plain)
	}
	if fault := one.configure(settings); fault != nil {
		return p, fault
	}
	one.cfg.URL = d.wholeURL(more.Widget, one.cfg.URL)
	switch {
	case maskurl.Masked(one.cfg.URL):
		return p, note.Invalid("url", "a part is hidden (***): send the whole address, or send it back as it was read")
	case one.cfg.URL == "":
		return p, note.Invalid("url", "is missing")
	case len(one.cfg.Headers) > maxHeaders:
		return p, note.Invalid("headers", "%d entries, at most %d are allowed", len(one.cfg.Headers), maxHeaders)
	case len(one.cfg.URL) > note.MaxURL:
		return p, note.Invalid("url", "longer than %d bytes", note.MaxURL)
	}
	if secret.Set {
		if one.cfg.Headers, err = d.secretsOf(more.Widget, one.cfg.URL, open); err != nil {
			return p, err
		}
	}
	return poll{cfg: one.cfg, icon: one.icon}, nil
}

// wholeURL returns the address of a widget for what a client has read of it, in which
// the secret parts are hidden, and any other address as it is.
func (d *Data) wholeURL(widget, read string) string {
	if all := d.current.Load(); all != nil {
		for _, p := range *all {
			if p.widget == widget && maskurl.Mask(p.cfg.URL) == read {
				return p.cfg.URL
			}
		}
	}
	return read
}

// secretsOf returns the headers of a widget, if they were set for this address, or if open is
// set, for the same host.
func (d *Data) secretsOf(widget, to string, open bool) (map[string]string, error) {
	if all := d.current.Load(); all != nil {
		for _, p := range *all {
			if p.widget == widget && (p.cfg.URL == to || open && host(p.cfg.URL) == host(to)) {
				return p.cfg.Headers, nil
			}
		}
	}
	return nil, note.Invalid("headers", "are set for another address: send them again")
}

// host returns where a URL leads: scheme, name and port.
func host(to string) string {
	u, err := url.Parse(to)
	if err != nil {
		return fmt.Sprintf("%q is not a URL", to)
	}
	return u.Scheme + "://" + u.Host
}
