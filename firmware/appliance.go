// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/lametric"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/api/pair"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/scenes"
	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/api/web"
	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/firmware/host"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/boot"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/internal/logtail"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
	"github.com/ledpost/ledpost/sounds/stations"
	"github.com/ledpost/ledpost/update/check"
)

// appliance is the running device: its brain (package device), and the owners
// of the files, the hardware, the ports and the name on the network.
// [newAppliance] makes one; stages lists what it runs.
type appliance struct {
	Options
	Config    config.Config
	tail      *logtail.Tail // of the log; nil = clients get none
	trial     *trial
	data      *data
	clock     *clock
	faces     *fonts.Set
	icons     *icons.Store
	sound     *sound
	network   *netinfo.Watcher
	screen    *screen
	frames    frames
	light     *lightSensor
	air       *airSensor
	presence  *presence
	buttons   *buttons
	diagnosis *diagnosis
	finder    *panelFinder
	feeds     feeds
	apps      apps.Set
	device    *device.Device
	listeners *listeners
	discovery *discovery
	stream    *stream.Server
	server    *api.Server
	broker    *broker
	awtrix    awtrixForm
	greeting  *greeting
	updater   *check.Updater
	manager   manager
	claims    claims
}

// newAppliance makes all owners, each after those that it needs. The appliance
// must be released even if there is an error.
func newAppliance(o Options, cfg config.Config, kept *data, t *trial, tail *logtail.Tail) (*appliance, error) {
	a := &appliance{Options: o, Config: cfg, tail: tail, trial: t, data: kept, network: netinfo.New(o.Log)}
	for _, step := range []func() error{a.data.load, a.openPorts, a.openHardware, a.openMedia} {
		if err := step(); err != nil {
			return a, err
		}
	}
	a.connectDevice()
	a.serve()
	return a, nil
}

// openHardware makes the owners of the hardware connected to the machine.
// Missing or failing hardware is reported when they run.
func (a *appliance) openHardware() error {
	panel, err := newPanel(a.Config.Config, a.Size, a.Log)
	if err != nil {
		return &config.Unusable{Err: err}
	}
	sources, err := hw.OpenInput(a.Config.Input) // opened when they run
	if err != nil {
		return &config.Unusable{Err: err}
	}
	a.screen = newScreen(panel, a.Out, a.greeting.print, a.Log)
	a.frames.loop = a.screen.loop
	a.buttons = &buttons{sources: sources, log: a.Log}
	a.light = &lightSensor{cfg: a.Config.Config, simulated: panel.simulated(), log: a.Log, read: newAttempt()}
	a.air = &airSensor{cfg: a.Config.Sense, log: a.Log}
	a.presence = newPresence(a.Config.Presence)
	a.finder = newPanelFinder(a.Config, panel, a.trial, a.Log)
	a.diagnosis = &diagnosis{cfg: a.Config, panel: panel, light: a.light, buttons: a.buttons, log: a.Log}
	return nil
}

// openMedia loads what messages are made of: fonts, icons and sounds.
func (a *appliance) openMedia() (err error) {
	panel := a.screen.panel
	if a.faces, err = fonts.Open(fonts.Options{Extra: a.Config.Fonts.Extra, Rows: panel.size.Y}); err != nil {
		a.Log.Warn("some fonts cannot be used and are left out", "err", err)
	}
	a.Config.Icons.Dir, a.Config.Icons.Size = a.Dir, 8*paint.IconScale(panel.size.X, panel.size.Y)
	a.icons = icons.New(a.Config.Icons, a.Log)
	a.Config.Audio.Simulator = panel.simulated()
	a.sound = &sound{sounds.NewPlayer(a.Config.Audio.Config, a.Log), a.Config.Audio}
	return nil
}

// openPorts opens the ports of the API, which the greeting names.
func (a *appliance) openPorts() (err error) {
	if a.listeners, err = listen(a.Config.HTTP); err != nil {
		return err
	}
	a.listeners.listenPair(a.Config.HTTP.Pairing, a.Log)
	a.listeners.listenAwtrix(a.Config.Awtrix, a.Log)
	a.greeting = &greeting{out: a.Out, data: a.data, listeners: a.listeners, network: a.network}
	return nil
}

// connectDevice makes the device's brain and its apps.
func (a *appliance) connectDevice() {
	saved, size := a.data.saved, a.screen.panel.size
	saved.Identity.Name = a.Config.Name
	a.clock = newClock(saved.At, a.Log)
	env := kit.Env{Size: size, Fonts: a.faces, Icons: a.icons, Clock: a.clock.WallClock, Zone: a.Config.Location(), Web: a.web(),
		Weather: a.Config.Weather, Heard: a.sound.Heard(), Levels: a.sound.Levels, Dir: a.Dir, Boot: boot.ID(), Feeds: &a.feeds.Feeds,
		Monochrome: a.screen.panel.kind == hw.Monochrome}
	a.apps = apps.All(env, saved.Apps)
	if a.Config.Awtrix.Enabled {
		a.awtrix.app = custom.New(env, saved.Apps[custom.Package].Keep, saved.Apps[custom.Package].Version)
		a.apps.Apps = append(a.apps.Apps, a.awtrix.app)
	}
	first := apps.First(a.Config.Clock.On(size, env.Monochrome), a.Config.Apps.Dwell)
	a.device = device.New(device.Config{
		Width: size.X, Height: size.Y, PanelType: string(a.screen.panel.kind), Audio: a.sound.audible,
		Limits: a.Config.Limits, RefuseWhenHidden: a.Config.Compat.RefuseWhenHidden, Look: a.Config.Text,
		Light: a.Config.Brightness, LightSimulated: a.light.made(), Quiet: a.Config.Audio.QuietHours(), Absence: a.Config.Presence.Absence(),
		LongPress: time.Duration(a.Config.Input.Timing.Long),
		Apps:      a.apps.Apps, Widgets: first, Schedule: a.Config.Apps.Blocks(),
		Fonts: a.faces, Icons: a.icons, Location: a.Config.Location(), Clock: a.clock.WallClock,
	}, saved, device.Edges{Screen: a.screen.loop, Speaker: a.sound, Keeper: a.data.store})
}

// web returns the client with which apps fetch data.
func (a *appliance) web() *webfetch.Client {
	c, err := webfetch.New(webfetch.Config{Allow: a.Config.Audio.Allow})
	if err != nil { // cannot happen with a configuration that was checked
		c, _ = webfetch.New(webfetch.Config{})
	}
	return c
}

// serve makes the API, the receiver of streams, the announcers of both, and the
// client of the MQTT broker.
func (a *appliance) serve() {
	id := a.data.saved.Identity
	id.Name = a.Config.Name
	var description ssdp.Device
	a.Config.Awtrix.Discovery = a.Config.MQTT.Discovery
	a.awtrix.open(a.Config.Awtrix, a.device, a.network, a.screen.preview, a.Log)
	a.discovery, description = newDiscovery(a.Config.Discovery, id, a.listeners, &a.awtrix, a.data.saved.Reserved, a.Log)
	// A frame of a stream wakes only the loop.
	a.stream = stream.New(a.device, render.NewLive(a.screen.panel.size, a.screen.loop.Wake), a.Config.Stream,
		stream.About{Name: id.Name, Version: version.Number}, a.Log)
	a.stream.Refuse(a.screen.panel.sendsTo)
	a.newUpdater()
	a.newManager()
	a.broker = &broker{cfg: a.Config.MQTT, awtrix: a.awtrix.server}
	pairing := pair.New(a.device, a.Log)
	a.claims = claims{by: latest.New[netip.Addr](), address: a.address, log: a.Log}
	guard := keys.New(keys.Config{
		Key: a.data.key, KeyFile: a.data.keyFile(), Unkept: a.data.unkept, KeysFile: keys.KeysFile(a.data.dir),
		Last: a.data.last, Retry: a.data.store.Retry,
		Claimed: a.claims.by.Put, Log: a.Log,
	})
	a.claims.guard = guard
	original := lametric.New(lametric.Config{
		Device: a.device, Network: a.network, Streams: true, SeesAll: guard.SeesAll, Version: version.Number,
		IndexBraces: a.Config.Compat.IndexBraces,
		Update:      func() string { return a.updater.Update().Offered() },
	})
	shown := live.New(live.Config{
		Device: a.device, Keys: guard, Coming: a.icons.Coming, Title: func() string { return a.sound.Stats().Title },
		Sent: func() rest.Messenger { return a.server.Sent() }, Simulate: a.light.simulate, Log: a.Log,
	})
	rooms := []api.Room{
		original, lametric.Streams{Streamer: a.stream}, shown, shown.Panel(a.screen.preview, a.Config.Page.LEDs.Of(a.Config.Panel.Driver())),
		shown.Icons(a.icons), shown.Sound(a.sound), shown.Updates(releases{a.updater, a.trial}), shown.Doctor(a.diagnosis.examine),
		shown.Configuration(a.trial), shown.PanelFind(a.finder),
		shown.Backups(&backups{a.device, a.icons, a.data, a.trial}), shown.Probe(a.apps.Data),
		live.Directories(places{a.apps.Weather}, stations.New(a.Config.Radio, a.web())), pairing, scenes.New(a.device, a.icons),
		rest.List{rest.Page("/device_description.xml", ssdp.Handler(a.described(description)))},
	}
	if a.tail != nil { // a device within another program may keep no log
		rooms = append(rooms, shown.Log(a.tail))
	}
	a.server = api.New(api.Config{
		Device: a.device, Keys: guard, Rooms: append(rooms, a.awtrix.rooms()...), Page: web.Handler(), Health: a.health().components,
		Door:    door.Config{Also: []net.Listener{a.listeners.awtrix}, Cert: a.data.cert, FriendsFile: door.FriendsFile(a.data.dir)},
		Version: version.Number, Collectors: a.collectors(), Log: a.Log,
	})
	a.data.guard, a.data.savers = guard, []saver{guard, a.trial}
	pairing.Use(guard)
	a.broker.connect(a.device, objects{original, shown}, a.updater, port(a.listeners.plain), a.buttons, a.screen.preview.Picture, a.Log)
}

// described returns the description of the device, with the name that it has.
func (a *appliance) described(d ssdp.Device) func() ssdp.Device {
	return func() ssdp.Device {
		d := d
		d.Name = a.device.Identity().Name
		return d
	}
}

// objects are the API's objects, for other interfaces.
type objects struct {
	*lametric.Original
	*live.Live
}

// health lists the owners in the order in which they are asked.
func (a *appliance) health() health {
	return health{a.data, a.clock, a.screen.panel, &a.frames, a.sound, a.light, a.air, a.presence, a.buttons, a.diagnosis,
		a.broker, &a.feeds, &a.manager, a.discovery}
}

// collectors returns the metrics that the API does not have itself.
func (a *appliance) collectors() []metric.Collector {
	panel := a.screen.panel
	return []metric.Collector{
		&frameCollector{a.screen.loop.Stats()}, &panelCollector{panel}, &powerCollector{&panel.power}, &matrixCollector{&panel.matrix},
		&scriptCollector{a.faces}, &titleCollector{a.sound.Player}, &stateCollector{a.data.store}, &streamCollector{a.stream},
		&mqttCollector{a.broker}, &updateCollector{a.updater}, &host.Thermal{},
	}
}

// stages returns everything that runs, in the order of starting. ctx is the context
// of the run.
func (a *appliance) stages(ctx context.Context) []stage {
	outputs := append(stage{{"sound", a.sound.Run}}, a.screen.tasks()...)
	front := stage{
		{"icons", a.icons.Run},
		{"messages", func(ctx context.Context) error { return a.data.fetch(ctx, a.device, a.screen.loop) }},
		{"network", a.network.Run},
		{"updates", a.updater.Run},
		{"light", func(ctx context.Context) error { return a.light.run(ctx, a.device) }},
		{"air", func(ctx context.Context) error { return a.air.run(ctx, a.device) }},
		{"presence", func(ctx context.Context) error { return a.presence.run(ctx, a.device) }},
		{"buttons", func(ctx context.Context) error { return a.buttons.run(ctx, a.device) }},
		{"buttons' faults", a.buttons.watch},
		{"search for the panel", a.finder.run},
		{"doctor", func(ctx context.Context) error { return a.diagnosis.run(ctx, a.device) }},
		{"icon arrivals", forward(a.icons.Changed(), func(ctx context.Context, _ struct{}) error { return a.device.Refresh(ctx) })},
		{"sound ends", forward(a.sound.Ended(), a.device.SoundEnded)},
		{"configuration", func(ctx context.Context) error { return a.trial.run(ctx, a.device) }},
		{"claim", func(ctx context.Context) error { return a.claims.run(ctx, a.device) }},
		{"clock", func(ctx context.Context) error { return a.clock.watch(ctx, a.device) }},
		{"time server", func(ctx context.Context) error { return a.clock.synchronize(ctx, a.device) }},
		{"api", func(ctx context.Context) error {
			return a.server.Run(ctx, a.listeners.plain, a.listeners.secure, a.listeners.pair)
		}},
	}
	front = append(front, a.discovery.tasks()...)
	front = append(front, task{"stream", a.stream.Run})
	front = append(front, a.broker.tasks()...)
	front = append(front, a.manager.tasks()...)
	front = append(front, a.awtrix.tasks()...)
	front = append(front, a.onboarding()...)
	for _, app := range a.apps.Apps {
		if r, ok := app.(device.Runner); ok {
			front = append(front, task{app.About().Package, func(ctx context.Context) error { return r.Run(ctx, a.device.Post) }})
		}
	}
	alive := &liveness{device: a.device, loop: a.screen.loop, api: a.listeners.self()}
	ready := task{"ready", func(ctx context.Context) error { return a.tellReady(ctx, alive) }}
	return []stage{
		{{"state", a.data.store.Run}}, outputs, {{"frames", a.screen.loop.Run}}, {{"device", a.device.Run}}, front,
		{ready, {"watchdog", func(ctx context.Context) error { return host.Watch(ctx, alive.check) }},
			{"service manager", func(ending context.Context) error {
				return host.Announce(ending, func() bool { return whyAnew(ctx) != nil })
			}}},
	}
}

// release releases what newAppliance has opened, if it is not going to run.
func (a *appliance) release() (err error) {
	if a.buttons != nil {
		err = a.buttons.sources.Close()
	}
	return errors.Join(err, a.listeners.close())
}
