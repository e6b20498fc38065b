// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
)

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
