// SPDX-License-Identifier: Apache-2.0

package nm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/godbus/dbus/v5"

	"github.com/ledpost/ledpost/internal/pause"
)

// Why Join failed, in words for people.
var (
	ErrPassword  = errors.New("the password is wrong")
	ErrNotFound  = errors.New("the network was not found")
	ErrNoAddress = errors.New("the network gave no address")
	ErrJoin      = errors.New("the network refused the device")
	ErrNoneKnown = errors.New("no known network was found") // it joins none by itself
)

// errLost is an ErrJoin whose reason NetworkManager has already forgotten: a machine that is
// slow, or busy, asks too late for it.
var errLost = fmt.Errorf("%w", ErrJoin)

// errLooking is an ErrNotFound that NetworkManager has not said yet.
var errLooking = fmt.Errorf("%w", ErrNotFound)

// Credentials open a Wi-Fi network.
type Credentials struct {
	SSID     string
	Password string // "" = the network is open
}

// Why credentials cannot be right.
var (
	ErrPasswordLength = errors.New("a Wi-Fi password has 8 to 63 characters")
	ErrSSID           = errors.New("the name of a network has 1 to 32 bytes")
)

// Check returns why c cannot be right; errors of Wi-Fi's own rules (IEEE 802.11, 9.4.2.2
// and J.4).
func (c Credentials) Check() error {
	if err := CheckSSID(c.SSID); err != nil {
		return err
	}
	switch n := len(c.Password); {
	case n == 0, n >= 8 && n <= 63:
		return nil
	case n == 64 && hexadecimal(c.Password):
		return nil
	}
	return ErrPasswordLength
}

func hexadecimal(s string) bool {
	return !slices.ContainsFunc([]byte(s), func(c byte) bool {
		return !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F')
	})
}

// CheckSSID returns why s is not the name of a network.
func CheckSSID(s string) error {
	if len(s) < 1 || len(s) > 32 || !utf8.ValidString(s) {
		return ErrSSID
	}
	return nil
}

// profile is a connection's settings as NetworkManager takes them.
type profile map[string]map[string]dbus.Variant

const wifiType = "802-11-wireless"

// station is the profile for joining the network of c.
func (c Credentials) station() profile {
	p := profile{
		"connection": {"id": dbus.MakeVariant(c.SSID), "type": dbus.MakeVariant(wifiType)},
		wifiType: {"ssid": dbus.MakeVariant([]byte(c.SSID)), "mode": dbus.MakeVariant("infrastructure"),
			"hidden": dbus.MakeVariant(true)},
		"ipv4": {"method": dbus.MakeVariant("auto")},
		"ipv6": {"method": dbus.MakeVariant("auto")},
	}
	if c.Password != "" {
		p["802-11-wireless-security"] = map[string]dbus.Variant{"key-mgmt": dbus.MakeVariant("wpa-psk"),
			"psk": dbus.MakeVariant(c.Password)}
	}
	return p
}

// joinTime is how long it may take to join a network; a device that could not is back as
// an access point within 30 s.
const joinTime = 20 * time.Second

// Join joins a network and saves it if that worked; else, and if ctx ends, nothing of it is
// kept. It takes at most 30 s. Errors: ErrPassword, ErrNotFound, ErrNoAddress, ErrJoin; others
// are of the system.
func (c Client) Join(ctx context.Context, with Credentials) error {
	if err := with.Check(); err != nil {
		return err
	}
	return c.join(ctx, with, joinTime)
}

func (c Client) join(ctx context.Context, with Credentials, within time.Duration) error {
	var up activation
	err := c.with(ctx, within+answerTime, func(c conn) error {
		end := time.Now().Add(within)
		radio, err := c.radio()
		if err != nil {
			return err
		}
		if up, err = c.activate(with.station(), radio, "memory"); err != nil {
			return err
		}
		switch err = c.reached(radio, end); {
		case (err == errLooking || err == errLost) && c.heard(radio, with.SSID):
			return with.refused()
		case err != nil:
			return err
		}
		return c.call(up.profile, savedIface+".Save").Err
	})
	if err == nil || up.profile == "" {
		return err
	}
	return errors.Join(err, c.forget(context.WithoutCancel(ctx), up.profile))
}

// refused is why a network that is there cannot be joined. That WPA3 refuses a password,
// NetworkManager does not notice and goes on trying; nor does it always with WPA2.
func (c Credentials) refused() error {
	if c.Password == "" {
		return ErrJoin
	}
	return ErrPassword
}

// forget deletes a profile. It takes at most 5 s.
func (c Client) forget(ctx context.Context, profile dbus.ObjectPath) error {
	return c.with(ctx, answerTime, func(c conn) error { return c.call(profile, savedIface+".Delete").Err })
}

// heard reports whether the radio receives a network.
func (c conn) heard(radio dbus.ObjectPath, ssid string) bool {
	all, _ := c.networks(radio)
	return slices.ContainsFunc(all, func(n Network) bool { return n.SSID == ssid })
}

// activation is a profile in use.
type activation struct{ profile, active dbus.ObjectPath }

// activate adds a profile and uses it. persist is memory, or volatile: it goes when it is
// no longer used.
func (c conn) activate(p profile, radio dbus.ObjectPath, persist string) (a activation, err error) {
	var result map[string]dbus.Variant
	options := map[string]dbus.Variant{"persist": dbus.MakeVariant(persist)}
	called := c.call(root, service+".AddAndActivateConnection2", p, radio, dbus.ObjectPath("/"), options)
	err = called.Store(&a.profile, &a.active, &result)
	return a, err
}

// reached waits until the radio is connected.
func (c conn) reached(radio dbus.ObjectPath, end time.Time) error {
	var state struct{ State, Reason uint32 }
	began, addressing := false, false
	for time.Now().Before(end) && pause.For(c.ctx, pollEvery) {
		if err := c.get(radio, deviceIface, "StateReason", &state); err != nil {
			return err
		}
		switch {
		case state.State == stateActivated && began:
			return nil
		case began && state.State <= stateDisconnected && state.Reason == 0 && addressing:
			return ErrNoAddress
		case began && state.State <= stateDisconnected && state.Reason == 0:
			return errLost
		case state.State == stateFailed, began && state.State <= stateDisconnected:
			return reason(state.Reason)
		case state.State > stateDisconnected && state.State < stateActivated:
			began = true
			addressing = addressing || state.State >= stateIPConfig
		}
	}
	if c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	switch state.State {
	case stateConfig:
		return errLooking
	case stateIPConfig:
		return ErrNoAddress
	}
	return ErrJoin
}

// pollEvery is how often NetworkManager is asked how far it is.
const pollEvery = 100 * time.Millisecond

// reason returns the error for a NMDeviceStateReason.
func reason(code uint32) error {
	switch code {
	case 7, 8, 9, 10: // NO_SECRETS, and what the supplicant says of a failed handshake
		return ErrPassword
	case 5, 6, 15, 16, 17: // IP_CONFIG_UNAVAILABLE, IP_CONFIG_EXPIRED, DHCP_*
		return ErrNoAddress
	case 53: // SSID_NOT_FOUND
		return ErrNotFound
	}
	return fmt.Errorf("%w (reason %d)", ErrJoin, code)
}

// Rejoin has NetworkManager join a network that is saved and in reach, if it joins none: after a failed
// handshake, as happens while a router starts, versions before 1.58 wait for somebody to type the password
// again. Of several, turn 0 is the strongest, 1 the next one, and so on around: a changed password does not keep
// the device from the others. It leaves a radio alone that is in use or was disconnected by hand as a device (of
// a connection that was taken down by hand it does not know), profiles that are not joined by themselves, and
// networks that want an account. It does not wait for the network, and takes at most 5 s.
func (c Client) Rejoin(ctx context.Context, turn int) error {
	return c.with(ctx, answerTime, func(c conn) error {
		radio, err := c.radio()
		if err != nil {
			return err
		}
		var state uint32
		var auto bool
		if c.get(radio, deviceIface, "State", &state) != nil || c.get(radio, deviceIface, "Autoconnect", &auto) != nil ||
			state != stateDisconnected || !auto {
			return nil
		}
		saved, err := c.profiles()
		if err != nil {
			return err
		}
		inReach, err := c.networks(radio)
		var known []dbus.ObjectPath
		for _, n := range inReach {
			for path, p := range saved {
				if ssid, ok := p.joined(); ok && ssid == n.SSID {
					known = append(known, path)
				}
			}
		}
		if len(known) == 0 {
			return err
		}
		return c.call(root, service+".ActivateConnection", known[turn%len(known)], radio, dbus.ObjectPath("/")).Err
	})
}

// joined returns the network of a profile that NetworkManager joins by itself.
func (p profile) joined() (ssid string, ok bool) {
	auto, set := p["connection"]["autoconnect"].Value().(bool)
	mode, _ := p[wifiType]["mode"].Value().(string)
	name, _ := p[wifiType]["ssid"].Value().([]byte)
	return string(name), (auto || !set) && (mode == "" || mode == "infrastructure") && len(name) > 0
}
