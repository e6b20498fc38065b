// SPDX-License-Identifier: Apache-2.0

package improv

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
	"github.com/ledpost/ledpost/onboard/nm"
)

const hci = dbus.ObjectPath("/org/bluez/hci0")

// stack stands in for BlueZ: it asks the application for its objects, as BlueZ does.
type stack struct {
	bus      *dbus.Conn
	objects  chan map[dbus.ObjectPath]map[string]map[string]dbus.Variant
	advert   chan map[string]dbus.Variant
	peer     chan string
	powered  chan bool
	disabled bool
}

func (s *stack) GetManagedObjects() (map[dbus.ObjectPath]map[string]map[string]dbus.Variant, *dbus.Error) {
	interfaces := map[string]map[string]dbus.Variant{adapterIface: {"Powered": dbus.MakeVariant(false)}, gattManager: {},
		adManager: {}}
	if s.disabled {
		delete(interfaces, adManager)
	}
	return map[dbus.ObjectPath]map[string]map[string]dbus.Variant{"/org/bluez": {}, hci: interfaces}, nil
}

func (s *stack) Set(_, _ string, v dbus.Variant) *dbus.Error {
	on, _ := v.Value().(bool)
	s.powered <- on
	return nil
}

func (s *stack) RegisterApplication(sender dbus.Sender, path dbus.ObjectPath, _ map[string]dbus.Variant) *dbus.Error {
	var all map[dbus.ObjectPath]map[string]map[string]dbus.Variant
	if err := s.bus.Object(string(sender), path).Call(objectManager+".GetManagedObjects", 0).Store(&all); err != nil {
		return dbus.MakeFailedError(err)
	}
	s.objects <- all
	s.peer <- string(sender)
	return nil
}

func (s *stack) RegisterAdvertisement(sender dbus.Sender, path dbus.ObjectPath, _ map[string]dbus.Variant) *dbus.Error {
	var all map[string]dbus.Variant
	if err := s.bus.Object(string(sender), path).Call(propsIface+".GetAll", 0, adIface).Store(&all); err != nil {
		return dbus.MakeFailedError(err)
	}
	s.advert <- all
	return nil
}

// startStack runs a stand-in on a bus of its own.
func startStack(t *testing.T, disabled bool) (*stack, string) {
	t.Helper()
	address := testtool.Bus(t)
	c := must.Get(dbus.Connect(address))(t)
	t.Cleanup(func() { c.Close() })
	s := &stack{c, make(chan map[dbus.ObjectPath]map[string]map[string]dbus.Variant, 1),
		make(chan map[string]dbus.Variant, 1), make(chan string, 1), make(chan bool, 1), disabled}
	err := errors.Join(c.Export(s, "/", objectManager), c.Export(s, hci, gattManager), c.Export(s, hci, adManager),
		c.Export(s, hci, propsIface))
	if _, nameErr := c.RequestName(bluez, 0); err != nil || nameErr != nil {
		t.Fatal(err, nameErr)
	}
	return s, address
}

// TestPeripheral: what BlueZ is told, and a client through it.
func TestPeripheral(t *testing.T) {
	s, address := startStack(t, false)
	must.Run(t, func(ctx context.Context) error {
		return Serve(ctx, address, Options{
			Networks:  []nm.Network{{SSID: "home", Signal: 80}},
			Authorize: func(context.Context) bool { return true },
			Join:      func(context.Context, nm.Credentials) error { return nil },
			Identify:  func() {}, Hostname: func() string { return "" },
			Rename: func(context.Context, string) error { return nil },
			URL:    func(context.Context) string { return "http://192.0.2.7/" },
		})
	})
	if !<-s.powered {
		t.Error("the adapter is switched off")
	}
	objects, peer, advert := <-s.objects, <-s.peer, <-s.advert
	if len(objects) != 6 || objects[servicePath][serviceIface]["UUID"].Value() != serviceUUID ||
		objects[resultValue.path()][valueIface]["UUID"].Value() != "00467768-6228-2272-4663-277478268004" {
		t.Errorf("objects %v", objects)
	}
	data, _ := advert["ServiceData"].Value().(map[string]dbus.Variant)
	if got, _ := data[dataUUID].Value().([]byte); !slices.Equal(got, []byte{stateAsk, capabilities, 0, 0, 0, 0}) ||
		advert["ServiceUUIDs"].Value().([]string)[0] != serviceUUID {
		t.Errorf("advertisement %v", advert)
	}
	call := func(c characteristic, method string, args ...any) *dbus.Call {
		return s.bus.Object(peer, c.path()).Call(valueIface+"."+method, 0, args...)
	}
	read := func(c characteristic) (value []byte) {
		must.Do(t, call(c, "ReadValue", map[string]dbus.Variant{}).Store(&value))
		return value
	}
	eventually.True(t, "a press opens it", func() bool { return read(stateValue)[0] == stateOpen })
	if err := call(stateValue, "WriteValue", []byte{4}, map[string]dbus.Variant{}).Err; err == nil {
		t.Error("the state can be written")
	}
	must.Do(t, call(commandValue, "WriteValue", packet(cmdJoin, "\x04home\x0812345678"), map[string]dbus.Variant{}).Err)
	eventually.True(t, "it joins", func() bool { return read(stateValue)[0] == stateJoined })
	eventually.True(t, "the address is told", func() bool {
		return slices.Equal(read(resultValue), result(cmdJoin, 1, "http://192.0.2.7/"))
	})
}

// TestNoBluetooth: no adapter that advertises, no BlueZ, no bus.
func TestNoBluetooth(t *testing.T) {
	_, disabled := startStack(t, true)
	for name, address := range map[string]string{"no advertising": disabled, "no BlueZ": testtool.Bus(t),
		"no bus": "unix:path=/nonexistent"} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if err := Serve(ctx, address, Options{}); !errors.Is(err, ErrNoBluetooth) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
}
