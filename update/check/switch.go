// SPDX-License-Identifier: Apache-2.0

package check

import (
	"cmp"

	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/update"
)

// Configure goes on with another configuration. Where its server is another, or has been
// off, the server is asked soon.
func (u *Updater) Configure(cfg Config) {
	before := u.set(cfg) // takes the lock itself
	u.mu.Lock()
	defer u.mu.Unlock()
	u.status.Enabled, u.status.Channel = u.cfg.Chosen(), u.cfg.Channel
	if !u.status.Busy() && u.cfg.at() != before.at() {
		// What the server before has offered is no longer on offer.
		u.status.Available, u.status.Notes, u.status.State = "", "", update.StateOff
		if u.todo.look = u.cfg.asks(); u.todo.look {
			u.status.State = update.StateChecking
		}
	}
	signal(u.wake)
	signal(u.changed)
}

// set makes cfg the configuration, with its defaults, and returns the one before.
func (u *Updater) set(cfg Config) (before Config) {
	cfg.Channel = cmp.Or(cfg.Channel, update.Channels[0])
	cfg.KeyFile = cmp.Or(cfg.KeyFile, update.PublicKeyFile)
	u.mu.Lock()
	defer u.mu.Unlock()
	before, u.cfg, u.web = u.cfg, cfg, u.o.Web.Trusting(cfg.URL)
	return before
}

// config returns the configuration that is in force.
func (u *Updater) config() Config {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.cfg
}

// client returns what reaches its server.
func (u *Updater) client() *webfetch.Client {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.web
}
