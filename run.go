package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"log/slog"
	"net"
	"runtime/debug"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/api/web"
	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/hw/term"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// runCmd runs the device.
type runCmd struct {
	configFlag
	dataFlag
	http, https, key, panel, size, log string

	set *pflag.FlagSet
}

func (c *runCmd) flags(set *pflag.FlagSet) {
	c.set = set
	c.configFlag.flags(set)
	c.dataFlag.flags(set)
	set.StringVar(&c.http, "http", "", "`ADDR`ess of HTTP, and of TLS to it (default :8080)")
	set.StringVar(&c.https, "https", "", "`ADDR`ess of HTTPS; empty switches it off (default :4343)")
	set.StringVar(&c.key, "key", "", "API `KEY` (default: the one kept in the data directory, made at first start)")
	set.StringVar(&c.panel, "panel", "", "driver `NAME` of the panel; none is the simulator (default: the configuration's)")
	set.StringVar(&c.size, "size", "", "`WxH` of the simulated panel (default 37x8)")
	set.StringVar(&c.log, "log", "info", "`LEVEL`: debug, info, warn or error")
}

// run builds the parts, starts them and stops them.
func (c *runCmd) run(ctx context.Context, std streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	log, err := newLog(std.err, c.log)
	if err != nil {
		return err
	}
	b := builder{cmd: c, std: std, log: log}
	stages, err := b.build()
	if err != nil {
		return errors.Join(err, b.release())
	}
	stages = append(stages, stage{{"watchdog", func(ctx context.Context) error { return watch(ctx, b.alive) }}})
	if b.screen == nil {
		b.greet()
	}
	return runStages(ctx, b.log, stages...)
}

// builder makes the parts of a run. Its methods are called in order, once.
type builder struct {
	cmd *runCmd
	std streams
	log *slog.Logger

	cfg    config
	dir    string
	size   image.Point
	kind   string // of the panel: color, …
	key    api.Key
	file   *device.File
	saved  device.Saved
	faces  *fonts.Set
	icons  *icons.Store
	player *sounds.Player
	device *device.Device
	loop   *render.Loop
	panel  *render.Output // nil = no hardware
	power  atomic.Pointer[hw.PowerMeter]
	matrix atomic.Pointer[hw.Refreshed]
	ailing atomic.Pointer[doctor.Code] // of the first fault at the start; nil = none
	sensors
	view   *api.Preview
	screen *render.Output // the terminal; nil = none
	server *api.Server
	ssdp   *ssdp.Server // nil = off
	net    *netinfo.Watcher
	plain  net.Listener
	secure net.Listener
}

// build makes everything, from what others need to what needs others.
func (b *builder) build() ([]stage, error) {
	for _, make := range []func() error{b.configure, b.open, b.draw, b.think, b.listen, b.serve} {
		if err := make(); err != nil {
			return nil, err
		}
	}
	return b.stages(), nil
}

// configure reads the file and puts the flags over it.
func (b *builder) configure() (err error) {
	if b.cfg, _, err = loadConfig(b.cmd.config); err != nil {
		return err
	}
	if b.cmd.set.Changed("http") {
		b.cfg.HTTP.Addr = b.cmd.http
	}
	if b.cmd.set.Changed("https") {
		b.cfg.HTTP.TLS = b.cmd.https
	}
	if p := b.cmd.panel; p != "" && p != b.cfg.Panel.Driver {
		b.cfg.Panel = hw.PanelConfig{Driver: p} // the keys in the file are another driver's
	}
	b.dir, err = b.cmd.dir()
	return err
}

// open reads what is kept and opens what is outside.
func (b *builder) open() (err error) {
	if b.key, err = api.LoadKey(b.dir, b.cmd.key); err != nil {
		return err
	}
	if b.file, b.saved, err = device.OpenFile(b.dir, device.Window, b.log); err != nil {
		return err
	}
	if err := b.openPanel(); err != nil {
		return err
	}
	if b.faces, err = fonts.Open(fonts.Options{Extra: b.cfg.Fonts.Extra, Rows: b.size.Y}); err != nil {
		b.log.Warn("some fonts cannot be used; going on without them", "err", err)
	}
	b.cfg.Icons.Dir, b.cfg.Icons.Size = b.dir, 8*device.IconScale(b.size.X, b.size.Y)
	b.icons = icons.New(b.cfg.Icons, b.log)
	b.cfg.Audio.Simulator = b.panel == nil
	b.player = sounds.NewPlayer(b.cfg.Audio.Config, b.log)
	b.net = netinfo.New(b.log)
	b.openInputs()
	return nil
}

// draw makes the loop and what it draws on.
func (b *builder) draw() error {
	bounds := image.Rectangle{Max: b.size}
	b.view = api.NewPreview(b.size.X, b.size.Y)
	panels := []render.Panel{b.view}
	if b.panel != nil {
		panels = append(panels, b.panel)
	}
	columns, rows := terminalSize(b.std.out)
	if b.panel == nil && isTerminal(b.std.out) && term.Fits(b.size, columns, rows) {
		b.screen = render.NewOutput(bounds, b.terminal, b.log)
		panels = append(panels, b.screen)
	}
	b.loop = render.NewLoop(render.Tee(panels...), b.log)
	return nil
}

// terminal takes the screen, and greets below the panel.
func (b *builder) terminal() (render.Panel, error) {
	_, rows := terminalSize(b.std.out)
	p, err := term.New(b.std.out, b.size, rows)
	if err == nil {
		b.greet()
	}
	return p, err
}

// think makes the brain.
func (b *builder) think() error {
	judge := device.NewWallClock(built(), b.saved.At)
	look, err := b.cfg.Text.look()
	if err != nil {
		return err
	}
	quiet, err := b.cfg.Audio.quiet()
	if err != nil {
		return err
	}
	slots, err := b.cfg.Apps.slots()
	if err != nil {
		return err
	}
	clock := apps.NewClock(b.cfg.Clock, b.size, b.faces, judge, time.Local)
	b.saved.Identity.Name = b.cfg.Name
	b.device = device.New(device.Config{
		Width: b.size.X, Height: b.size.Y, PanelType: b.kind, Audio: b.cfg.Audio.Output != "null",
		Limits: b.cfg.Limits, RefuseWhenHidden: b.cfg.Compat.RefuseWhenHidden, Look: look,
		Light: device.Light{Curve: b.cfg.Brightness.Curve, Dark: b.cfg.Brightness.Dark}, Quiet: quiet,
		Apps: []device.App{clock}, Dwell: time.Duration(b.cfg.Apps.Dwell), Schedule: slots,
		Fonts: b.faces, Icons: b.icons, Location: time.Local, Clock: judge,
	}, b.saved, device.Edges{Screen: b.loop, Speaker: b.player, Keeper: b.file})
	return nil
}

// built is when the program was made, as far as it knows.
func built() time.Time {
	if seconds, err := strconv.ParseInt(buildTime, 10, 64); err == nil {
		return time.Unix(seconds, 0)
	}
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return time.Time{}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			t, _ := time.Parse(time.RFC3339, s.Value)
			return t
		}
	}
	return time.Time{}
}

// listen takes the ports.
func (b *builder) listen() (err error) {
	if b.plain, err = net.Listen("tcp", b.cfg.HTTP.Addr); err != nil {
		return fmt.Errorf("HTTP: %w", err)
	}
	if b.cfg.HTTP.TLS == "" {
		return nil
	}
	if b.secure, err = net.Listen("tcp", b.cfg.HTTP.TLS); err != nil {
		return fmt.Errorf("HTTPS: %w", err)
	}
	return nil
}

// serve makes the API and what announces it.
func (b *builder) serve() error {
	cert, err := api.LoadCert(b.dir, b.log)
	if err != nil {
		return err
	}
	id := b.saved.Identity
	found := ssdp.Device{ID: id.ID, Serial: id.Serial, Name: id.Name, UUID: id.UUID, Version: version, Port: port(b.plain)}
	if b.cfg.Discovery.SSDP && !loopback(b.plain) { // nobody else could come
		b.ssdp = ssdp.New(found, int(b.saved.Reserved/1000)+1, b.log)
	}
	b.server = api.New(api.Config{
		Device: b.device, Icons: b.icons, Speaker: b.player, Network: b.net, Preview: b.view,
		Key: b.key, Cert: cert, Page: web.Handler(), Found: ssdp.Handler(found),
		Health: b.health, Version: version, IndexBraces: b.cfg.Compat.IndexBraces,
		Collectors: b.collectors(), Log: b.log,
	})
	return nil
}

// stages are what runs, in the order of starting.
func (b *builder) stages() []stage {
	outputs := stage{{"sound", b.player.Run}}
	for _, o := range []*render.Output{b.panel, b.screen} {
		if o != nil {
			outputs = append(outputs, part{"panel", o.Run})
		}
	}
	front := stage{
		{"icons", b.icons.Run},
		{"network", b.net.Run},
		{"light", b.light},
		{"buttons", b.buttons},
		{"doctor", b.showFault},
		{"icon arrivals", b.arrivals},
		{"clock", b.steps},
		{"api", func(ctx context.Context) error { return b.server.Run(ctx, b.plain, b.secure) }},
	}
	if b.ssdp != nil {
		front = append(front, part{"ssdp", b.discovery})
	}
	return []stage{{{"state", b.file.Run}}, outputs, {{"frames", b.loop.Run}}, {{"device", b.device.Run}}, front}
}

// release lets go of what build has taken when it cannot be run.
func (b *builder) release() (err error) {
	for _, l := range []net.Listener{b.plain, b.secure} {
		if l != nil {
			err = errors.Join(err, l.Close())
		}
	}
	return err
}

func address(l net.Listener) *net.TCPAddr { return l.Addr().(*net.TCPAddr) }

func port(l net.Listener) int { return address(l).Port }

func loopback(l net.Listener) bool { return address(l).IP.IsLoopback() }
