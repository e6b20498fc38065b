// Package lametric answers as the original device does: everything under /api/v2,
// the older way of pushing to a widget, and the two endpoints of streams. Each file
// has one object of the specification.
package lametric

import (
	"context"
	"net/http"
	"sync/atomic"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// Network reports the state of Wi-Fi and Bluetooth. Only SetBluetooth may wait.
type Network interface {
	Wifi() netinfo.Wifi
	Bluetooth() netinfo.Bluetooth
	SetBluetooth(context.Context, netinfo.BluetoothPatch) (netinfo.Bluetooth, error)
}

// Config is what the original's API needs. Only Device is required.
type Config struct {
	Device  *device.Device
	Network Network                  // nil: the state of the network is unknown
	Streams bool                     // the index names the endpoints of Streams
	SeesAll func(*http.Request) bool // whether a request's key reads secrets in addresses; nil = none does
	Update  func() string            // the version that users shall be told about, "" = none; nil = none ever
	Version string                   // of the program

	IndexBraces bool // the index writes /{:id} rather than {/:id} (docs/decisions.md 5)
}

// Original is the API of the original device. Make one with [New]; any goroutine may
// use it.
type Original struct {
	cfg    Config
	device atomic.Pointer[deviceAnswer] // the last answer to GET device
}

// New returns the API of the original.
func New(cfg Config) *Original {
	if cfg.Network == nil {
		cfg.Network = noNetwork{}
	}
	if cfg.Update == nil {
		cfg.Update = func() string { return "" }
	}
	if cfg.SeesAll == nil {
		cfg.SeesAll = func(*http.Request) bool { return false }
	}
	return &Original{cfg: cfg}
}

// Endpoints returns what the original has (docs/api.md, Rules). A key of scope
// control may use all of them.
func (o *Original) Endpoints() []rest.Endpoint {
	const get, put, post, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete
	type methods = rest.Methods
	sending := []string{get, post, del}
	list := []rest.Endpoint{
		{Path: "/api/v2", Methods: methods{get: o.getIndex}},
		{Path: "/api/v2/device", Sends: []string{get}, Methods: methods{get: o.getDevice, put: o.putDevice}},
		{Path: "/api/v2/device/notifications", Sends: sending, Methods: methods{get: o.getQueue, post: o.postNotification, del: o.deleteQueue}},
		{Path: "/api/v2/device/notifications/current", Sends: sending, Methods: methods{get: o.getCurrent, del: o.deleteCurrent}},
		{Path: "/api/v2/device/notifications/{id}", Sends: sending, Methods: methods{get: o.getNotification, del: o.deleteNotification}},
		{Path: "/api/v2/device/display", Methods: methods{get: o.getDisplay, put: o.putDisplay}},
		{Path: "/api/v2/device/audio", Methods: methods{get: o.getAudio, put: o.putAudio}},
		{Path: "/api/v2/device/bluetooth", Methods: methods{get: o.getBluetooth, put: o.putBluetooth}},
		{Path: "/api/v2/device/wifi", Methods: methods{get: o.getWifi}},
		{Path: "/api/v2/widget/update/{package}", Token: true, Sends: sending, Methods: methods{post: o.updateWidget}},
		{Path: "/api/v2/widget/update/{package}/{widget}", Token: true, Sends: sending, Methods: methods{post: o.updateWidget}},
		{Path: "/api/v1/dev/widget/update/{package}/{version}", Token: true, Sends: sending, Methods: methods{post: o.updateWidget}},
		{Path: "/api/v2/device/apps", Methods: methods{get: o.getApps}},
		{Path: "/api/v2/device/apps/next", Methods: methods{put: o.nextApp, post: o.nextApp}},
		{Path: "/api/v2/device/apps/prev", Methods: methods{put: o.prevApp, post: o.prevApp}},
		{Path: "/api/v2/device/apps/{package}", Methods: methods{get: o.getApp}},
		{Path: "/api/v2/device/apps/{package}/widgets/{widget}/activate", Methods: methods{put: o.activateWidget}},
		{Path: "/api/v2/device/apps/{package}/widgets/{widget}/actions", Methods: methods{post: o.postAction, put: o.postAction}},
	}
	for i := range list {
		list[i].Control = true
	}
	return list
}

// DeviceJSON returns the device object as GET answers it, for other interfaces such
// as MQTT.
func (o *Original) DeviceJSON(ctx context.Context) ([]byte, error) {
	st, err := o.deviceState(ctx)
	if err != nil {
		return nil, err
	}
	return wire.Encode(o.deviceObject(st))
}
