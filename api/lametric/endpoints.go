// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

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
		{Path: "/api/v2/device/notifications", Sends: sending, Methods: methods{get: o.getQueue, post: o.postNotification, del: o.deleteQueue}},
		{Path: "/api/v2/device/notifications/current", Sends: sending, Methods: methods{get: o.getCurrent, del: o.deleteCurrent}},
		{Path: "/api/v2/device/notifications/{id}", Sends: sending, Methods: methods{get: o.getNotification, del: o.deleteNotification}},
		{Path: "/api/v2/device/display", Methods: rest.Object(put, d, (*dev).Display, wire.PutDisplay, wire.DisplayOf)},
		{Path: "/api/v2/device/audio", Methods: rest.Object(put, d, (*dev).Audio, wire.PutAudio, wire.AudioOf)},
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
