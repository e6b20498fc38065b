// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/firmware/backup"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/version"
)

// backups makes and restores backups of the device. It implements live.Backups.
type backups struct {
	device *device.Device
	icons  *icons.Store
	apps   *others.Studio
	data   *data
	trial  *trial
}

// backups returns what makes backups of the device.
func (a *appliance) backups() *backups {
	return &backups{a.device, a.icons, &a.apps.Others.Studio, a.data, a.trial}
}

// Make implements live.Backups.
func (b *backups) Make(ctx context.Context, o live.BackupOptions) ([]byte, error) {
	settings, err := b.device.Backup(ctx, o.Keys)
	if err != nil {
		return nil, err
	}
	c := &backup.Content{Version: version.Number, Made: time.Now().UTC().Truncate(time.Second), Config: b.trial.Text()}
	if c.Settings, err = store.EncodeSettings(settings); err != nil {
		return nil, err
	}
	if c.Icons, err = b.icons.Files(backup.MaxFile); err != nil {
		return nil, err
	}
	if o.Keys {
		c.Key = []byte(b.data.key)
		if kept, err := keys.LoadKey(b.data.dir, b.data.given); err == nil {
			c.Key = []byte(kept) // it may have been changed since
		}
		if c.NamedKeys, err = b.data.namedKeys(); err != nil {
			return nil, err
		}
	}
	if o.Identity {
		if c.Identity, err = json.Marshal(b.device.Identity()); err != nil {
			return nil, err
		}
		if c.Cert, err = optional(b.certFile()); err != nil {
			return nil, err
		}
	}
	saved, err := b.apps.Save(c.Room())
	if err != nil {
		return nil, err
	}
	c.Scripts, c.Installed, c.Files, c.Said = saved.Own, saved.Installed, saved.Files, saved.Said
	return backup.Write(c, o.Passphrase)
}

func (b *backups) certFile() string { return filepath.Join(b.data.dir, "cert.pem") }

// optional returns the content of a small file; nil if it is missing.
func optional(path string) ([]byte, error) {
	text, err := bounded.ReadFile(path, 1<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// Restore implements live.Backups. Everything is checked before anything is
// changed.
func (b *backups) Restore(ctx context.Context, file []byte, o live.BackupOptions) (tried bool, err error) {
	c, err := read(file, o)
	if err != nil {
		return false, err
	}
	changes, _, err := b.check(ctx, c)
	if err != nil {
		return false, live.BadBackup(err)
	}
	secrets, err := b.secrets(c, o)
	if err != nil {
		return false, err
	}
	if tried, err = b.trial.restore(c.Config, append(changes, secrets...), c.Secret()); err != nil {
		b.data.guard.ThawKeys()
	}
	return tried, err
}

// read returns what is to be restored of a file.
func read(file []byte, o live.BackupOptions) (*backup.Content, error) {
	c, err := backup.Read(file, o.Passphrase)
	if err != nil {
		return nil, live.BadBackup(err)
	}
	if !o.Keys {
		c.Key, c.NamedKeys = nil, nil
	}
	if !o.Identity {
		c.Identity, c.Cert = nil, nil
	}
	return c, nil
}

// turn is the state of the device before a restore and after it.
type turn struct {
	now, next device.Restored
	hosts     map[string][]string // as in [others.Restored]
}

// check returns the changes of settings and icons, or the fault of the content. Of
// the configuration it keeps the keys that the administrator's file does not set.
func (b *backups) check(ctx context.Context, c *backup.Content) (changes []durable.Change, state turn, err error) {
	var r device.Restored
	var faults []error
	fault := func(name string, err error) {
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	r.Settings, err = store.DecodeSettings(c.Settings)
	fault("settings.json", err)
	if c.Identity != nil {
		fault("identity.json", json.Unmarshal(c.Identity, &r.Identity))
	}
	if err == nil {
		state.next, state.now, err = b.device.Restored(ctx, r)
		if err == nil {
			changes, err = store.Changes(state.now, state.next)
		}
		fault("settings.json", err)
	}
	if c.Config != nil {
		own, err := b.trial.layers.Without(c.Config)
		if err != nil || b.trial.layers.Check(own) != nil {
			fault("config.toml", b.trial.layers.Check(c.Config)) // with the lines of the file
		}
		c.Config = own
	}
	for name, data := range c.Icons {
		fault("icons/"+name, icons.CheckFile(name, data))
	}
	for name, data := range c.Scripts {
		fault("scripts/"+name, others.CheckFile(name, data))
	}
	if c.Key != nil {
		fault("key", keys.CheckKey(strings.TrimSpace(string(c.Key))))
	}
	if c.NamedKeys != nil {
		fault("keys.json", keys.CheckKeys(c.NamedKeys))
	}
	if c.Cert != nil {
		_, err := tls.X509KeyPair(c.Cert, c.Cert)
		fault("cert.pem", err)
	}
	if len(faults) == 0 {
		added, err := b.icons.Changes(c.Icons)
		fault("icons", err)
		changes = append(changes, added...)
		saved := others.Saved{Own: c.Scripts, Installed: c.Installed, Files: c.Files, Said: c.Said}
		own, err := b.apps.Restore(saved, used(state.now))
		fault("apps by others", err)
		changes, state.hosts = append(changes, own.Changes...), own.Hosts
	}
	return changes, state, errors.Join(faults...)
}

// used returns the names of the apps by others that widgets show.
func used(r device.Restored) (apps []string) {
	for _, w := range r.Settings.Apps.Widgets {
		var set struct{ App string }
		if w.Package == others.Package && json.Unmarshal(w.Settings, &set) == nil {
			apps = append(apps, set.App)
		}
	}
	return apps
}

// secrets returns the changes of the files with secrets. Without an error, no key can be
// made or taken back until ThawKeys.
func (b *backups) secrets(c *backup.Content, o live.BackupOptions) (changes []durable.Change, err error) {
	contents := map[string][]byte{b.certFile(): c.Cert}
	if c.Key != nil || c.NamedKeys != nil {
		own := keys.Key(bytes.TrimSpace(c.Key))
		if b.data.given != "" {
			own = ""
		}
		stays, file, err := b.data.guard.RestoreKeys(own, c.NamedKeys, o.Revoked)
		if err != nil {
			return nil, err
		}
		contents[keys.KeysFile(b.data.dir)] = keys.WithSender(file, o.Sender)
		if !stays {
			contents[keys.KeyFile(b.data.dir)] = []byte(own)
		}
	}
	for path, data := range contents {
		if data == nil {
			continue
		}
		old, err := optional(path)
		if err != nil {
			b.data.guard.ThawKeys()
			return nil, err
		}
		changes = append(changes,
			durable.Change{Name: filepath.Base(path), New: append(bytes.TrimSpace(data), '\n'), Old: old})
	}
	return changes, nil
}
