// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/house"
	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/lametric"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/mcp"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/api/pair"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/scenes"
	"github.com/ledpost/ledpost/api/ssdp"
	"github.com/ledpost/ledpost/api/web"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/logtail"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
	"github.com/ledpost/ledpost/sounds/stations"
	updates "github.com/ledpost/ledpost/update"
)

var update = flag.Bool("update", false, "write the golden files and docs/api.md")

var measure = flag.Duration("measure", 0, "serve for so long, to be measured from outside")

const testKey = "8adaa0c98278dbb1ecb218d1c3e11f9312317ba474ab3361f80c0bd4f13a6749"

var silent = slog.New(slog.DiscardHandler)

// plainIcon answers every reference with a dark square.
type plainIcon struct{}

func (plainIcon) Icon(icons.Ref) *icons.Icon {
	return &icons.Icon{Frames: []icons.Frame{{Image: image.NewRGBA(image.Rect(0, 0, 8, 8))}}}
}

var clockWidget = device.WidgetSettings{ID: "08b8eac21074f8f7e5a29f2855ba8060", Package: "com.lametric.clock",
	Visible: true, Seconds: 20}

// ground is an app that shows a dark picture.
type ground struct{}

var dark = &render.Still{Image: image.NewRGBA(image.Rect(0, 0, 37, 8))}

func (ground) About() device.About {
	return device.About{Package: "com.lametric.clock", Title: "Clock"}
}

func (ground) Step(time.Time) device.Now {
	return device.Now{Views: map[string]device.View{"": {Root: dark}}}
}

func (ground) Pose(setting, value string) render.Widget {
	if setting != "face" || value != "big" {
		return nil
	}
	return dark
}

func (ground) Do(string, string, device.Args, time.Time) error { return nil }

// fakeNetwork has a Wi-Fi and a Bluetooth adapter.
type fakeNetwork struct {
	mu sync.Mutex
	b  netinfo.Bluetooth
	w  netinfo.Wifi
}

func newFakeNetwork() *fakeNetwork {
	return &fakeNetwork{
		b: netinfo.Bluetooth{Available: true, Discoverable: true, Name: "LM0001", Address: "58:63:56:23:1E:06"},
		w: netinfo.Wifi{
			Available: true, Active: true, MAC: "58:63:56:23:1e:07", SSID: "home", Security: "WPA2",
			IP: netip.MustParseAddr("192.168.1.5"), Mask: netip.MustParseAddr("255.255.255.0"), DHCP: true, Signal: -60,
		},
	}
}

func (n *fakeNetwork) Wifi() netinfo.Wifi { n.mu.Lock(); defer n.mu.Unlock(); return n.w }

func (n *fakeNetwork) Bluetooth() netinfo.Bluetooth { n.mu.Lock(); defer n.mu.Unlock(); return n.b }

func (n *fakeNetwork) SetBluetooth(_ context.Context, p netinfo.BluetoothPatch) (netinfo.Bluetooth, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.b.Available {
		return netinfo.Bluetooth{}, netinfo.ErrNoBluetooth
	}
	if p.Active != nil {
		n.b.Active = *p.Active
	}
	if p.Name != nil {
		n.b.Name = *p.Name
	}
	return n.b, nil
}

// setup is what a test may change before the device starts.
type setup struct {
	api      Config // without rooms, which are made of what follows
	keys     keys.Config
	dev      device.Config
	saved    device.Saved
	original lametric.Config
	panel    *live.Preview
	leds     live.LEDs
	icons    live.Icons
	scripts  live.Scripts
	drawer   live.Drawer
	parts    live.Parts
	consents live.Consents
	gallery  *community
	programs programs
	speaker  live.Speaker
	doctor   live.Doctor
	lines    *logtail.Tail
	trial    live.Configuration
	finder   live.PanelFinder
	tester   live.SelfTester
	backups  live.Backups
	reset    live.Resetter
	updates  live.Updater
	data     live.Prober
	stations live.Stations
	places   live.Places
	simulate func(lux float64) bool
	stream   lametric.Streamer
	more     []Room
}

// rooms returns those of a device that has everything.
func (s *setup) rooms(d *device.Device, guard *keys.Guard, desk *pair.Desk) (*live.Live, []Room) {
	s.original.Device, s.original.SeesAll = d, guard.SeesAll
	s.original.Update = func() string { return s.updates.Update().Offered() }
	store, _ := s.icons.(scenes.Store) // nil for a stand-in, which stores no icons
	l := live.New(live.Config{Device: d, Keys: guard, Coming: s.icons.Coming,
		Title: func() string { return s.speaker.Stats().Title }, Simulate: s.simulate, Log: s.api.Log})
	rooms := []Room{
		lametric.New(s.original), lametric.Streams{Streamer: s.stream}, l, l.Panel(s.panel, s.leds), l.Icons(s.icons),
		l.Scripts(s.scripts, s.drawer, s.consents, "com.example.none"), l.Studio(s.parts),
		l.Gallery(s.gallery, s.gallery, "com.example.none", "gallery/"),
		l.Sound(s.speaker), l.Log(s.lines),
		l.Updates(s.updates), l.Configuration(s.trial), l.PanelFind(s.finder), live.SelfTest(s.tester), l.Backups(s.backups), l.Reset(s.reset),
		l.Probe(s.data), live.Directories(s.places, s.stations), desk, scenes.New(scenes.Config{
			Device: d, Icons: store, Programs: s.programs, Package: "com.ledpost.letters", SeesAll: guard.SeesAll}),
		rest.List{rest.Page("/device_description.xml", ssdp.Handler(func() ssdp.Device {
			return ssdp.Device{ID: "18", Serial: "SA150600000100W00BS9", Name: "My LaMetric", UUID: s.saved.Identity.UUID,
				Version: "1.2.3"}
		}))},
	}
	rooms = append(rooms, house.New(s.saved.Identity.UUID, func() map[netip.Addr]bool { return nil }, alone))
	if s.doctor != nil {
		rooms = append(rooms, l.Doctor(s.doctor))
	}
	return l, append(rooms, s.more...)
}

// alone is a search of a house with one other display.
func alone(_ context.Context, seen func(house.Sight)) {
	seen(house.Sight{Kind: house.Ledpost, ID: "0a1b2c3d-0000-4000-8000-000000000001", Name: "Kitchen",
		At: netip.MustParseAddrPort("192.168.1.5:8080")})
}

// rig is a server over a running device, which ends with the test.
type rig struct {
	*Server
	t       testing.TB
	dev     *device.Device
	live    *live.Live
	preview *live.Preview
	stop    func() // ends it before the test ends
}

func newRig(t testing.TB, change func(*setup)) *rig {
	t.Helper()
	set := must.Get(fonts.Open(fonts.Options{}))(t)
	s := &setup{saved: device.Fresh(), keys: keys.Config{Key: testKey, Log: silent}}
	s.saved.Identity = device.Identity{
		ID: "18", Serial: "SA150600000100W00BS9", Name: "My LaMetric", UUID: "0a1b2c3d-0000-4000-8000-0123456789ab",
	}
	s.dev = device.Config{
		Width: 37, Height: 8, PanelType: "mixed", Audio: func() bool { return true }, Limits: device.DefaultLimits,
		Apps: []device.App{ground{}}, Widgets: []device.WidgetSettings{clockWidget}, Fonts: set, Icons: plainIcon{},
		Zone: device.NewZone(time.FixedZone("", 2*3600)),
	}
	s.api = Config{Page: web.Handler(), Version: "1.2.3", Memory: budget.Divide(512 << 20), Log: silent}
	s.original = lametric.Config{Network: newFakeNetwork(), Streams: true, Version: "1.2.3"}
	s.panel, s.icons, s.lines = live.NewPreview(37, 8), icons.New(icons.Config{Dir: t.TempDir()}, silent), logtail.New()
	s.speaker, s.stream, s.data = sounds.NewPlayer(sounds.Config{Output: "null"}, silent), &streamer{}, prober{}
	s.doctor, s.trial, s.backups = func(context.Context) []live.Finding { return nil }, &tried{}, boxes{}
	s.reset = &resets{}
	// What the examples of the document name.
	s.scripts, s.drawer = apps{}, apps{"departures": "x"}
	s.parts = &parts{}
	s.consents = consents{"{app}": {Hosts: []string{}, Allowed: none, Refused: none, Asks: none}}
	s.gallery = &community{}
	s.finder, s.tester, s.stations = &finder{}, &tester{}, &stations.Directory{}
	s.updates = &releases{
		now: updates.Status{Installed: "1.2.3", Channel: "stable", State: updates.StateOff, Kind: updates.KindNone}}
	if change != nil {
		change(s)
	}
	s.keys.Log = s.api.Log
	d := device.New(s.dev, s.saved, devicetest.Nowhere())
	stop := must.Run(t, d.Run)
	guard, desk := keys.New(s.keys), pair.New(d, silent)
	desk.Use(guard)
	seen := d
	if s.api.Device != nil {
		seen = s.api.Device
	}
	l, rooms := s.rooms(seen, guard, desk)
	var server *Server
	rooms = append(rooms, mcp.New(mcp.Config{API: func() http.Handler { return server.Handler() }, Icons: s.icons.Index,
		Size: seen.Size(), Version: "1.2.3", Log: s.api.Log}))
	s.api.Device, s.api.Keys, s.api.Rooms = seen, guard, rooms
	server = New(s.api)
	return &rig{Server: server, t: t, dev: d, live: l, preview: s.panel, stop: stop}
}

// request makes a request with the key.
func request(method, target, body string) *http.Request {
	r := httptest.NewRequest(method, "http://192.168.1.5:8080"+target, strings.NewReader(body))
	r.SetBasicAuth("dev", testKey)
	return r
}

var wants = webtest.Wants

// do answers a request with the key, and checks the answer against the OpenAPI
// document.
func (r *rig) do(method, target, body string) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.ask(request(method, target, body))
}

func (r *rig) ask(req *http.Request) *httptest.ResponseRecorder {
	r.t.Helper()
	w := httptest.NewRecorder()
	r.Handler().ServeHTTP(w, req)
	documented(r.t, req, w)
	return w
}

// story runs f with a device in a bubble of fake time that starts at midnight,
// 1 January 2000 UTC.
func story(t *testing.T, change func(*setup), f func(*testing.T, *rig)) {
	t.Helper()
	document(t) // outside of the bubble
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, change)
		f(t, r)
	})
}

// tale is story as a part of a test.
func tale(t *testing.T, name string, change func(*setup), f func(*testing.T, *rig)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { story(t, change, f) })
}

// golden compares got with testdata/golden/name, or writes that with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, got, 0o666))
	}
	want := must.Get(os.ReadFile(path))(t)
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs:\n%s", path, diff(string(want), string(got)))
	}
}

// diff marks the lines that are in one of the two only, each once.
func diff(want, got string) string {
	var b strings.Builder
	for _, side := range []struct{ mark, text, other string }{{"- ", want, got}, {"+ ", got, want}} {
		known, times, order := map[string]bool{}, map[string]int{}, []string(nil)
		for l := range strings.Lines(side.other) {
			known[l] = true
		}
		for l := range strings.Lines(side.text) {
			if known[l] {
				continue
			}
			l = strings.TrimSpace(l) // a new field is in objects at several depths
			if times[l]++; times[l] == 1 {
				order = append(order, l)
			}
		}
		for _, l := range order {
			b.WriteString(side.mark + l)
			if n := times[l]; n > 1 {
				fmt.Fprintf(&b, " (%d times)", n)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func textLog(b *bytes.Buffer) *slog.Logger { return slog.New(slog.NewTextHandler(b, nil)) }

func recordOf(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// write replaces a file as the program does: with another one.
func write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(path+".new", []byte(text+"\n"), 0o600))
	must.Do(t, os.Rename(path+".new", path))
}

// streamer is a receiver of which only the session is real.
type streamer struct{ open bool }

func (*streamer) Port() int         { return 9999 }
func (*streamer) Size() image.Point { return image.Pt(37, 8) }
func (s *streamer) Begin() string   { s.open = true; return "a2891aa891ab4f8e8a1a16eb319b00f3" }
func (s *streamer) End()            { s.open = false }
func (s *streamer) Receiving() bool { return s.open }
