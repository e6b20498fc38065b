// SPDX-License-Identifier: Apache-2.0

//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	bluez       = "org.bluez"
	adapter     = dbus.ObjectPath("/org/bluez/hci1") // the phone's; the device has the first
	deviceIface = bluez + ".Device1"
	valueIface  = bluez + ".GattCharacteristic1"
	propsIface  = "org.freedesktop.DBus.Properties"

	serviceUUID = "00467768-6228-2272-4663-277478268000"
)

// The values of the service, by the last digit of their UUIDs.
const (
	stateValue = iota + 1
	errorValue
	commandValue
	resultValue
)

// device is the other side, as BlueZ shows it.
type device struct {
	ctx     context.Context
	bus     *dbus.Conn
	values  map[int]dbus.ObjectPath
	changes chan *dbus.Signal
	last    map[int][]byte
}

func (d *device) close() { d.bus.Close() }

type objects = map[dbus.ObjectPath]map[string]map[string]dbus.Variant

func (d *device) objects() (all objects, err error) {
	err = d.bus.Object(bluez, "/").CallWithContext(d.ctx, "org.freedesktop.DBus.ObjectManager.GetManagedObjects",
		0).Store(&all)
	return all, err
}

// find looks for a device that advertises Improv, connects, and listens to its values.
func find(ctx context.Context) (*device, error) {
	bus, err := dbus.ConnectSystemBus()
	if err != nil {
		return nil, err
	}
	d := &device{ctx: ctx, bus: bus, values: map[int]dbus.ObjectPath{}, changes: make(chan *dbus.Signal, 100),
		last: map[int][]byte{}}
	if err := d.connect(); err != nil {
		return nil, errors.Join(err, bus.Close())
	}
	return d, nil
}

func (d *device) connect() error {
	radio := d.bus.Object(bluez, adapter)
	if err := radio.SetProperty(bluez+".Adapter1.Powered", dbus.MakeVariant(true)); err != nil {
		return err
	}
	filter := map[string]dbus.Variant{"Transport": dbus.MakeVariant("le")}
	if err := radio.CallWithContext(d.ctx, bluez+".Adapter1.SetDiscoveryFilter", 0, filter).Err; err != nil {
		return err
	}
	if err := radio.CallWithContext(d.ctx, bluez+".Adapter1.StartDiscovery", 0).Err; err != nil {
		return err
	}
	path, err := d.search("a device with Improv", func(path dbus.ObjectPath, o map[string]map[string]dbus.Variant) bool {
		uuids, _ := o[deviceIface]["UUIDs"].Value().([]string)
		_, data := o[deviceIface]["ServiceData"]
		return data && len(uuids) > 0 && strings.HasPrefix(string(path), string(adapter)) &&
			strings.Contains(strings.Join(uuids, " "), serviceUUID)
	})
	if err != nil {
		return err
	}
	_ = radio.CallWithContext(d.ctx, bluez+".Adapter1.StopDiscovery", 0).Err // else it is slower
	if err := d.bus.Object(bluez, path).CallWithContext(d.ctx, deviceIface+".Connect", 0).Err; err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	return d.listen(path)
}

// search waits for an object.
func (d *device) search(
	what string, is func(dbus.ObjectPath, map[string]map[string]dbus.Variant) bool,
) (dbus.ObjectPath, error) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(300 * time.Millisecond) {
		all, err := d.objects()
		if err != nil {
			return "", err
		}
		for path, o := range all {
			if is(path, o) {
				return path, nil
			}
		}
	}
	return "", fmt.Errorf("BlueZ does not see %s", what)
}

// listen subscribes to the values, and reads them.
func (d *device) listen(path dbus.ObjectPath) error {
	d.bus.Signal(d.changes)
	if err := d.bus.AddMatchSignal(dbus.WithMatchInterface(propsIface), dbus.WithMatchSender(bluez)); err != nil {
		return err
	}
	for n := stateValue; n <= resultValue; n++ {
		uuid := serviceUUID[:len(serviceUUID)-1] + fmt.Sprint(n)
		value, err := d.search("value "+uuid, func(p dbus.ObjectPath, o map[string]map[string]dbus.Variant) bool {
			is, _ := o[valueIface]["UUID"].Value().(string)
			return is == uuid && strings.HasPrefix(string(p), string(path))
		})
		if err != nil {
			return err
		}
		d.values[n] = value
		if n == commandValue {
			continue
		}
		if err := d.bus.Object(bluez, value).CallWithContext(d.ctx, valueIface+".StartNotify", 0).Err; err != nil {
			return fmt.Errorf("notify %d: %w", n, err)
		}
		var now []byte
		read := d.bus.Object(bluez, value).CallWithContext(d.ctx, valueIface+".ReadValue", 0, map[string]dbus.Variant{})
		if err := read.Store(&now); err != nil {
			return fmt.Errorf("read %d: %w", n, err)
		}
		d.last[n] = now
	}
	return nil
}

func (d *device) write(packet []byte) error {
	d.last[resultValue] = nil // a new answer is to come
	options := map[string]dbus.Variant{"type": dbus.MakeVariant("request")}
	return d.bus.Object(bluez, d.values[commandValue]).CallWithContext(d.ctx, valueIface+".WriteValue", 0, packet,
		options).Err
}

// until waits until a value is as wanted, and returns it.
func (d *device) until(value int, is func([]byte) bool) ([]byte, error) {
	late := time.After(patience)
	for {
		if is(d.last[value]) {
			return d.last[value], nil
		}
		select {
		case s := <-d.changes:
			d.take(s)
		case <-late:
			return d.last[value], errors.New("it does not come")
		case <-d.ctx.Done():
			return d.last[value], d.ctx.Err()
		}
	}
}

// take keeps what a signal says.
func (d *device) take(s *dbus.Signal) {
	if len(s.Body) < 2 {
		return
	}
	changed, _ := s.Body[1].(map[string]dbus.Variant)
	for n, path := range d.values {
		if b, ok := changed["Value"].Value().([]byte); ok && path == s.Path {
			d.last[n] = b
		}
	}
}
