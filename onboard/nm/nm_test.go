// SPDX-License-Identifier: Apache-2.0

package nm

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// Objects of the stand-in.
const (
	wlan   = dbus.ObjectPath("/org/freedesktop/NetworkManager/Devices/2")
	wired  = dbus.ObjectPath("/org/freedesktop/NetworkManager/Devices/1")
	active = dbus.ObjectPath("/org/freedesktop/NetworkManager/ActiveConnection/1")
	added  = dbus.ObjectPath("/org/freedesktop/NetworkManager/Settings/9")
	ap     = dbus.ObjectPath("/org/freedesktop/NetworkManager/AccessPoint/")
)

// manager stands in for NetworkManager: a machine with a wired and a wireless device.
type manager struct {
	mu       sync.Mutex
	props    map[dbus.ObjectPath]map[string]any // by IFACE.NAME
	points   []dbus.ObjectPath
	profiles []profile // saved ones
	ends     []uint32  // state and reason in which an activation ends
	asked    profile   // of the last activation
	persist  string
	calls    []string
	polled   func() // is called when somebody waits for the radio; nil = nobody wants to know
}

func (m *manager) do(f func()) { m.mu.Lock(); defer m.mu.Unlock(); f() }

func (m *manager) called(name string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Contains(m.calls, name)
}

// object is one of its objects on the bus.
type object struct {
	*manager
	path dbus.ObjectPath
}

func (o object) Get(iface, name string) (v dbus.Variant, fault *dbus.Error) {
	o.do(func() {
		if name == "StateReason" && o.polled != nil {
			o.polled()
		}
		if p, ok := o.props[o.path][iface+"."+name]; ok {
			v = dbus.MakeVariant(p)
		} else {
			fault = dbus.NewError("org.freedesktop.DBus.Error.InvalidArgs", nil)
		}
	})
	return v, fault
}

func (o object) Set(iface, name string, v dbus.Variant) *dbus.Error {
	o.do(func() { o.props[o.path][iface+"."+name] = v.Value() })
	time.AfterFunc(3*pollEvery, func() { o.do(func() { o.state(stateDisconnected, 0) }) })
	return nil
}

func (o object) GetDevices() ([]dbus.ObjectPath, *dbus.Error) {
	return []dbus.ObjectPath{wired, wlan}, nil
}

func (o object) RequestScan(map[string]dbus.Variant) (fault *dbus.Error) {
	o.do(func() {
		if o.props[wlan][deviceIface+".State"].(uint32) < stateDisconnected {
			fault = dbus.NewError(deviceIface+".NotAllowed", nil)
			return
		}
		o.props[wlan][radioIface+".LastScan"] = int64(7)
	})
	return fault
}

func (o object) GetAllAccessPoints() (all []dbus.ObjectPath, _ *dbus.Error) {
	o.do(func() { all = o.points })
	return all, nil
}

func (o object) ListConnections() (all []dbus.ObjectPath, _ *dbus.Error) {
	o.do(func() {
		for i := range o.profiles {
			all = append(all, settings+dbus.ObjectPath("/"+string(rune('0'+i))))
		}
	})
	return all, nil
}

func (o object) GetSettings() (p profile, _ *dbus.Error) {
	o.do(func() { p = o.profiles[o.path[len(o.path)-1]-'0'] })
	return p, nil
}

func (o object) AddAndActivateConnection2(
	p profile, _, _ dbus.ObjectPath, options map[string]dbus.Variant,
) (dbus.ObjectPath, dbus.ObjectPath, map[string]dbus.Variant, *dbus.Error) {
	o.do(func() {
		o.asked = p
		_ = options["persist"].Store(&o.persist)
		o.state(stateConfig, 0)
	})
	time.AfterFunc(3*pollEvery, func() { o.do(func() { o.state(o.ends[0], o.ends[1]) }) })
	return added, active, nil, nil
}

// state sets that of the radio. m.mu must be held.
func (m *manager) state(state, reason uint32) {
	m.props[wlan][deviceIface+".StateReason"] = struct{ State, Reason uint32 }{state, reason}
	m.props[wlan][deviceIface+".State"] = state
}

func (o object) ActivateConnection(p, _, _ dbus.ObjectPath) (dbus.ObjectPath, *dbus.Error) {
	return active, o.note("Activate " + string(p))
}

func (o object) DeactivateConnection(dbus.ObjectPath) *dbus.Error { return o.note("Deactivate") }
func (o object) Save() *dbus.Error                                { return o.note("Save") }
func (o object) Delete() *dbus.Error                              { return o.note("Delete") }

func (o object) note(name string) *dbus.Error {
	o.do(func() { o.calls = append(o.calls, name) })
	return nil
}

// start runs a stand-in on a bus of its own.
func start(t *testing.T) (*manager, Client) {
	t.Helper()
	address := testtool.Bus(t)
	c := must.Get(dbus.Connect(address))(t)
	t.Cleanup(func() { c.Close() })
	m := &manager{ends: []uint32{stateActivated, 0}, props: map[dbus.ObjectPath]map[string]any{
		root:  {service + ".WirelessEnabled": true},
		wired: {deviceIface + ".DeviceType": uint32(typeEthernet), deviceIface + ".State": uint32(20)},
		wlan: {
			deviceIface + ".DeviceType": uint32(typeWifi), deviceIface + ".State": uint32(stateDisconnected),
			deviceIface + ".Interface":        "wlan0",
			deviceIface + ".StateReason":      struct{ State, Reason uint32 }{stateDisconnected, 0},
			deviceIface + ".ActiveConnection": active, deviceIface + ".Autoconnect": true,
			radioIface + ".LastScan": int64(3), radioIface + ".Mode": uint32(modeAP),
		},
		active: {activeIface + ".Id": "LED-98X"},
	}}
	for name, p := range map[string]map[string]any{
		"1": point("home", 40, 1, 0x188), "2": point("home", 80, 1, 0x188), "3": point("cafe", 60, 0, 0),
		"4": point("", 99, 0, 0), "5": point("\xff", 99, 0, 0),
		"6": point("office", 70, 1, 0x288), "7": point("both", 50, 1, 0x388),
	} {
		p[apIface+".HwAddress"] = "02:00:00:00:02:0" + name
		m.props[ap+dbus.ObjectPath(name)] = p
		m.points = append(m.points, ap+dbus.ObjectPath(name))
	}
	m.props[ap+"sought"] = point("attic", 0, 1, 0x188)
	m.props[ap+"sought"][apIface+".HwAddress"] = ""
	m.points = append(m.points, ap+"sought", ap+"gone")
	export := func(path dbus.ObjectPath, interfaces ...string) {
		for _, i := range append(interfaces, "org.freedesktop.DBus.Properties") {
			must.Do(t, c.Export(object{m, path}, path, i))
		}
	}
	export(root, service)
	export(settings, listIface)
	export(settings+"/0", savedIface)
	export(settings+"/1", savedIface)
	export(added, savedIface)
	export(wired)
	export(wlan, radioIface)
	export(active)
	for _, p := range m.points[:len(m.points)-1] {
		export(p)
	}
	must.Get(c.RequestName(service, 0))(t)
	return m, Client{Bus: address}
}

func point(ssid string, strength byte, flags, rsn uint32) map[string]any {
	return map[string]any{apIface + ".Ssid": []byte(ssid), apIface + ".Strength": strength, apIface + ".Flags": flags,
		apIface + ".WpaFlags": uint32(0), apIface + ".RsnFlags": rsn}
}

// TestBare: what counts as a network that is set up.
func TestBare(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(m *manager)
		bare   bool
		err    error
	}{
		{"nothing", func(*manager) {}, true, nil},
		{"a cable", func(m *manager) { m.props[wired][deviceIface+".State"] = uint32(stateActivated) }, false, nil},
		{"Wi-Fi", func(m *manager) { m.state(stateActivated, 0) }, false, nil},
		{"Wi-Fi that is saved and out of reach", func(m *manager) {
			m.profiles = []profile{Credentials{SSID: "home"}.station()}
		}, false, nil},
		{"a cable that is saved", func(m *manager) {
			m.profiles = []profile{{"connection": {"type": dbus.MakeVariant("802-3-ethernet")}}}
		}, true, nil},
		{"no Wi-Fi", func(m *manager) { m.props[wlan][deviceIface+".DeviceType"] = uint32(14) }, false, ErrNoWifi},
		{"Wi-Fi that is not managed", func(m *manager) { m.state(stateUnmanaged, 0) }, false, ErrNoWifi},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, client := start(t)
			m.do(func() { c.change(m) })
			if bare, err := client.Bare(t.Context()); bare != c.bare || !errors.Is(err, c.err) {
				t.Errorf("%v, %v", bare, err)
			}
		})
	}
}

// TestConnected: a network is one that is in use, and not the device's own.
func TestConnected(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(m *manager)
		want   bool
		err    error
	}{
		{"nothing", func(*manager) {}, false, nil},
		{"a cable", func(m *manager) { m.props[wired][deviceIface+".State"] = uint32(stateActivated) }, true, nil},
		{"Wi-Fi", func(m *manager) { m.state(stateActivated, 0); m.props[wlan][radioIface+".Mode"] = uint32(2) }, true, nil},
		{"its own access point", func(m *manager) {
			m.state(stateActivated, 0)
			m.props[wlan][radioIface+".Mode"] = uint32(modeAP)
		}, false, nil},
		{"no Wi-Fi", func(m *manager) { m.props[wlan][deviceIface+".DeviceType"] = uint32(14) }, false, ErrNoWifi},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, client := start(t)
			m.do(func() { c.change(m) })
			if got, err := client.Connected(t.Context()); got != c.want || !errors.Is(err, c.err) {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
}

// TestScan: each name once, the strongest first; what cannot be shown, or wants an account, is left out.
func TestScan(t *testing.T) {
	_, client := start(t)
	got, err := client.Scan(t.Context())
	if want := []Network{{"home", 80, false}, {"cafe", 60, true}, {"both", 50, false}}; err != nil ||
		!slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}

// TestScanSwitchesWifiOn: where it is blocked, and waits until the radio can scan.
func TestScanSwitchesWifiOn(t *testing.T) {
	m, client := start(t)
	m.do(func() { m.props[root][service+".WirelessEnabled"] = false; m.state(stateUnavailable, 0) })
	got, err := client.Scan(t.Context())
	if err != nil || len(got) != 3 {
		t.Errorf("%v, %v", got, err)
	}
	m.do(func() {
		if m.props[root][service+".WirelessEnabled"] != true ||
			m.props[wlan][deviceIface+".State"] != uint32(stateDisconnected) ||
			m.props[wlan][radioIface+".LastScan"] != int64(7) {
			t.Errorf("%v %v", m.props[root], m.props[wlan])
		}
	})
}

// TestJoin: how an attempt ends, and which profile is left.
func TestJoin(t *testing.T) {
	for _, c := range []struct {
		name  string
		ends  []uint32
		err   error
		saved bool
	}{
		{"it works", []uint32{stateActivated, 0}, nil, true},
		{"no secrets", []uint32{stateFailed, 7}, ErrPassword, false},
		{"no secrets but seen late", []uint32{stateDisconnected, 7}, ErrPassword, false},
		{"no secrets but seen too late", []uint32{stateDisconnected, 0}, ErrPassword, false},
		{"no address", []uint32{stateFailed, 5}, ErrNoAddress, false},
		{"no such network", []uint32{stateFailed, 53}, ErrNotFound, false},
		{"something else", []uint32{stateFailed, 38}, ErrJoin, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, client := start(t)
			m.do(func() { m.ends = c.ends })
			if err := client.Join(t.Context(), Credentials{"home", "correct horse"}); !errors.Is(err, c.err) {
				t.Errorf("%v, want %v", err, c.err)
			}
			if m.called("Save") != c.saved || m.called("Delete") == c.saved || m.persist != "memory" {
				t.Errorf("calls %v, persist %q", m.calls, m.persist)
			}
			if ssid, _ := m.asked[wifiType]["ssid"].Value().([]byte); string(ssid) != "home" ||
				m.asked["802-11-wireless-security"]["psk"].Value() != "correct horse" {
				t.Errorf("asked for %v", m.asked)
			}
		})
	}
}

// TestJoinEndsLate: what is said of a network when NetworkManager still tries.
func TestJoinEndsLate(t *testing.T) {
	for _, c := range []struct {
		name string
		to   Credentials
		ends uint32
		err  error
	}{
		{"it is in reach", Credentials{"home", "wrong horse"}, stateConfig, ErrPassword},
		{"it is in reach and open", Credentials{"cafe", ""}, stateConfig, ErrJoin},
		{"it is not in reach", Credentials{"attic", "correct horse"}, stateConfig, ErrNotFound},
		{"it gives no address", Credentials{"home", "correct horse"}, stateIPConfig, ErrNoAddress},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // it waits most of the time
			m, client := start(t)
			m.do(func() { m.ends = []uint32{c.ends, 0} })
			if err := client.join(t.Context(), c.to, 30*pollEvery); !errors.Is(err, c.err) || !m.called("Delete") {
				t.Errorf("%v, want %v; calls %v", err, c.err, m.calls)
			}
		})
	}
}

// TestJoinIsBrokenOff: nothing is left of it.
func TestJoinIsBrokenOff(t *testing.T) {
	m, client := start(t)
	m.do(func() { m.ends = []uint32{stateConfig, 0} })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m.do(func() { m.polled = cancel })
	if err := client.Join(ctx, Credentials{"home", "correct horse"}); err == nil || errors.Is(err, ErrNotFound) ||
		!m.called("Delete") {
		t.Errorf("%v; calls %v", err, m.calls)
	}
}

// TestAccessPoint: what is asked for, and that only it is closed.
func TestAccessPoint(t *testing.T) {
	m, client := start(t)
	iface, err := client.Open(t.Context(), Credentials{"LED-98X", "abcdefghij"})
	if err != nil || iface != "wlan0" || m.persist != "volatile" {
		t.Fatalf("%q, %v, persist %q", iface, err, m.persist)
	}
	security := m.asked["802-11-wireless-security"]
	if m.asked[wifiType]["mode"].Value() != "ap" || m.asked[wifiType]["channel"].Value() != uint32(6) ||
		m.asked["ipv4"]["method"].Value() != "shared" || security["key-mgmt"].Value() != "wpa-psk" ||
		security["proto"].Value().([]string)[0] != "rsn" || security["pmf"].Value() != int32(pmfDisable) {
		t.Errorf("asked for %v", m.asked)
	}
	if err := client.Close(t.Context(), "LED-other"); err != nil || m.called("Deactivate") {
		t.Errorf("another access point is closed: %v", err)
	}
	if err := client.Close(t.Context(), "LED-98X"); err != nil || !m.called("Deactivate") {
		t.Errorf("it is not closed: %v", err)
	}
	m.do(func() { m.ends = []uint32{stateFailed, 11} })
	if _, err := client.Open(t.Context(), Credentials{"LED-98X", "abcdefghij"}); err == nil {
		t.Error("a radio that cannot is open")
	}
}

// TestNobodyAnswers: without NetworkManager, without a bus, and on a bus that accepts and
// says nothing.
func TestNobodyAnswers(t *testing.T) {
	silent := filepath.Join(t.TempDir(), "bus")
	l := must.Get(net.Listen("unix", silent))(t)
	defer l.Close()
	for name, c := range map[string]Client{"no NetworkManager": {testtool.Bus(t)}, "no bus": {"unix:path=/nonexistent"},
		"no address": {"tcp:host=x"}, "silence": {"unix:path=" + silent}} {
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		if bare, err := c.Bare(ctx); err == nil || bare {
			t.Errorf("%s: %v, %v", name, bare, err)
		}
		if _, err := c.Scan(ctx); err == nil {
			t.Errorf("%s: it scans", name)
		}
		cancel()
	}
}

// TestCredentials: what can be a name and a password (IEEE 802.11).
func TestCredentials(t *testing.T) {
	hex := "0123456789abcdefABCDEF0123456789abcdefABCDEF0123456789abcdefABCD"
	for _, c := range []struct {
		why, ssid, password string
		ok                  bool
	}{
		{"usual", "home", "12345678", true},
		{"open", "cafe", "", true},
		{"too short", "home", "1234567", false},
		{"a phrase of the most", "home", hex[:63], true},
		{"a key", "home", hex, true},
		{"64 characters with one that is not hexadecimal", "home", hex[:63] + "x", false},
		{"too long", "home", hex + "0", false},
		{"no name", "", "12345678", false},
		{"a name of the most", hex[:32], "12345678", true},
		{"a name too long", hex[:33], "12345678", false},
		{"name outside UTF-8", "\xff", "12345678", false},
	} {
		if err := (Credentials{c.ssid, c.password}).Check(); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}
