// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/mdlayher/genetlink"
	"github.com/mdlayher/netlink"
	"github.com/mdlayher/wifi"
	links "github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/config/preseed"
)

// A radio is a network device of the kernel's nl80211. Package wifi has all that
// is asked of it, except a connection by a key that is known already.
type radio struct {
	client *wifi.Client
	device *wifi.Interface
	conn   *genetlink.Conn
	family genetlink.Family
}

// dial finds the network device name, switches it on, and opens nl80211.
func dial(name string) (r *radio, err error) {
	link, err := links.LinkByName(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := links.LinkSetUp(link); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r = new(radio)
	defer func() {
		if err != nil {
			r.Close()
		}
	}()
	if r.client, err = wifi.New(); err != nil {
		return nil, err
	}
	if r.conn, err = genetlink.Dial(nil); err != nil {
		return nil, err
	}
	if r.family, err = r.conn.GetFamily(unix.NL80211_GENL_NAME); err != nil {
		return nil, err
	}
	devices, err := r.client.Interfaces()
	if err != nil {
		return nil, err
	}
	for _, d := range devices {
		if d.Name == name {
			r.device = d
			return r, nil
		}
	}
	return nil, fmt.Errorf("%s is no Wi-Fi device", name)
}

// prepare tells the kernel the country, "" for none, whose limits the radio has
// to keep. The kernel has looked for them before there was a file system.
func (r *radio) prepare(country string) error {
	if country == "" {
		return nil
	}
	if err := r.client.ReloadRegulatoryDatabase(); err != nil {
		return fmt.Errorf("limits of the radio: %w", err)
	}
	if err := r.client.SetRegulatoryRegion(country, wifi.RegulatoryHintUser); err != nil {
		return fmt.Errorf("limits of the radio in %s: %w", country, err)
	}
	return nil
}

func (r *radio) connected() (bool, error) {
	stations, err := r.client.StationInfo(r.device)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return len(stations) > 0, err
}

func (r *radio) connect(n preseed.Network) error {
	data, err := request(uint32(r.device.Index), n)
	if err != nil {
		return err
	}
	m := genetlink.Message{Header: genetlink.Header{Command: unix.NL80211_CMD_CONNECT, Version: r.family.Version},
		Data: data}
	_, err = r.conn.Execute(m, r.family.ID, netlink.Request|netlink.Acknowledge)
	if errors.Is(err, unix.EALREADY) || errors.Is(err, unix.EINPROGRESS) {
		return nil
	}
	return err
}

// Suites of IEEE 802.11-2020: CCMP (table 9-149) and a pre-shared key (table
// 9-151).
const (
	ccmp = 0x000fac04
	psk  = 0x000fac02
)

// request is the message that asks the device of that index to connect: openly,
// or with WPA2 whose handshake the chip does (NL80211_ATTR_WANT_1X_4WAY_HS in
// linux/nl80211.h).
func request(index uint32, n preseed.Network) ([]byte, error) {
	e := netlink.NewAttributeEncoder()
	e.Uint32(unix.NL80211_ATTR_IFINDEX, index)
	e.Bytes(unix.NL80211_ATTR_SSID, []byte(n.SSID))
	e.Uint32(unix.NL80211_ATTR_AUTH_TYPE, unix.NL80211_AUTHTYPE_OPEN_SYSTEM)
	if n.Key != nil {
		e.Flag(unix.NL80211_ATTR_PRIVACY, true)
		e.Uint32(unix.NL80211_ATTR_WPA_VERSIONS, unix.NL80211_WPA_VERSION_2)
		e.Uint32(unix.NL80211_ATTR_CIPHER_SUITES_PAIRWISE, ccmp)
		e.Uint32(unix.NL80211_ATTR_CIPHER_SUITE_GROUP, ccmp)
		e.Uint32(unix.NL80211_ATTR_AKM_SUITES, psk)
		e.Flag(unix.NL80211_ATTR_WANT_1X_4WAY_HS, true)
		e.Bytes(unix.NL80211_ATTR_PMK, n.Key)
	}
	return e.Encode()
}

// Close closes what dial has opened.
func (r *radio) Close() {
	if r.client != nil {
		r.client.Close()
	}
	if r.conn != nil {
		r.conn.Close()
	}
}
