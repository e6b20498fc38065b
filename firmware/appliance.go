// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"image"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/firmware/hardware"
	"github.com/ledpost/ledpost/firmware/host"
	"github.com/ledpost/ledpost/firmware/ways"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/boot"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/logtail"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/update/check"
)

// appliance is the running device: its brain (package device), what it has of hardware and of
// files, and the ways in. [newAppliance] makes one; stages lists what it runs.
type appliance struct {
	Options
	Config    config.Config
	tail      *logtail.Tail // of the log; nil = clients get none
	trial     *trial
	data      *data
	memory    budget.Parts
	network   *netinfo.Watcher
	listeners *ways.Listeners
	greeting  *greeting
	hardware  *hardware.Hardware
	preview   *live.Preview
	finder    *panelFinder
	tester    *selfTester
	faces     *fonts.Set
	icons     *icons.Store
	clock     *clock
	feeds     feeds
	apps      apps.Set
	awtrix    *custom.Custom // nil = the interface of AWTRIX is off
	device    *device.Device
	updater   *check.Updater
	manager   manager
	ways      *ways.Ways
}

// newAppliance makes all owners, each after those that it needs. The appliance
// must be released even if there is an error.
func newAppliance(o Options, cfg config.Config, kept *data, t *trial, tail *logtail.Tail) (*appliance, error) {
	a := &appliance{Options: o, Config: cfg, tail: tail, trial: t, data: kept,
		memory: newMemory(), network: netinfo.New(o.Log)}
	for _, step := range []func() error{a.data.load, a.openPorts, a.openHardware} {
		if err := step(); err != nil {
			return a, err
		}
	}
	a.openMedia()
	a.connectDevice()
	a.tester = a.newSelfTester()
	a.newUpdater()
	a.newManager()
	a.openWays()
	return a, nil
}

// openPorts opens the ports of the API, which the greeting names.
func (a *appliance) openPorts() (err error) {
	a.listeners, err = ways.Listen(a.Config, a.Log)
	a.greeting = &greeting{out: a.Out, data: a.data, listeners: a.listeners, network: a.network}
	return err
}

// openHardware makes the owners of the hardware connected to the machine.
func (a *appliance) openHardware() (err error) {
	a.hardware, err = hardware.Open(a.Config, hardware.Options{
		Size: a.Size, Out: a.Out, Greet: a.greeting.print, Sounds: a.memory.Sounds, Log: a.Log,
		Preview: func(size image.Point) render.Panel {
			a.preview = live.NewPreview(size.X, size.Y)
			return a.preview
		},
	})
	if err == nil {
		a.finder = newPanelFinder(a.Config, a.hardware, a.trial, a.Log)
	}
	return err
}

// openWays makes the ways in.
func (a *appliance) openWays() {
	id := a.data.saved.Identity
	id.Name = a.Config.Name
	a.ways = ways.New(ways.Inside{
		Config: a.Config, Device: a.device, Identity: id, Starts: int(a.data.saved.Reserved/device.Reserve) + 1,
		Hardware: a.hardware, Preview: a.preview, Network: a.network, Icons: a.icons, Apps: a.apps, Awtrix: a.awtrix,
		Web: newWeb(a.Config, a.memory), Tail: a.tail, Memory: a.memory,
		Dir: a.data.dir, Keys: a.data.keys(), Cert: a.data.cert,
		Configuration: a.trial, Finder: a.finder, Tester: a.tester, Backups: a.backups(), Reset: a.data.reset,
		Updates: releases{a.updater, a.trial},
		Health:  func() []api.Component { return a.health().components() }, Collectors: a.collectors(), Log: a.Log,
	}, a.listeners)
	a.data.guard, a.data.savers = a.ways.Guard(), []saver{a.ways.Guard(), a.trial, unfinished{a.unfinished}}
}

// health lists the owners in the order in which they are asked.
func (a *appliance) health() health {
	return health{a.data, a.clock, a.hardware, &a.feeds, &a.manager, a.ways}
}

// collectors returns the metrics of all but the ways in.
func (a *appliance) collectors() []metric.Collector {
	return append(a.hardware.Collectors(),
		&scriptCollector{a.faces}, &stateCollector{a.data.store}, &updateCollector{a.updater}, &host.Thermal{},
		memoryCollector{a.memory})
}

// release releases what newAppliance has opened, if it is not going to run.
func (a *appliance) release() (err error) {
	if a.hardware != nil {
		err = a.hardware.Close()
	}
	if a.listeners != nil {
		err = errors.Join(err, a.listeners.Close())
	}
	return err
}

// openMedia loads what messages are made of: fonts and icons.
func (a *appliance) openMedia() {
	size, err := a.hardware.Size(), error(nil)
	if a.faces, err = fonts.Open(fonts.Options{Extra: a.Config.Fonts.Extra, Rows: size.Y}); err != nil {
		a.Log.Warn("some fonts cannot be used and are left out", "err", err)
	}
	a.Config.Icons.Dir, a.Config.Icons.Size = a.Dir, 8*paint.IconScale(size.X, size.Y)
	a.icons = icons.New(a.Config.Icons, a.Log)
	a.icons.Bound(a.memory.Guests)
}

// connectDevice makes the device's brain and its apps.
func (a *appliance) connectDevice() {
	saved, size, sound := a.data.saved, a.hardware.Size(), a.hardware.Sound()
	saved.Identity.Name = a.Config.Name
	a.clock = newClock(saved.At, a.Log)
	zone := device.NewZone(a.Config.Location()) // shared: see Device.SetZone
	env := kit.Env{Size: size, Fonts: a.faces, Icons: a.icons, Clock: a.clock.WallClock, Zone: zone,
		Web: newWeb(a.Config, a.memory), Memory: a.memory.Guests,
		Weather: a.Config.Weather, Gallery: a.Config.Gallery, Signed: signed(a.Config.Update.KeyFile),
		Heard: sound.Heard(), Levels: sound.Levels, Dir: a.Dir, Boot: boot.ID(),
		Feeds: &a.feeds.Feeds, Monochrome: a.hardware.Kind() == hw.Monochrome}
	a.apps = apps.All(env, saved.Apps)
	if a.Config.Awtrix.Enabled {
		a.awtrix = custom.New(env, saved.Apps[custom.Package].Keep, saved.Apps[custom.Package].Version)
		a.apps.Apps = append(a.apps.Apps, a.awtrix)
	}
	first := apps.First(a.Config.Clock.On(size, env.Monochrome), a.Config.Apps.Dwell)
	a.device = device.New(device.Config{
		Width: size.X, Height: size.Y, PanelType: string(a.hardware.Kind()), Audio: a.hardware.Audible,
		Limits: a.Config.Limits, RefuseWhenHidden: a.Config.Compat.RefuseWhenHidden, Look: a.Config.Text,
		Light: a.Config.Brightness, LightSimulated: a.hardware.LightMade(),
		Quiet: a.Config.Audio.QuietHours(), Absence: a.Config.Presence.Absence(),
		LongPress: time.Duration(a.Config.Input.Timing.Long),
		Apps:      a.apps.Apps, Widgets: first, Schedule: a.Config.Apps.Blocks(),
		Fonts: a.faces, Icons: a.icons, Zone: zone, Clock: a.clock.WallClock,
		Region: device.Region{Hours: a.Config.Clock.Hours},
	}, saved, device.Edges{Screen: a.hardware.Loop(), Speaker: sound, Keeper: a.data.store})
}

// newWeb returns the client with which apps fetch data.
func newWeb(cfg config.Config, m budget.Parts) *webfetch.Client {
	c, err := webfetch.New(webfetch.Config{Allow: cfg.Audio.Allow, Memory: m.Guests})
	if err != nil { // cannot happen with a configuration that was checked
		c, _ = webfetch.New(webfetch.Config{Memory: m.Guests})
	}
	return c
}
