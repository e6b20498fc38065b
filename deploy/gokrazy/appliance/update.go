// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/BurntSushi/toml"
	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/deploy/gokrazy/boot"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/busy"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/gokrazy"
	"github.com/ledpost/ledpost/update/trial"
)

// versionFile says which version of ledpost is in this root file system.
const versionFile = "/usr/share/ledpost/version"

// updates returns who carries out ledpost's requests for updates.
func updates(s settings, v *service) (*gokrazy.Helper, error) {
	if err := os.MkdirAll(update.StateDir, 0o755); err != nil {
		return nil, err
	}
	number, err := boot.Root()
	if err != nil {
		return nil, err
	}
	version, err := os.ReadFile(versionFile)
	if err != nil {
		return nil, err
	}
	source, err := s.source()
	if err != nil {
		announce("no new updates: %v", err) // but one on trial has to be judged
	}
	return &gokrazy.Helper{
		Data: data, Home: update.StateDir, Root: fmt.Sprint(number), Spare: fmt.Sprint(5 - number),
		Version: strings.TrimSpace(string(version)),
		Source:  source, System: machine{gokrazy.NewClient(gokrazy.Socket), 5 - number},
		Service: v, Watcher: watcher{v, s.config, s.api()}, Plausible: plausible, Log: announce,
	}, nil
}

// A watcher sees ledpost from outside.
type watcher struct {
	service *service
	config  string // on the boot partition; "" = none
	api     trial.API
}

// lookTime bounds one look.
const lookTime = 5 * time.Second

// Look asks ledpost, and what has come of its runs.
func (w watcher) Look(ctx context.Context) trial.Observation {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	o := trial.Observation{Active: w.service.pulse.well() == nil, Restarts: w.service.endings(), Network: online(),
		Free: free(data), Setup: trial.Setup(w.config, data), Admin: trial.Admin(w.config), Busy: busy.Machine()}
	refused, without := w.service.configured()
	if o.Refuses = refused; without {
		o.Setup = "" // another panel is not the version's doing
	}
	o.Reach = o.Network || trial.Carrier("/sys/class/net")
	if pid := w.service.pulse.process(); pid > 0 {
		o.Memory = trial.OwnMemory(fmt.Sprintf("/proc/%d", pid))
	}
	w.api.Look(ctx, &o)
	return o
}

// Draws implements [trial.Drawer].
func (w watcher) Draws(ctx context.Context, show bool) bool {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	return w.api.Draws(ctx, show)
}

// free returns the bytes that ledpost may still write, -1 if that is not known.
func free(dir string) int64 {
	var s unix.Statfs_t
	if unix.Statfs(dir, &s) != nil {
		return -1
	}
	return int64(s.Bavail) * int64(s.Bsize)
}

// api is where the configuration lets ledpost listen.
func (s settings) api() trial.API {
	c := struct{ HTTP struct{ Addr string } }{}
	if s.config != "" {
		_, _ = toml.DecodeFile(s.config, &c) // what is wrong with it was said
	}
	return trial.API{
		URL: trial.Loopback(cmp.Or(c.HTTP.Addr, ":8080")), Data: data, Key: s.key,
		Client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
	}
}

// source is where releases come from: what the configuration on the boot partition says,
// else the project's own folder, and the channel that ledpost asks for. Whether updates are wanted is ledpost's to
// know, which asks for one.
func (s settings) source() (update.Source, error) {
	var c struct {
		Update struct {
			URL, Channel string
			KeyFile      string `toml:"key_file"`
			Signatures   int
		}
	}
	if s.config != "" {
		if _, err := toml.DecodeFile(s.config, &c); err != nil {
			return update.Source{}, fmt.Errorf("%s: %.200s", configName, err.Error())
		}
	}
	trusted := cmp.Or(c.Update.KeyFile, update.PublicKeyFile)
	if !filepath.IsAbs(trusted) {
		trusted = filepath.Join(filepath.Dir(s.config), trusted) // as ledpost reads it
	}
	keys, err := update.ReadKeys(trusted)
	return update.Source{
		URL: cmp.Or(c.Update.URL, update.ProjectURL), Channel: c.Update.Channel, Client: &http.Client{Timeout: time.Hour},
		Trust: update.Trust{Keys: keys, Signatures: c.Update.Signatures},
	}, err
}

// A machine is gokrazy's endpoints, and what they do not have.
type machine struct {
	*gokrazy.Client
	spare int // number of the root partition that is not in use
}

// Tried is [boot.Tried].
func (machine) Tried(context.Context) (bool, error) { return boot.Tried() }

// Spare looks for the modules of the running kernel in the spare root: kernels
// are not replaced.
func (m machine) Spare(context.Context) error {
	device, err := boot.Partition(m.spare)
	if err != nil {
		return err
	}
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return err
	}
	return boot.Mounted(device, "squashfs", unix.MS_RDONLY, func(dir string) error {
		_, err := os.Stat(filepath.Join(dir, "lib/modules", unix.ByteSliceToString(name.Release[:])))
		return err
	})
}

// A pulse is whether ledpost is ready; any goroutine may use it.
type pulse struct {
	mu    sync.Mutex
	ready bool
	pid   int // of ledpost that runs; 0 = none
}

// runs takes note of the process, or with 0 of its end.
func (p *pulse) runs(pid int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pid = pid
}

// process returns the process that runs, 0 if none does.
func (p *pulse) process() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pid
}

func (p *pulse) set(ready bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ready = ready
}

// well returns an error unless ledpost is ready. When it is silent it is ended,
// and no longer ready.
func (p *pulse) well() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ready {
		return errors.New("ledpost is not ready")
	}
	return nil
}

// online reports whether the kernel has a way to other networks.
func online() bool {
	text, err := bounded.ReadFile("/proc/net/route", 64<<10)
	return err == nil && hasDefault(string(text))
}

// hasDefault reports whether one of the routes goes everywhere (proc_net(5)).
func hasDefault(routes string) bool {
	for line := range strings.Lines(routes) {
		if f := strings.Fields(line); len(f) > 7 && f[1] == "00000000" && f[7] == "00000000" {
			return true
		}
	}
	return false
}

// plausible reports whether t is after this root file system was made: without
// the network's time, a Raspberry Pi starts in 1970.
func plausible(t time.Time) bool {
	info, err := os.Stat(versionFile)
	return err == nil && t.After(info.ModTime())
}
