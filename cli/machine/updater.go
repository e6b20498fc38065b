// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/install"
	"github.com/ledpost/ledpost/update/trial"
)

// updaterCmd does a step of an update. Its steps and their names are a contract
// with units and maintainer scripts of other versions.
type updaterCmd struct{ local.DataFlag }

func newUpdater(set *pflag.FlagSet) command.Run {
	c := &updaterCmd{}
	c.AddWith(set, install.DataDir)
	return c.run
}

func (c *updaterCmd) run(ctx context.Context, std command.Streams, args []string) error {
	name, err := command.One(args, "step")
	if err != nil {
		return err
	}
	steps := map[string]func(*install.Helper, context.Context) error{
		"install":  (*install.Helper).Install,
		"keep":     (*install.Helper).Keep,
		"begin":    (*install.Helper).Begin,
		"judge":    (*install.Helper).Judge,
		"boot":     (*install.Helper).Boot,
		"rollback": (*install.Helper).Rollback,
		"snapshot": (*install.Helper).Snapshot,
		"restore":  (*install.Helper).Restore,
	}
	step := steps[name]
	if step == nil {
		return command.Usagef("unknown step %q of an update", name)
	}
	log, err := command.Log(std.Err, "info")
	if err != nil {
		return err
	}
	h := newHelper(name == "install", log)
	h.Data = cmp.Or(c.Data, install.DataDir) // not Where(): what systemd tells the daemon is not for its helper
	if err := h.Prepare(); err != nil {
		return err
	}
	return step(h, ctx)
}

// newHelper returns the helper for this machine. Only an installation needs to
// know where new versions come from; every other step works also with a
// configuration that cannot be read.
func newHelper(installs bool, log *slog.Logger) *install.Helper {
	cfg, fault := config.Load("")
	err := fault
	if err != nil && !installs { // it may come from a later version
		cfg, err = config.Load(install.KeptConfig)
	}
	if err != nil {
		log.Warn("the configuration cannot be read", "err", err)
		cfg = config.Default()
	}
	h := &install.Helper{
		Root: "/", Version: version.Number, System: install.System{}, Log: log, Now: time.Now,
		Watcher: watcher(cfg),
		Reads:   install.Reads{State: store.Readable, Config: readsConfig},

		Plausible: func(now time.Time) bool { return now.After(version.Built()) },
	}
	if installs {
		h.Source = source(cfg, fault, log)
	}
	return h
}

// watcher returns who sees the service of this machine, as cfg lets it listen, and as
// the administrator's file does when that changes.
func watcher(cfg config.Config) *install.Service {
	return &install.Service{
		System: install.System{},
		API: trial.API{
			URL: trial.Loopback(cfg.HTTP.Addr), Data: install.DataDir,
			Client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
		},
		Address: func() string {
			now, err := config.Load("")
			if err != nil {
				return ""
			}
			return trial.Loopback(now.HTTP.Addr)
		},
	}
}

// source returns where new versions come from: what the administrator's configuration
// says, else the project's own folder, and the channel that is asked for. The daemon
// knows whether updates are wanted, and asks for one. A configuration with a fault may demand more than its readable
// part says: then nothing is trusted.
func source(cfg config.Config, fault error, log *slog.Logger) update.Source {
	if fault != nil {
		return update.Source{}
	}
	keys, err := update.ReadKeys(cfg.Update.KeyFile)
	if err != nil {
		log.Error("no release can be trusted", "err", err)
	}
	channel := cfg.Update.Channel
	if locked, err := (config.Layers{}).Locked(); err == nil && locked["update.channel"] == "" {
		channel = "" // the request's
	}
	return update.Source{URL: cmp.Or(cfg.Update.URL, update.ProjectURL), Channel: channel,
		Trust: update.Trust{Keys: keys, Signatures: cfg.Update.Signatures}, Client: &http.Client{}}
}

// readsConfig reports whether this version can use a configuration of the administrator's,
// or that clients have written. The latter is in the hands of the service's user, hence the
// limit.
func readsConfig(text []byte) bool {
	if len(text) > config.MaxOwn {
		return false
	}
	_, err := config.Parse(text, install.ConfigDir)
	return err == nil
}
