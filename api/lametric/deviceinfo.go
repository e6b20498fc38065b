// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// Values by which clients choose what they offer (docs/decisions.md 5, device).
const (
	modelName  = "sa8"
	osVersion  = "3.2.7"
	apiVersion = "2.3.1"
)

// wireDevice is the device object.
type wireDevice struct {
	ID        string        `json:"id"`
	Name      string        `json:"name"`
	Serial    string        `json:"serial_number"`
	OSVersion string        `json:"os_version"`
	Firmware  string        `json:"firmware"`
	Model     string        `json:"model"`
	Mode      string        `json:"mode"`
	Audio     wire.Audio    `json:"audio"`
	Display   wire.Display  `json:"display"`
	Bluetooth wireBluetooth `json:"bluetooth"`
	Wifi      wireWifi      `json:"wifi"`
	Update    *wireRelease  `json:"update_available,omitempty"`
}

// deviceState is everything that the device object is made from. States compare
// with ==.
type deviceState struct {
	id        device.Identity
	overview  device.Overview
	bluetooth netinfo.Bluetooth
	wifi      netinfo.Wifi
	update    string // version; "" = none is offered
}

// deviceAnswer is a state and its JSON.
type deviceAnswer struct {
	state deviceState
	body  []byte
}

// deviceState returns the state with an overview of the device.
func (o *Original) deviceState(overview device.Overview) deviceState {
	return deviceState{
		id: o.cfg.Device.Identity(), overview: overview,
		bluetooth: o.cfg.Network.Bluetooth(), wifi: o.cfg.Network.Wifi(), update: o.cfg.Update(),
	}
}

// overview returns an overview of the device for a request, at no cost while the last one is
// current.
func (o *Original) overview(r *http.Request) (device.Overview, error) {
	if last, current := o.cfg.Device.LastOverview(); current {
		return last, nil
	}
	return rest.Call(r, o.cfg.Device.Overview)
}

func (o *Original) deviceObject(st deviceState) wireDevice {
	id := st.id
	d := wireDevice{
		ID: id.ID, Name: id.Name, Serial: id.Serial, OSVersion: osVersion, Firmware: o.cfg.Version,
		Model: modelName, Mode: st.overview.Mode.String(),
		Audio: wire.AudioOf(st.overview.Audio), Display: wire.DisplayOf(st.overview.Display),
		Bluetooth: bluetoothObject(st.bluetooth, id), Wifi: wifiObject(st.wifi, id),
	}
	if st.update != "" {
		d.Update = &wireRelease{st.update}
	}
	return d
}

// getDevice answers with the device object. Clients poll it, so the JSON is
// kept until the state changes.
func (o *Original) getDevice(w http.ResponseWriter, r *http.Request) error {
	overview, err := o.overview(r)
	if err != nil {
		return err
	}
	st := o.deviceState(overview)
	if r.URL.RawQuery != "" {
		if names := fields(r); len(names) > 0 {
			return rest.WriteJSON(w, http.StatusOK, only(o.deviceObject(st), names))
		}
	}
	last := o.device.Load()
	if last == nil || last.state != st {
		body, err := wire.Encode(o.deviceObject(st))
		if err != nil {
			return fmt.Errorf("api: %w", err)
		}
		last = &deviceAnswer{st, body}
		o.device.Store(last)
	}
	return rest.WriteBody(w, http.StatusOK, last.body)
}

// fields returns the known names in the query parameter fields; nil means all.
func fields(r *http.Request) map[string]bool {
	names := map[string]bool{}
	known := deviceFields(wireDevice{})
	for _, list := range r.URL.Query()["fields"] {
		for name := range strings.SplitSeq(list, ",") {
			if name = strings.TrimSpace(name); known[name] != nil {
				names[name] = true
			}
		}
	}
	return names
}

func deviceFields(d wireDevice) map[string]any {
	return map[string]any{
		"id": d.ID, "name": d.Name, "serial_number": d.Serial, "os_version": d.OSVersion, "firmware": d.Firmware,
		"model": d.Model, "mode": d.Mode, "audio": d.Audio, "display": d.Display, "bluetooth": d.Bluetooth, "wifi": d.Wifi,
		"update_available": d.Update,
	}
}

func only(d wireDevice, names map[string]bool) map[string]any {
	all := deviceFields(d)
	for name := range all {
		if !names[name] || name == "update_available" && d.Update == nil {
			delete(all, name)
		}
	}
	return all
}

func (o *Original) putDevice(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	mode, err := wire.PutDevice(ctx, o.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, struct {
		Mode string `json:"mode"`
	}{mode.String()})
}

// wireRelease is a newer release in the device object.
type wireRelease struct {
	Version string `json:"version"`
}

// DeviceJSON returns the device object as GET answers it, for other interfaces such
// as MQTT.
func (o *Original) DeviceJSON(ctx context.Context) ([]byte, error) {
	overview, err := o.cfg.Device.Overview(ctx)
	if err != nil {
		return nil, err
	}
	return wire.Encode(o.deviceObject(o.deviceState(overview)))
}
