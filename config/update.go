// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/check"
	"github.com/ledpost/ledpost/update/hawkbit"
)

// Update adds to the keys of the check when it may install by itself.
type Update struct {
	check.Config
	Enabled bool           `toml:"enabled"` // the project's own releases, unless URL names another folder
	Window  device.Window  `toml:"window"`  // local time; empty = always
	Hawkbit hawkbit.Config `toml:"hawkbit"`
}

// Check returns all errors in u, each a [keyerr.Error] with its key.
func (u *Update) Check() error {
	return errors.Join(u.Config.Check(), keyerr.In("hawkbit", u.Hawkbit.Check()))
}

// Open reports whether an automatic installation may begin at t.
func (u *Update) Open(t time.Time) bool { return u.Window == device.Window{} || u.Window.Contains(t) }

// resolve names the project's own releases where they are wanted.
func (u *Update) resolve() {
	if u.Enabled && u.URL == "" {
		u.URL = update.ProjectURL
	}
}

// relative puts key and token files without an absolute path into dir.
func (u *Update) relative(dir string) {
	if !filepath.IsAbs(u.KeyFile) {
		u.KeyFile = filepath.Join(dir, u.KeyFile)
	}
	u.Hawkbit.Relative(dir)
}

func defaultUpdate() Update {
	return Update{
		Config: check.Config{Channel: update.Channels[0], KeyFile: update.PublicKeyFile, Signatures: 1},
		Window: device.Window{Start: device.TimeOfDay(3 * time.Hour), End: device.TimeOfDay(5 * time.Hour)},
	}
}
