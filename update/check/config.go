// SPDX-License-Identifier: Apache-2.0

package check

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/update"
)

// Config is the part [update] of the configuration file about the
// check. The zero value is off.
type Config struct {
	URL       string    `toml:"url"`       // of the folder that has the channels; "" = off
	Channel   string    `toml:"channel"`   // "" = stable
	Automatic Automatic `toml:"automatic"` //
	KeyFile   string    `toml:"key_file"`  // public keys of releases; "" = update.PublicKeyFile
	// Signatures is how many of these keys must have signed a release, 1 to
	// update.MaxSignatures; 0 = 1.
	Signatures int `toml:"signatures"`
}

// Automatic tells which steps need no request.
type Automatic uint8

// What may happen by itself.
const (
	Notify  Automatic = iota // the server is asked once a day, and users are told
	Off                      // nothing: the server is asked when a user wants it
	Install                  // new releases are installed too
)

var automatics = []string{"notify", "off", "install"}

func (a Automatic) String() string { return enum.Name(automatics, a) }

// MarshalText returns notify, off or install.
func (a Automatic) MarshalText() ([]byte, error) { return enum.Marshal(automatics, a) }

// UnmarshalText reads notify, off or install.
func (a *Automatic) UnmarshalText(text []byte) error { return enum.Unmarshal(automatics, text, a) }

// Chosen reports whether there is a server to ask.
func (c *Config) Chosen() bool { return c.URL != "" }

// asks reports whether its server is asked by itself.
func (c *Config) asks() bool { return c.Chosen() && c.Automatic != Off }

// at tells channels apart.
func (c *Config) at() string { return c.URL + " " + c.Channel }

// Check returns all errors in c, each a [keyerr.Error] with its key. It does not
// read the key file: that happens with each check.
func (c *Config) Check() error {
	var errs []error
	if c.Channel != "" && !slices.Contains(update.Channels, c.Channel) {
		errs = append(errs, keyerr.New("channel", "%q, want %s", c.Channel, strings.Join(update.Channels, " or ")))
	}
	if c.Signatures < 0 || c.Signatures > update.MaxSignatures {
		errs = append(errs, keyerr.New("signatures", "%d, want 1 to %d", c.Signatures, update.MaxSignatures))
	}
	if c.Chosen() {
		if _, err := update.URL(c.URL, update.Channels[0], update.ManifestFile); err != nil {
			errs = append(errs, keyerr.New("url", "want http://HOST/… or https://HOST/…"))
		}
	}
	return errors.Join(errs...)
}

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
