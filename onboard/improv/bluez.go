// SPDX-License-Identifier: Apache-2.0

package improv

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/ledpost/ledpost/internal/sysbus"
)

// ErrNoBluetooth is returned if there is no adapter that can advertise.
var ErrNoBluetooth = errors.New("improv: no Bluetooth LE")

// Names of BlueZ on the bus (org.bluez.GattManager(5), org.bluez.LEAdvertisement(5)), and
// of ours.
const (
	bluez         = "org.bluez"
	adapterIface  = bluez + ".Adapter1"
	gattManager   = bluez + ".GattManager1"
	adManager     = bluez + ".LEAdvertisingManager1"
	serviceIface  = bluez + ".GattService1"
	valueIface    = bluez + ".GattCharacteristic1"
	adIface       = bluez + ".LEAdvertisement1"
	propsIface    = "org.freedesktop.DBus.Properties"
	objectManager = "org.freedesktop.DBus.ObjectManager"

	appPath     = dbus.ObjectPath("/org/ledpost/improv")
	servicePath = appPath + "/service"
	adPath      = appPath + "/advertisement"
)

// UUIDs of Improv.
const (
	serviceUUID = "00467768-6228-2272-4663-277478268000"
	dataUUID    = "00004677-0000-1000-8000-00805f9b34fb"
	valueUUID   = "00467768-6228-2272-4663-27747826800%d"
)

// characteristic is one of the service's values, by the last digit of its UUID.
type characteristic byte

const (
	stateValue characteristic = iota + 1
	errorValue
	commandValue
	resultValue
	capabilitiesValue
)

func (c characteristic) path() dbus.ObjectPath {
	return servicePath + dbus.ObjectPath(fmt.Sprintf("/value%d", c))
}

// replyTime is BlueZ's time to answer.
const replyTime = 5 * time.Second

// Serve offers the service on the first adapter until ctx ends. Errors: ErrNoBluetooth, and
// errors of the bus, whose address is bus ("" = the system's).
func Serve(ctx context.Context, bus string, o Options) error {
	if bus == "" {
		bus = sysbus.Address()
	}
	adapter, err := findAdapter(ctx, bus)
	if err != nil {
		return err
	}
	c, err := sysbus.Dial(ctx, bus)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoBluetooth, err)
	}
	defer c.Close()
	inner, stop := context.WithCancel(ctx)
	p := newPeripheral(inner, c, o)
	defer p.service.end()
	defer stop()
	if err := p.export(); err != nil {
		return fmt.Errorf("improv: %w", err)
	}
	if err := p.register(ctx, adapter); err != nil {
		return fmt.Errorf("%w: %w", ErrNoBluetooth, err)
	}
	<-ctx.Done() // BlueZ forgets all of it when the connection closes
	return nil
}

// findAdapter returns the first adapter that can do it, switched on.
func findAdapter(ctx context.Context, bus string) (path dbus.ObjectPath, err error) {
	ctx, cancel := context.WithTimeout(ctx, replyTime)
	defer cancel()
	c, err := sysbus.Dial(ctx, bus)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoBluetooth, err)
	}
	defer c.Close()
	objects := map[dbus.ObjectPath]map[string]map[string]dbus.Variant{}
	if err := c.Object(bluez, "/").CallWithContext(ctx, objectManager+".GetManagedObjects",
		dbus.FlagNoAutoStart).Store(&objects); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoBluetooth, err)
	}
	for p, interfaces := range objects {
		_, gatt := interfaces[gattManager]
		_, ads := interfaces[adManager]
		if gatt && ads && (path == "" || p < path) {
			path = p
		}
	}
	if path == "" {
		return "", ErrNoBluetooth
	}
	if on, _ := objects[path][adapterIface]["Powered"].Value().(bool); !on {
		err = c.Object(bluez, path).CallWithContext(ctx, propsIface+".Set", 0, adapterIface, "Powered",
			dbus.MakeVariant(true)).Err
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoBluetooth, err)
	}
	return path, nil
}

// peripheral is the service as BlueZ sees it.
type peripheral struct {
	bus     *dbus.Conn
	service *service

	mu     sync.Mutex // guards values
	values map[characteristic][]byte
}

func newPeripheral(ctx context.Context, bus *dbus.Conn, o Options) *peripheral {
	p := &peripheral{bus: bus, values: map[characteristic][]byte{
		stateValue: {stateAsk}, errorValue: {errorNone}, commandValue: {}, resultValue: {}, capabilitiesValue: {capabilities},
	}}
	p.service = newService(ctx, o, p.changed)
	return p
}

// register makes an adapter offer the exported objects, and advertise them.
func (p *peripheral) register(ctx context.Context, adapter dbus.ObjectPath) error {
	for _, r := range []struct {
		method string
		path   dbus.ObjectPath
	}{{gattManager + ".RegisterApplication", appPath}, {adManager + ".RegisterAdvertisement", adPath}} {
		within, cancel := context.WithTimeout(ctx, replyTime)
		err := p.bus.Object(bluez, adapter).CallWithContext(within, r.method, dbus.FlagNoAutoStart, r.path,
			map[string]dbus.Variant{}).Err
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// changed keeps a value and tells BlueZ of it.
func (p *peripheral) changed(c characteristic, value []byte) {
	p.mu.Lock()
	p.values[c] = value
	p.mu.Unlock()
	p.emit(c.path(), valueIface, "Value", value)
	if c == stateValue {
		p.emit(adPath, adIface, "ServiceData", p.data())
	}
}

// emit tells that a property has changed. It fails only when the bus is gone.
func (p *peripheral) emit(path dbus.ObjectPath, iface, name string, value any) {
	_ = p.bus.Emit(path, propsIface+".PropertiesChanged", iface,
		map[string]dbus.Variant{name: dbus.MakeVariant(value)}, []string{})
}

func (p *peripheral) value(c characteristic) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.values[c]
}

// data is the service data of the advertisement.
func (p *peripheral) data() map[string]dbus.Variant {
	return map[string]dbus.Variant{dataUUID: dbus.MakeVariant([]byte{p.value(stateValue)[0], capabilities, 0, 0, 0, 0})}
}

// all returns the properties of every object.
func (p *peripheral) all() map[dbus.ObjectPath]map[string]map[string]dbus.Variant {
	v := dbus.MakeVariant
	all := map[dbus.ObjectPath]map[string]map[string]dbus.Variant{
		servicePath: {serviceIface: {"UUID": v(serviceUUID), "Primary": v(true)}},
		adPath: {
			adIface: {"Type": v("peripheral"), "ServiceUUIDs": v([]string{serviceUUID}), "ServiceData": v(p.data())}},
	}
	for c := stateValue; c <= capabilitiesValue; c++ {
		all[c.path()] = map[string]map[string]dbus.Variant{valueIface: {
			"UUID": v(fmt.Sprintf(valueUUID, c)), "Service": v(servicePath), "Value": v(p.value(c)), "Flags": v(flags(c)),
		}}
	}
	return all
}

// flags returns what clients may do with a value.
func flags(c characteristic) []string {
	switch c {
	case commandValue:
		return []string{"write", "write-without-response"}
	case capabilitiesValue:
		return []string{"read"}
	}
	return []string{"read", "notify"}
}

// export offers the objects on the bus. It names their methods: if the bus finds them by
// reflection, the linker keeps every method of the program, 3 MB.
func (p *peripheral) export() error {
	type methods = map[string]any
	err := p.bus.ExportMethodTable(methods{"GetManagedObjects": application{p}.GetManagedObjects}, appPath, objectManager)
	for path := range p.all() {
		o := properties{p, path}
		err = errors.Join(err, p.bus.ExportMethodTable(methods{"GetAll": o.GetAll, "Get": o.Get}, path, propsIface))
	}
	for c := stateValue; c <= capabilitiesValue; c++ {
		a := attribute{p, c}
		err = errors.Join(err, p.bus.ExportMethodTable(methods{
			"ReadValue": a.ReadValue, "WriteValue": a.WriteValue, "StartNotify": a.StartNotify, "StopNotify": a.StopNotify,
		}, c.path(), valueIface))
	}
	return errors.Join(err, p.bus.ExportMethodTable(methods{"Release": advertisement{}.Release}, adPath, adIface))
}

// application lists the objects.
type application struct{ p *peripheral }

// GetManagedObjects implements org.freedesktop.DBus.ObjectManager.
func (a application) GetManagedObjects() (map[dbus.ObjectPath]map[string]map[string]dbus.Variant, *dbus.Error) {
	all := a.p.all()
	delete(all, adPath) // it is registered by itself
	return all, nil
}

// properties are the properties of an object.
type properties struct {
	p    *peripheral
	path dbus.ObjectPath
}

// GetAll implements org.freedesktop.DBus.Properties.
func (o properties) GetAll(iface string) (map[string]dbus.Variant, *dbus.Error) {
	return o.p.all()[o.path][iface], nil
}

// Get implements org.freedesktop.DBus.Properties.
func (o properties) Get(iface, name string) (dbus.Variant, *dbus.Error) {
	v, ok := o.p.all()[o.path][iface][name]
	if !ok {
		return v, dbus.NewError("org.freedesktop.DBus.Error.InvalidArgs", nil)
	}
	return v, nil
}

// attribute is a value that clients use.
type attribute struct {
	p *peripheral
	c characteristic
}

// ReadValue implements org.bluez.GattCharacteristic1.
func (a attribute) ReadValue(options map[string]dbus.Variant) ([]byte, *dbus.Error) {
	if a.c == stateValue {
		a.p.service.client()
	}
	value := a.p.value(a.c)
	offset, _ := options["offset"].Value().(uint16)
	if int(offset) > len(value) {
		return nil, dbus.NewError(bluez+".Error.InvalidOffset", nil)
	}
	return value[offset:], nil
}

// WriteValue implements org.bluez.GattCharacteristic1.
func (a attribute) WriteValue(value []byte, _ map[string]dbus.Variant) *dbus.Error {
	if a.c != commandValue {
		return dbus.NewError(bluez+".Error.NotPermitted", nil)
	}
	a.p.service.write(value)
	return nil
}

// StartNotify implements org.bluez.GattCharacteristic1.
func (a attribute) StartNotify() *dbus.Error {
	if a.c == stateValue {
		a.p.service.client()
	}
	return nil
}

// StopNotify implements org.bluez.GattCharacteristic1.
func (a attribute) StopNotify() *dbus.Error { return nil }

// advertisement learns when BlueZ has ended it.
type advertisement struct{}

// Release implements org.bluez.LEAdvertisement1.
func (advertisement) Release() *dbus.Error { return nil }
