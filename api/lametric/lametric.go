// SPDX-License-Identifier: Apache-2.0

// Package lametric answers as the original device does: everything under /api/v2,
// the older way of pushing to a widget, and the two endpoints of streams. Each file has
// one object of the specification; display and audio need no file, only [rest.Object].
package lametric

import (
	"context"
	"net/http"
	"net/netip"
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

// Config configures the original's API. Only Device is required.
type Config struct {
	Device  *device.Device
	Network Network                  // nil: the state of the network is unknown
	Streams bool                     // the index names the endpoints of Streams
	SeesAll func(*http.Request) bool // whether a request's key reads secrets in addresses; nil = no request does
	Update  func() string            // the newer version to announce to users, "" = nothing to announce; nil = no version ever
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

// noNetwork is a Network whose state is unknown.
type noNetwork struct{}

func (noNetwork) Wifi() netinfo.Wifi {
	return netinfo.Wifi{IP: netip.IPv4Unspecified(), Mask: netip.IPv4Unspecified()}
}

func (noNetwork) Bluetooth() netinfo.Bluetooth { return netinfo.Bluetooth{} }

func (noNetwork) SetBluetooth(context.Context, netinfo.BluetoothPatch) (netinfo.Bluetooth, error) {
	return netinfo.Bluetooth{}, netinfo.ErrNoBluetooth
}

// Endpoints returns what the original has (docs/api.md, Rules). A key of scope
// control may use all of them.
func (o *Original) Endpoints() []rest.Endpoint {
	const get, put, post, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete
	type methods = rest.Methods
	type dev = device.Device
	d, sending := o.cfg.Device, []string{get, post, del}
	list := []rest.Endpoint{
		{Path: "/api/v2", Methods: methods{get: o.getIndex}},
		{Path: "/api/v2/device", Sends: []string{get}, Methods: methods{get: o.getDevice, put: o.putDevice}},
		{Path: "/api/v2/device/notifications", Sends: sending,
			Methods: methods{get: o.getQueue, post: o.postNotification, del: o.deleteQueue}},
		{Path: "/api/v2/device/notifications/current", Sends: sending,
			Methods: methods{get: o.getCurrent, del: o.deleteCurrent}},
		{Path: "/api/v2/device/notifications/{id}", Sends: sending,
			Methods: methods{get: o.getNotification, del: o.deleteNotification}},
		{Path: "/api/v2/device/display", Methods: rest.Object(put, d, (*dev).Display, wire.PutDisplay, wire.DisplayOf)},
		{Path: "/api/v2/device/audio", Methods: rest.Object(put, d, (*dev).Audio, wire.PutAudio, wire.AudioOf)},
		{Path: "/api/v2/device/bluetooth", Methods: methods{get: o.getBluetooth, put: o.putBluetooth}},
		{Path: "/api/v2/device/wifi", Methods: methods{get: o.getWifi}},
		{Path: "/api/v2/widget/update/{package}", Token: true, Sends: sending, Methods: methods{post: o.updateWidget}},
		{Path: "/api/v2/widget/update/{package}/{widget}", Token: true, Sends: sending,
			Methods: methods{post: o.updateWidget}},
		{Path: "/api/v1/dev/widget/update/{package}/{version}", Token: true, Sends: sending,
			Methods: methods{post: o.updateWidget}},
		{Path: "/api/v2/device/apps", Methods: methods{get: o.getApps}},
		{Path: "/api/v2/device/apps/next", Methods: methods{put: o.nextApp, post: o.nextApp}},
		{Path: "/api/v2/device/apps/prev", Methods: methods{put: o.prevApp, post: o.prevApp}},
		{Path: "/api/v2/device/apps/{package}", Methods: methods{get: o.getApp}},
		{Path: "/api/v2/device/apps/{package}/widgets/{widget}/activate", Methods: methods{put: o.activateWidget}},
		{Path: "/api/v2/device/apps/{package}/widgets/{widget}/actions",
			Methods: methods{post: o.postAction, put: o.postAction}},
	}
	for i := range list {
		list[i].Control = true
	}
	return list
}

// index lists the endpoints in the notation of the specification.
type index struct {
	Version   string    `json:"api_version"`
	Endpoints endpoints `json:"endpoints"`
}

type endpoints struct {
	AppAction    string `json:"apps_action_url"`
	App          string `json:"apps_get_url"`
	Apps         string `json:"apps_list_url"`
	AppNext      string `json:"apps_switch_next_url"`
	AppPrev      string `json:"apps_switch_prev_url"`
	AppSwitch    string `json:"apps_switch_url"`
	Audio        string `json:"audio_url"`
	Bluetooth    string `json:"bluetooth_url"`
	Concrete     string `json:"concrete_notification_url"`
	Current      string `json:"current_notification_url"`
	Device       string `json:"device_url"`
	Display      string `json:"display_url"`
	Notification string `json:"notifications_url"`
	Stream       string `json:"stream_url,omitempty"`
	StreamStart  string `json:"stream_start_url,omitempty"`
	StreamStop   string `json:"stream_stop_url,omitempty"`
	Widget       string `json:"widget_update_url"`
	Wifi         string `json:"wifi_url"`
}

func (o *Original) getIndex(w http.ResponseWriter, r *http.Request) error {
	scheme, id := "http://", "{/:id}"
	if r.TLS != nil {
		scheme = "https://"
	}
	if o.cfg.IndexBraces {
		id = "/{:id}"
	}
	base := scheme + r.Host + "/api/v2"
	widget := base + "/device/apps/{:id}/widgets/{:widget_id}"
	list := index{apiVersion, endpoints{
		AppAction:    widget + "/actions",
		App:          base + "/device/apps/{:id}",
		Apps:         base + "/device/apps",
		AppNext:      base + "/device/apps/next",
		AppPrev:      base + "/device/apps/prev",
		AppSwitch:    widget + "/activate",
		Audio:        base + "/device/audio",
		Bluetooth:    base + "/device/bluetooth",
		Concrete:     base + "/device/notifications" + id,
		Current:      base + "/device/notifications/current",
		Device:       base + "/device",
		Display:      base + "/device/display",
		Notification: base + "/device/notifications",
		Widget:       base + "/widget/update" + id,
		Wifi:         base + "/device/wifi",
	}}
	if o.cfg.Streams {
		list.Endpoints.Stream = base + "/device/stream"
		list.Endpoints.StreamStart = base + "/device/stream/start"
		list.Endpoints.StreamStop = base + "/device/stream/stop"
	}
	return rest.WriteJSON(w, http.StatusOK, list)
}
