// SPDX-License-Identifier: Apache-2.0

package hawkbit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/update"
)

const (
	maxValue  = 128              // bytes of an attribute: hawkBit refuses all of them when one has more characters
	working   = 30 * time.Second // between polls while an action is on its way
	firstMost = time.Minute      // until the first poll, at most: a fleet does not come at once
)

// Updater looks for releases and gets them installed.
type Updater interface {
	Update() update.Status
	Do(update.Action) error
}

// Options configure a Client beside its Config.
type Options struct {
	Web        *webfetch.Client
	Updater    Updater
	Serial     string
	Attributes map[string]string        // of this device, for the server's filters
	Window     func(now time.Time) bool // whether an installation that is not forced may begin; nil = always
	Log        *slog.Logger
}

// Client polls the server. Make one with [New].
type Client struct {
	// Immutable.
	cfg  Config
	o    Options
	root *url.URL // of this device on the server
	http *http.Client

	// Owned by Run.
	progress progress
	said     map[string]feedback // the last feedback, by path of the action

	err atomic.Pointer[error]
}

// New returns a client for a valid configuration that names a server.
func New(cfg Config, o Options) *Client {
	root, _ := url.Parse(cfg.URL) // was checked
	root = root.JoinPath(cmp.Or(cfg.Tenant, "DEFAULT"), "controller/v1", cmp.Or(cfg.Controller, o.Serial))
	h := *o.Web.Trusting(cfg.URL).HTTP()
	h.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c := &Client{cfg: cfg, o: o, root: root, http: &h, said: map[string]feedback{}}
	c.err.Store(new(error))
	return c
}

// Err returns why the last poll failed, or nil. Any goroutine may call it.
func (c *Client) Err() error { return *c.err.Load() }

// Run polls until ctx ends. It may be called once.
func (c *Client) Run(ctx context.Context) error {
	pace := webfetch.Pace{Every: defaultSleep, Most: time.Hour}
	// At first by chance: a fleet that comes back from a power cut must not ask all at once.
	for wait := rand.N(firstMost); ; {
		if !pause.For(ctx, wait) {
			return nil
		}
		sleep, err := c.poll(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if before := c.Err(); err != nil && (before == nil || before.Error() != err.Error()) {
			c.o.Log.Warn("the hawkBit server cannot be asked", "err", err)
		}
		c.err.Store(&err)
		pace.Every = sleep // the server may slow a fleet down
		wait = pace.Next(err)
	}
}

// poll asks the server what it wants, and does it. It returns how long to wait
// for the next poll.
func (c *Client) poll(ctx context.Context) (time.Duration, error) {
	b, err := get[base](ctx, c, c.root.String())
	if err != nil {
		return defaultSleep, err
	}
	sleep := b.sleep()
	switch {
	case b.Links.Cancel.Href != "":
		err = c.cancel(ctx, b.Links.Cancel.Href)
	case b.Links.Deployment.Href != "":
		sleep = min(sleep, working)
		err = c.deploy(ctx, b.Links.Deployment.Href)
	default:
		clear(c.said)
	}
	if b.Links.ConfigData.Href != "" {
		err = errors.Join(err, c.describe(ctx, b.Links.ConfigData.Href))
	}
	return sleep, err
}

// deploy does what a deployment needs next, and reports it.
func (c *Client) deploy(ctx context.Context, href string) error {
	d, err := get[deployment](ctx, c, href)
	if err != nil {
		return err
	}
	if len(d.ID) > maxID {
		return fmt.Errorf("hawkbit: an id of %d bytes, at most %d", len(d.ID), maxID)
	}
	if c.progress.id != d.ID {
		c.progress = progress{id: d.ID}
	}
	open := c.o.Window == nil || c.o.Window(time.Now())
	f, action := decide(d, c.o.Updater.Update(), c.progress, open)
	if action != "" {
		if err := c.o.Updater.Do(action); err != nil {
			f = feedback{closed, failure, err.Error()}
		}
		c.progress.checked = true
		c.progress.installed = action == update.ActionInstall
	}
	return c.tell(ctx, href, d.ID, f)
}

// cancel stops an action, unless it is being installed: that cannot be stopped
// half way.
func (c *Client) cancel(ctx context.Context, href string) error {
	stop, err := get[cancel](ctx, c, href)
	if err != nil {
		return err
	}
	if len(stop.ID) > maxID {
		return fmt.Errorf("hawkbit: an id of %d bytes, at most %d", len(stop.ID), maxID)
	}
	f := feedback{closed, success, "not begun"}
	if c.o.Updater.Update().Busy() {
		f = feedback{rejected, none, "it is being installed"}
	}
	return c.tell(ctx, href, stop.ID, f)
}

// describe sends the device's attributes.
func (c *Client) describe(ctx context.Context, href string) error {
	data := maps.Clone(c.o.Attributes)
	for key, value := range data {
		data[key] = strings.ToValidUTF8(value[:min(len(value), maxValue)], "")
	}
	body, err := json.Marshal(map[string]any{"mode": "merge", "data": data})
	if err != nil {
		return fmt.Errorf("hawkbit: %w", err)
	}
	_, err = c.send(ctx, http.MethodPut, href, body)
	return err
}

// tell reports f for the action at href, unless that was the last report: a
// server keeps each one.
func (c *Client) tell(ctx context.Context, href, id string, f feedback) error {
	path, _, _ := strings.Cut(href, "?")
	if c.said[path] == f {
		return nil
	}
	body, err := f.body(id, time.Now())
	if err != nil {
		return fmt.Errorf("hawkbit: %w", err)
	}
	if _, err := c.send(ctx, http.MethodPost, path+"/feedback", body); err != nil {
		return err
	}
	clear(c.said)
	c.said[path] = f
	return nil
}

// progress is the work done for an action so far. It is lost with a restart,
// after which the state of the update says how it went.
type progress struct {
	id        string
	checked   bool // the server of releases was asked for it
	installed bool // the installation was requested
}

// decide returns the feedback to the server about the deployment d, and the action
// for it; "" = nothing. s is the state of updates now, p the work done for d, and
// open whether the device's own window of time is.
func decide(d *deployment, s update.Status, p progress, open bool) (feedback, update.Action) {
	version, err := d.version()
	switch {
	case err != nil:
		return feedback{closed, failure, err.Error()}, ""
	case d.Deployment.Update == "skip" && d.Deployment.Window != shut:
		// only to be downloaded, which belongs to the installation here
		return feedback{downloaded, success, "it is downloaded when it is installed"}, ""
	case s.Busy():
		return feedback{proceeding, none, s.State}, ""
	case s.Installed == version:
		return feedback{closed, success, "version " + version + " runs"}, ""
	case p.installed:
		return feedback{closed, failure, reason(s)}, ""
	case s.State == update.StateOff:
		return feedback{closed, failure, update.ErrOff.Error()}, ""
	case s.Available != version && !p.checked:
		return feedback{scheduled, none, "looking for version " + version}, update.ActionCheck
	case s.State == update.StateChecking:
		return feedback{scheduled, none, "looking for version " + version}, ""
	case s.Available != version:
		return feedback{closed, failure, notOffered(version, s)}, ""
	case !s.Kind.Installs():
		return feedback{closed, failure, update.ErrNoMeans.Error()}, ""
	case d.Deployment.Window == shut:
		return feedback{scheduled, none, "waiting for the maintenance window"}, ""
	case d.Deployment.Update != "forced" && (!open || !s.Deferred.IsZero()):
		return feedback{scheduled, none, "waiting for the device's own window, or its user"}, ""
	}
	return feedback{proceeding, none, "requested"}, update.ActionInstall
}

// reason returns why an installation that was requested is not there.
func reason(s update.Status) string {
	if s.Error == "" {
		return s.State
	}
	return s.State + ": " + s.Error
}

// notOffered says why version cannot be installed.
func notOffered(version string, s update.Status) string {
	text := fmt.Sprintf("the signed channel %s does not offer version %s to this device", s.Channel, version)
	if s.Error != "" {
		text += ": " + s.Error
	}
	return text
}
