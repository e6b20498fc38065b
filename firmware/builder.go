package firmware

import (
	"context"
	"errors"
	"image"
	"net"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/mdns"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/api/web"
	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/term"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/tty"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// builder makes the parts of a run. Its methods are called in order, once.
type builder struct {
	Options
	key     api.Key
	store   *store.Store
	saved   device.Saved
	faces   *fonts.Set
	icons   *icons.Store
	player  *sounds.Player
	device  *device.Device
	clock   device.WallClock
	stepped chan struct{} // the clock was set
	cert    *api.Cert
	apps    []device.App
	loop    *render.Loop
	panel   *panel
	light   *lightSensor
	buttons *buttons
	doctor  *diagnosis
	view    *api.Preview
	screen  *render.Output // the terminal; nil = none
	server  *api.Server
	ssdp    *ssdp.Server     // nil = off
	mdns    *mdns.Advertiser // nil = off
	stream  *stream.Server
	net     *netinfo.Watcher
	plain   net.Listener
	secure  net.Listener
}

// build makes everything, from what others need to what needs others.
func (b *builder) build() ([]stage, error) {
	for _, step := range []func() error{b.open, b.draw, b.think, b.listen, b.serve} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return b.stages(), nil
}

// open reads what is kept and opens what is outside.
func (b *builder) open() (err error) {
	b.key, err = api.LoadKey(b.Dir, b.Options.Key)
	if b.key == "" {
		return err
	}
	if err != nil {
		b.Log.Error("the key is not the one kept, and lasts until the end of the program", "err", err)
	}
	if b.panel, err = newPanel(b.Config.Config, b.Size, b.Log); err != nil {
		return err
	}
	if b.faces, err = fonts.Open(fonts.Options{Extra: b.Config.Fonts.Extra, Rows: b.panel.size.Y}); err != nil {
		b.Log.Warn("some fonts cannot be used; going on without them", "err", err)
	}
	b.Config.Icons.Dir, b.Config.Icons.Size = b.Dir, 8*paint.IconScale(b.panel.size.X, b.panel.size.Y)
	b.icons = icons.New(b.Config.Icons, b.Log)
	b.Config.Audio.Simulator = b.panel.simulated()
	b.player = sounds.NewPlayer(b.Config.Audio.Config, b.Log)
	b.net = netinfo.New(b.Log)
	inputs, err := hw.OpenInput(b.Config.Input) // taken when they run
	if err != nil {
		return err
	}
	b.buttons = &buttons{sources: inputs, log: b.Log}
	b.light = &lightSensor{cfg: b.Config.Config, simulated: b.panel.simulated(), log: b.Log, read: newAttempt()}
	b.doctor = &diagnosis{cfg: b.Config, panel: b.panel, light: b.light, buttons: b.buttons, log: b.Log}
	return nil
}

// draw makes the loop and what it draws on.
func (b *builder) draw() error {
	bounds := image.Rectangle{Max: b.panel.size}
	b.view = api.NewPreview(b.panel.size.X, b.panel.size.Y)
	panels := []render.Panel{b.view}
	if !b.panel.simulated() {
		panels = append(panels, b.panel.output)
	}
	columns, rows := tty.Size(b.Out)
	if b.panel.simulated() && tty.IsTerminal(b.Out) && term.Fits(b.panel.size, columns, rows) {
		b.screen = render.NewOutput(bounds, b.terminal, b.Log)
		panels = append(panels, b.screen)
	}
	b.loop = render.NewLoop(render.Tee(panels...), b.Log)
	return nil
}

// terminal takes the screen, and greets below the panel.
func (b *builder) terminal() (render.Panel, error) {
	p, err := term.New(b.Out, b.panel.size, func() (columns, rows int) { return tty.Size(b.Out) })
	if err == nil {
		b.greet()
	}
	return p, err
}

// think makes the brain.
func (b *builder) think() error {
	b.clock, b.stepped = device.NewWallClock(version.Built(), b.saved.At), make(chan struct{}, 1)
	look, err := b.Config.Text.Look()
	if err != nil {
		return err
	}
	quiet, err := b.Config.Audio.QuietHours()
	if err != nil {
		return err
	}
	blocks, err := b.Config.Apps.Blocks()
	if err != nil {
		return err
	}
	b.apps = apps.All(apps.Env{Size: b.panel.size, Fonts: b.faces, Icons: b.icons, Clock: b.clock, Zone: time.Local}, b.saved.Apps)
	b.saved.Identity.Name = b.Config.Name
	b.device = device.New(device.Config{
		Width: b.panel.size.X, Height: b.panel.size.Y, PanelType: string(b.panel.kind), Audio: b.audible,
		Limits: b.Config.Limits, RefuseWhenHidden: b.Config.Compat.RefuseWhenHidden, Look: look,
		Light: device.Light{Curve: b.Config.Brightness.Curve, Dark: b.Config.Brightness.Dark}, Quiet: quiet,
		Apps: b.apps, Widgets: apps.First(b.Config.Clock, time.Duration(b.Config.Apps.Dwell)), Schedule: blocks,
		Fonts: b.faces, Icons: b.icons, Location: time.Local, Clock: b.clock,
	}, b.saved, device.Edges{Screen: b.loop, Speaker: b.player, Keeper: b.store})
	return nil
}

// serve makes the API and what announces it.
func (b *builder) serve() error {
	var err error
	if b.cert, err = api.LoadCert(b.Dir, b.Log); err != nil {
		return err
	}
	id := b.saved.Identity
	found := ssdp.Device{ID: id.ID, Serial: id.Serial, Name: id.Name, UUID: id.UUID, Version: version.Number, Port: port(b.plain)}
	if b.Config.Discovery.SSDP && !loopback(b.plain) { // nobody else could come
		found.Interfaces = b.Config.Discovery.Interfaces
		b.ssdp = ssdp.New(found, int(b.saved.Reserved/1000)+1, b.Log)
	}
	if b.Config.Discovery.MDNS && !loopback(b.plain) {
		b.mdns = mdns.New(mdns.Device{
			ID: id.ID, Name: id.Name, Plain: port(b.plain), TLS: port(b.secure),
			Interfaces: b.Config.Discovery.Interfaces,
		}, b.Log)
	}
	keyFile := api.KeyFile(b.Dir)
	if b.Options.Key != "" {
		keyFile = "" // a key that was given holds until the end
	}
	// A frame of a stream wakes the loop and nobody else.
	b.stream = stream.New(b.device, render.NewLive(b.panel.size, b.loop.Wake), b.Config.Stream.Options(),
		stream.About{Name: id.Name, Version: version.Number}, b.Log)
	b.server = api.New(api.Config{
		Device: b.device, Icons: b.icons, Speaker: b.player, Network: b.net, Preview: b.view, Stream: b.stream,
		Key: b.key, KeyFile: keyFile, Cert: b.cert, Page: web.Handler(), Found: ssdp.Handler(found),
		Health: b.health, Version: version.Number, IndexBraces: b.Config.Compat.IndexBraces,
		Collectors: b.collectors(), Log: b.Log,
	})
	return nil
}

// stages are what runs, in the order of starting.
func (b *builder) stages() []stage {
	outputs := stage{{"sound", b.player.Run}}
	for _, o := range []*render.Output{b.panel.output, b.screen} {
		if o != nil {
			outputs = append(outputs, part{"panel", o.Run})
		}
	}
	front := stage{
		{"icons", b.icons.Run},
		{"network", b.net.Run},
		{"light", func(ctx context.Context) error { return b.light.run(ctx, b.device) }},
		{"buttons", func(ctx context.Context) error { return b.buttons.run(ctx, b.device) }},
		{"buttons' faults", b.buttons.watch},
		{"doctor", func(ctx context.Context) error { return b.doctor.run(ctx, b.device) }},
		{"icon arrivals", b.arrivals},
		{"sound ends", b.soundEnds},
		{"clock", b.steps},
		{"time server", b.synchronize},
		{"api", func(ctx context.Context) error { return b.server.Run(ctx, b.plain, b.secure) }},
	}
	if b.ssdp != nil {
		front = append(front, part{"ssdp", b.discovery})
	}
	if b.mdns != nil {
		front = append(front, part{"mdns", b.mdns.Run})
	}
	front = append(front, part{"stream", b.stream.Run})
	for _, app := range b.apps {
		if r, ok := app.(device.Runner); ok {
			front = append(front, part{app.About().Package, func(ctx context.Context) error { return r.Run(ctx, b.device.Post) }})
		}
	}
	return []stage{{{"state", b.store.Run}}, outputs, {{"frames", b.loop.Run}}, {{"device", b.device.Run}}, front}
}

// release lets go of what build has taken when it cannot be run.
func (b *builder) release() error {
	var err error
	if b.buttons != nil {
		err = b.buttons.sources.Close()
	}
	for _, l := range []net.Listener{b.plain, b.secure} {
		if l != nil {
			err = errors.Join(err, l.Close())
		}
	}
	return err
}
