// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/others/gallery"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/firmware/stage"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/check"
	"github.com/ledpost/ledpost/update/hawkbit"
)

// debian maps Go's architectures to Debian's.
var debian = map[string]string{"arm": "armhf", "arm64": "arm64", "amd64": "amd64"}

// newUpdater makes the owner of the news about releases.
func (a *appliance) newUpdater() {
	a.updater = check.New(a.Config.Update.Config, check.Options{
		Web: newWeb(a.Config, a.memory), Dir: a.Dir, Serial: a.data.saved.Identity.Serial, Version: version.Number,
		Arch: debian[runtime.GOARCH], Kind: update.KindOf("/"), Plausible: a.clock.Plausible,
		Window: a.mayUpdate, Log: a.Log,
		Begins:   a.tellUpdate,
		Settings: func(ctx context.Context) error { return a.backups().otherSettings(ctx) },
	})
}

// signed returns what says why signatures are not of data, or by none of the public keys of releases in a file.
func signed(keyFile string) func(data, signatures []byte) error {
	return func(data, signatures []byte) error {
		keys, err := update.ReadKeys(cmp.Or(keyFile, update.PublicKeyFile))
		if err != nil {
			return fmt.Errorf("no key to check the catalogue with: %s", strings.TrimPrefix(err.Error(), "update: "))
		}
		if !(update.Trust{Keys: keys}).Signed(data, signatures) {
			return gallery.ErrUnsigned
		}
		return nil
	}
}

// tellUpdate shows on the panel that an update begins: the picture will go for some seconds.
func (a *appliance) tellUpdate(ctx context.Context, version string) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	region, err := a.device.Region(ctx)
	if err == nil {
		_, err = a.device.Notify(ctx, updating(region, version), "update "+version)
	}
	if err != nil {
		a.Log.Debug("the panel cannot show that an update begins", "err", err)
	}
}

// updating is the notification of an update to version, in the language of r.
func updating(r device.Region, version string) note.Notification {
	says := fmt.Sprintf(kit.Env{}.Local(r, "").Phrases.Updating, version)
	return note.Notification{
		Origin: note.OriginInternal, Lifetime: note.DefaultLifetime, Cycles: 2,
		Frames: []note.Frame{{Icon: updateIcon, Text: []note.Fragment{{Text: says}}}},
	}
}

var updateIcon = kit.Builtin("arrow-downloading")

// otherSettings takes, after a way back to the version before, the settings that are not in
// force: the settings of the version that was left, or again the settings from before the
// update. It is one change, like the restore of a backup, and restarts the device.
func (b *backups) otherSettings(ctx context.Context) error {
	takes, leaves := update.SettingsLeft, update.SettingsBefore
	if update.ChosenSettings(b.data.dir) == "left" {
		takes, leaves = leaves, takes
	}
	text, err := optional(filepath.Join(b.data.dir, takes))
	if err != nil {
		return err
	}
	if text == nil {
		return update.ErrChoice
	}
	var r device.Restored
	if r.Settings, err = store.DecodeSettings(text); err != nil {
		return err
	}
	next, now, err := b.device.Restored(ctx, r)
	if err != nil {
		return err
	}
	changes, err := store.Changes(now, next)
	if err != nil {
		return err
	}
	was, err := store.EncodeSettings(now.Settings)
	if err != nil {
		return err
	}
	_, err = b.trial.restore(nil,
		append(changes, durable.Change{Name: takes, Old: text}, durable.Change{Name: leaves, New: was}), false)
	return err
}

// diagnoseUpdates asks the server of releases once.
func diagnoseUpdates(ctx context.Context, all config.Config) []doctor.Line {
	cfg := all.Update
	if !cfg.Chosen() {
		return nil
	}
	line := doctor.Line{Area: "update", Name: "channel", Level: doctor.Warning}
	version, err := check.Probe(ctx, cfg.Config, newWeb(all, budget.Parts{}))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		line.Text, line.Fix = err.Error(), "put the public keys of releases there, or name their file in [update] key_file"
	case errors.Is(err, update.ErrSignature):
		line.Text, line.Fix = err.Error(), "if others sign your releases, name the file of their keys in [update] key_file"
	case err != nil:
		line.Text, line.Fix = update.Plain(err), "[update] url and channel name the folder that has "+update.ManifestFile
	case !update.KindOf("/").Installs() && cfg.Automatic == check.Install:
		line.Text = "nothing on this system can install releases"
		line.Fix = `docs/updates.md says how to set it up; [update] automatic = "notify" only announces releases`
	default:
		line.Level, line.Text = doctor.OK, fmt.Sprintf("the channel %s has version %s", cfg.Channel, version)
	}
	line.Text = strings.TrimPrefix(line.Text, "update: ")
	return []doctor.Line{line}
}

// newManager makes the client of the server that decides when releases are
// installed, if the configuration names one.
func (a *appliance) newManager() {
	cfg, id := a.Config.Update.Hawkbit, a.data.saved.Identity
	if !cfg.Chosen() {
		return
	}
	a.manager.client = hawkbit.New(cfg, hawkbit.Options{
		Web: newWeb(a.Config, a.memory), Updater: a.updater, Serial: id.Serial, Window: a.mayUpdate, Log: a.Log,
		Attributes: map[string]string{
			"name": a.Config.Name, "serial": id.Serial, "version": version.Number, "arch": debian[runtime.GOARCH],
			"kind": string(update.KindOf("/")), "channel": a.updater.Update().Channel, "panel": string(a.hardware.Kind()),
		},
	})
}

// mayUpdate reports whether an installation that nobody has asked for may begin
// at t.
func (a *appliance) mayUpdate(t time.Time) bool { return a.Config.Update.Open(t.In(time.Local)) }

// manager is the connection to a hawkBit server.
type manager struct {
	client *hawkbit.Client // nil = the configuration names no server
}

func (m *manager) tasks() []stage.Task {
	if m.client == nil {
		return nil
	}
	return []stage.Task{{Name: "hawkbit", Run: m.client.Run}}
}

func (m *manager) Health() []api.Component {
	if m.client == nil {
		return nil
	}
	return []api.Component{api.Condition("hawkbit", m.client.Err(), api.Degraded)}
}

// updateCollector reads the news about releases.
type updateCollector struct{ *check.Updater }

func (c *updateCollector) Collect(w *metric.Writer) {
	s, available := c.Update(), 0.0
	if s.Available != "" {
		available = 1
	}
	w.Gauge("ledpost_update_available", "1 while a newer release is known.", available)
	w.Gauge("ledpost_update_info", "The version that runs, the newer one, the channel and the state; always 1.", 1,
		"installed", s.Installed, "available", s.Available, "channel", s.Channel, "state", s.State)
	if !s.Checked.IsZero() {
		w.Gauge("ledpost_update_checked_timestamp_seconds", "Time of the last answer from the server of releases.",
			float64(s.Checked.Unix()))
	}
}
