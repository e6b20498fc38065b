// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// wireBluetooth is the bluetooth object; address and mac have the same value.
type wireBluetooth struct {
	Available    bool   `json:"available"`
	Active       bool   `json:"active"`
	Discoverable bool   `json:"discoverable"`
	Pairable     bool   `json:"pairable"`
	Name         string `json:"name"`
	Address      string `json:"address"`
	MAC          string `json:"mac"`
}

// bluetoothObject returns b as an object. Without an adapter it has the
// device's name and a substitute for the address.
func bluetoothObject(b netinfo.Bluetooth, id device.Identity) wireBluetooth {
	b.Name = cmp.Or(b.Name, id.Name)
	if b.Address == "" {
		b.Address = standIn(id, "bluetooth")
	}
	return wireBluetooth{b.Available, b.Active, b.Discoverable, b.Pairable, b.Name, b.Address, b.Address}
}

// standIn returns a stable, locally administered address (IEEE 802-2014, 8.4)
// in place of missing hardware. Home Assistant takes two devices with equal
// addresses, even empty ones, for one.
func standIn(id device.Identity, what string) string {
	sum := sha256.Sum256([]byte(id.UUID + what))
	mac := net.HardwareAddr(sum[:6])
	mac[0] = mac[0]&^1 | 2
	return strings.ToUpper(mac.String())
}

// wireWifi is the wifi object, with the names of both generations of the
// original device.
type wireWifi struct {
	Available      bool   `json:"available"`
	Active         bool   `json:"active"`
	Address        string `json:"address"`
	MAC            string `json:"mac"`
	Encryption     string `json:"encryption"`
	ESSID          string `json:"essid"`
	SSID           string `json:"ssid"`
	IP             string `json:"ip"`
	IPv4           string `json:"ipv4"`
	Mode           string `json:"mode"`
	Netmask        string `json:"netmask"`
	Strength       *int   `json:"strength"` // null = unknown, as without Wi-Fi
	SignalStrength *int   `json:"signal_strength"`
	RSSI           *int   `json:"rssi"`
}

func wifiObject(w netinfo.Wifi, id device.Identity) wireWifi {
	mac := strings.ToUpper(w.MAC)
	if mac == "" {
		mac = standIn(id, "network")
	}
	encryption, mode := w.Security, "static"
	encryption = cmp.Or(encryption, "OPEN")
	if w.DHCP {
		mode = "dhcp"
	}
	out := wireWifi{
		Available: w.Available, Active: w.Active, Address: mac, MAC: mac,
		Encryption: encryption, ESSID: w.SSID, SSID: w.SSID,
		IP: w.IP.String(), IPv4: w.IP.String(), Mode: mode, Netmask: w.Mask.String(),
	}
	if w.Active && w.Signal < 0 {
		strength := w.Strength()
		out.Strength, out.SignalStrength, out.RSSI = &strength, &strength, &w.Signal
	}
	return out
}

func (o *Original) getWifi(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK, wifiObject(o.cfg.Network.Wifi(), o.cfg.Device.Identity()))
}

func (o *Original) getBluetooth(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK, o.bluetooth())
}

func (o *Original) bluetooth() wireBluetooth {
	return bluetoothObject(o.cfg.Network.Bluetooth(), o.cfg.Device.Identity())
}

// putBluetooth changes only the values that differ, because clients send whole
// objects back.
func (o *Original) putBluetooth(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Active wire.Boolean `json:"active"`
		Name   wire.Word    `json:"name"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	now := o.bluetooth()
	var patch netinfo.BluetoothPatch
	if f.Check("active", body.Active.Value) && body.Active.On != now.Active {
		patch.Active = &body.Active.On
	}
	if f.Check("name", body.Name.Value) && body.Name.Text != now.Name {
		patch.Name = &body.Name.Text
		checkName(&f, body.Name.Text)
	}
	if err := f.Err(); err != nil {
		return err
	}
	if patch != (netinfo.BluetoothPatch{}) {
		if err := o.setBluetooth(r, patch); err != nil {
			return err
		}
	}
	return rest.WriteChanged(w, r, o.bluetooth())
}

// setBluetooth waits for BlueZ, which answers at once whether it can make the
// change.
func (o *Original) setBluetooth(r *http.Request, patch netinfo.BluetoothPatch) error {
	ctx, done := rest.Patience(r)
	defer done()
	_, err := o.cfg.Network.SetBluetooth(ctx, patch)
	if !errors.Is(err, netinfo.ErrNoBluetooth) {
		return err
	}
	field := "active"
	if patch.Active == nil {
		field = "name"
	}
	var f wire.Faults
	f.Add(field, "the device has no Bluetooth adapter")
	return f.Err()
}

// maxBluetoothName is the longest name in bytes (Bluetooth Core Specification,
// Vol 3 Part C, 3.2.2).
const maxBluetoothName = 248

func checkName(f *wire.Faults, name string) {
	bad := strings.ContainsFunc(name, unicode.IsControl) || !utf8.ValidString(name)
	if name == "" || len(name) > maxBluetoothName || bad {
		f.Add("name", fmt.Sprintf("want 1 to %d bytes of text without control characters", maxBluetoothName))
	}
}
