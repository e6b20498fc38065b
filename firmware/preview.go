// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/durable"
)

// Preview implements live.Backups. It checks all that Restore checks, and changes nothing.
func (b *backups) Preview(ctx context.Context, file []byte, o live.BackupOptions) (p live.BackupPreview, err error) {
	c, err := read(file, o)
	if err != nil {
		return p, err
	}
	changes, state, err := b.check(ctx, c)
	if err != nil {
		return p, live.BadBackup(err)
	}
	o.Revoked = keys.RevokedAsk
	_, err = b.secrets(c, o)
	if back := keys.RevokedKeys(nil); errors.As(err, &back) {
		p.Revoked, err = back, nil
	} else if err == nil {
		b.data.guard.ThawKeys() // it was only asked
	}
	if err != nil {
		return p, err
	}
	own := b.trial.Text()
	p.Made, p.Version, p.Identity = c.Made, c.Version, c.Identity != nil
	p.Name = live.Turn[string]{Now: b.name(own), Next: b.name(own)}
	if c.Config != nil {
		p.Name.Next, p.Config = b.name(c.Config), config.Differing(own, c.Config)
	}
	p.Apps = live.Turn[[]live.BackupApp]{Now: shown(state.now), Next: shown(state.next)}
	p.Settings = differing(state.now.Settings, state.next.Settings)
	p.Icons = filesIn("icons/", changes)
	if own := filesIn(others.Folder+"/", changes); own.Added != nil || own.Replaced != nil {
		p.Scripts = &own
	}
	p.Hosts = state.hosts
	if c.NamedKeys != nil {
		p.Keys = &live.Turn[[]string]{Now: b.data.guard.Names(), Next: keys.NamesIn(c.NamedKeys)}
	}
	p.Own = c.Key != nil && b.data.given == "" && !b.data.guard.IsOwn(keys.Key(bytes.TrimSpace(c.Key)))
	p.Trial = c.Secret() || b.trial.differs(c.Config)
	return p, nil
}

// name returns the name of the device by a configuration of clients; "" if it cannot be read.
func (b *backups) name(own []byte) string {
	cfg, _, _ := b.trial.layers.Load(own)
	return cfg.Name
}

// shown returns the widgets in their order; nil = those of a new device.
func shown(r device.Restored) (all []live.BackupApp) {
	for _, w := range r.Settings.Apps.Widgets {
		all = append(all, live.BackupApp{Package: w.Package, Title: w.Title})
	}
	return all
}

// differing returns the names of the settings that differ, besides the widgets.
func differing(now, next device.Settings) (names []string) {
	fields := func(s device.Settings) (m map[string]json.RawMessage) {
		text, _ := json.Marshal(s) // what was read can be written
		_ = json.Unmarshal(text, &m)
		delete(m, "apps")
		delete(m, "new")
		return m
	}
	a, b := fields(now), fields(next)
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if !bytes.Equal(a[name], b[name]) {
			names = append(names, name)
		}
		delete(b, name)
	}
	return append(names, slices.Sorted(maps.Keys(b))...)
}

// filesIn returns the names of the files of a folder that changes add, and of those that they replace.
func filesIn(folder string, changes []durable.Change) (out live.Files) {
	there := map[string]bool{}
	for _, c := range changes {
		there[nameIn(folder, c)] = there[nameIn(folder, c)] || c.Old != nil
	}
	for _, c := range changes {
		switch name := nameIn(folder, c); {
		case name == "" || c.New == nil || bytes.Equal(c.Old, c.New):
		case there[name]:
			out.Replaced = append(out.Replaced, name)
		default:
			out.Added = append(out.Added, name)
		}
	}
	return out
}

// nameIn returns the name of a file in a folder of the data directory, without its extension; "" = it is
// in another folder, or no file of the user's.
func nameIn(folder string, c durable.Change) string {
	in, file := path.Split(c.Name)
	if in != folder || file == others.ConsentFile {
		return ""
	}
	return strings.TrimSuffix(file, path.Ext(file))
}
