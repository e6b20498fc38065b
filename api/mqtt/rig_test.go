// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"

	"github.com/ledpost/ledpost/api/lametric"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

var update = flag.Bool("update", false, "write the golden files")

var silent = slog.New(slog.DiscardHandler)

const (
	serial = "SA150600000100W00BS9"
	prefix = "ledpost/" + serial
)

// plainIcon answers every reference with a dark square.
type plainIcon struct{}

func (plainIcon) Icon(icons.Ref) *icons.Icon {
	return &icons.Icon{Frames: []icons.Frame{{Image: image.NewRGBA(image.Rect(0, 0, 8, 8))}}}
}

// wifi is a network with an address and a signal.
type wifi struct{}

func (wifi) Wifi() netinfo.Wifi {
	return netinfo.Wifi{
		Available: true, Active: true, SSID: "home", MAC: "B8:27:EB:00:00:01", Signal: -50,
		IP: netip.MustParseAddr("192.168.1.9"), Mask: netip.MustParseAddr("255.255.255.0"),
	}
}
func (wifi) Bluetooth() netinfo.Bluetooth { return netinfo.Bluetooth{} }
func (wifi) SetBluetooth(context.Context, netinfo.BluetoothPatch) (netinfo.Bluetooth, error) {
	return netinfo.Bluetooth{}, netinfo.ErrNoBluetooth
}

// board is an app that shows a dark picture and takes frames.
type board struct {
	pkg, title string
	pushed     *pushes
}

// pushes are the widgets that frames were handed to.
type pushes struct {
	mu  sync.Mutex
	all []string
}

func (p *pushes) add(widget string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, widget)
}

func (p *pushes) list() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.all)
}

var dark = &render.Still{Image: image.NewRGBA(image.Rect(0, 0, 37, 8))}

func (b board) About() device.About { return device.About{Package: b.pkg, Title: b.title} }
func (board) Step(time.Time) device.Now {
	return device.Now{Views: map[string]device.View{"": {Root: dark}}}
}
func (board) Do(string, string, device.Args, time.Time) error { return nil }
func (b board) Push(widget string, _ []note.Frame, _ time.Time) error {
	b.pushed.add(widget)
	return nil
}

// Shown implements [device.Changer]: a page of one region.
func (board) Shown(string) []note.Frame {
	return []note.Frame{{Regions: []note.Region{{ID: "t", Role: note.RoleValue, Text: []note.Fragment{{Text: "1"}}}}}}
}

// Change implements [device.Changer].
func (b board) Change(_ string, frames []note.Frame, _ time.Duration, _ time.Time) {
	b.pushed.add("changed to " + frames[0].Words())
}

// reporter is an app that is told what agents do.
type reporter struct{ board }

// About implements [device.App].
func (r reporter) About() device.About {
	text := func(name string) device.Param { return device.Param{Name: name, Type: device.TextParam} }
	return device.About{Package: r.pkg, Title: r.title, Actions: []device.Action{{ID: "agents.status", Params: []device.Param{
		text("agent"), text("state"), text("task"), {Name: "quota", Type: device.IntParam}}}}}
}

// Do implements [device.App].
func (r reporter) Do(_, _ string, args device.Args, _ time.Time) error {
	for _, name := range []string{"agent", "state", "task"} {
		said, _ := args.Text(name)
		r.pushed.add(said)
	}
	return nil
}

// Widgets of the device.
const (
	clockID = "08b8eac21074f8f7e5a29f2855ba8060"
	dataID  = "1111eac21074f8f7e5a29f2855ba8060"
)

// objects are those of the HTTP API.
type objects struct {
	*lametric.Original
	*live.Live
}

// newDevice returns a device with a clock and a data app, and a reporter of each package more, that runs until the end
// of the test, and its objects.
func newDevice(t testing.TB, more ...string) (*device.Device, Objects, *pushes) {
	t.Helper()
	set := must.Get(fonts.Open(fonts.Options{}))(t)
	saved := device.Fresh()
	saved.Identity = device.Identity{ID: "18", Serial: serial, Name: "Kitchen",
		UUID: "0a1b2c3d-0000-4000-8000-0123456789ab"}
	pushed := &pushes{}
	cfg := device.Config{
		Width: 37, Height: 8, PanelType: "color", Audio: func() bool { return true }, Limits: device.DefaultLimits,
		Apps: []device.App{board{"com.lametric.clock", "Clock", pushed}, board{"com.lametric.diy.devwidget", "Data", pushed}},
		Widgets: []device.WidgetSettings{
			{ID: clockID, Package: "com.lametric.clock", Title: "Clock", Visible: true, Seconds: 20},
			{ID: dataID, Package: "com.lametric.diy.devwidget", Title: "Data", Visible: true, Seconds: 20},
		},
		Fonts: set, Icons: plainIcon{}, Zone: device.NewZone(time.UTC), Absence: time.Hour,
	}
	for i, pkg := range more {
		cfg.Apps = append(cfg.Apps, reporter{board{pkg, pkg, pushed}})
		cfg.Widgets = append(cfg.Widgets, device.WidgetSettings{ID: fmt.Sprintf("%032x", i+1), Package: pkg, Visible: true, Seconds: 20})
	}
	dev := device.New(cfg, saved, devicetest.Nowhere())
	start(t, func(ctx context.Context) { _ = dev.Run(ctx) })
	return dev, objects{lametric.New(lametric.Config{Device: dev, Network: wifi{}, Version: "1.2.3"}),
		live.New(live.Config{Device: dev, Log: silent})}, pushed
}

// start runs f until the end of the test.
func start(t testing.TB, f func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { f(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
}

// hub is a broker in this process, and what it was told.
type hub struct {
	*broker.Server
	url string

	mu   sync.Mutex
	seen []packets.Packet
}

func newHub(t testing.TB) *hub {
	t.Helper()
	h := &hub{Server: broker.New(&broker.Options{InlineClient: true, Logger: silent})}
	must.Do(t, h.AddHook(new(auth.AllowHook), nil))
	tcp := listeners.NewTCP(listeners.Config{ID: "tcp", Address: "127.0.0.1:0"})
	must.Do(t, h.AddListener(tcp))
	h.url = "tcp://" + tcp.Address()
	must.Do(t, h.Serve())
	t.Cleanup(func() { _ = h.Close() })
	must.Do(t, h.Subscribe("#", 1, func(_ *broker.Client, _ packets.Subscription, p packets.Packet) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.seen = append(h.seen, p)
	}))
	return h
}

// say publishes.
func (h *hub) say(t testing.TB, topic, payload string) {
	t.Helper()
	must.Do(t, h.Publish(topic, []byte(payload), false, 1))
}

// on returns the messages on a topic.
func (h *hub) on(topic string) (all []packets.Packet) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.seen {
		if p.TopicName == topic {
			all = append(all, p)
		}
	}
	return all
}

// count is how many messages there were on a topic.
func (h *hub) count(topic string) int { return len(h.on(topic)) }

// await waits for a message on a topic that fits, among those from the one
// numbered from on, and returns it.
func (h *hub) await(t testing.TB, topic string, from int, fits func(string) bool) (payload string) {
	t.Helper()
	until(t, "a message on "+topic, func() bool {
		for i, p := range h.on(topic) {
			if payload = string(p.Payload); i >= from && fits(payload) {
				return true
			}
		}
		return false
	})
	return payload
}

// holds makes a fits of a text that must be in it.
func holds(text string) func(string) bool {
	return func(s string) bool { return strings.Contains(s, text) }
}

// until waits for ok.
func until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no %s", what)
		}
	}
}

// newClient returns a client that runs until the end of the test, after changes.
func newClient(t testing.TB, cfg Config, changes ...func(*Client)) (*Client, *device.Device, *pushes) {
	t.Helper()
	dev, objects, pushed := newDevice(t)
	c := New(cfg, dev, objects, About{Version: "1.2.3", Port: 8080}, silent)
	c.spread = 0
	for _, change := range changes {
		change(c)
	}
	start(t, func(ctx context.Context) { _ = c.Run(ctx) })
	return c, dev, pushed
}

// fields reads an object.
func fields(t testing.TB, payload string) (m map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(payload), &m); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", payload, err))
	}
	return m
}
