// SPDX-License-Identifier: Apache-2.0

package firstcard

import (
	"context"
	"crypto/sha1"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/ledpost/ledpost/config/preseed"
)

// profiles is the folder of NetworkManager with a file for each network that is saved, and
// profile the one of the card (NetworkManager.conf(5), plugin keyfile).
const (
	profiles = "etc/NetworkManager/system-connections"
	profile  = profiles + "/ledpost-card.nmconnection"
)

// wifi saves the network of the card, sets the country, and switches Wi-Fi on, which
// Raspberry Pi OS blocks until a country is set.
func (m *Machine) wifi(ctx context.Context, c preseed.Card) error {
	s := c.Settings().Network
	if s.SSID != "" {
		if _, err := os.Stat(m.path(profiles)); err != nil {
			return fmt.Errorf("there is no NetworkManager to save the network: %w", err)
		}
		if err := put(m.path(profile), []byte(keyfile(c)), 0o600); err != nil {
			return err
		}
	}
	var err error
	if s.Country != "" {
		if _, there := os.Stat(m.path("usr/bin/raspi-config")); there == nil {
			err = m.byInit(ctx, "raspi-config", "nonint", "do_wifi_country", s.Country)
		}
	}
	// NetworkManager starts after this at a boot, and runs before it after an installation.
	_, fault := m.Commands.Run(ctx, "systemd-run", "--no-block", "--collect", "--quiet",
		"--property=After=NetworkManager.service",
		"sh", "-c", "rfkill unblock wifi; nmcli connection reload; nmcli radio wifi on")
	return errors.Join(err, fault)
}

// keyfile is the network of a card as NetworkManager saves it (nm-settings-keyfile(5)).
func keyfile(c preseed.Card) string {
	s := c.Settings().Network
	id := sha1.Sum([]byte("ledpost-card " + s.SSID))
	var b strings.Builder
	fmt.Fprintf(&b,
		"[connection]\nid=ledpost-card\nuuid=%x-%x-5%03x-8%03x-%x\ntype=wifi\n\n[wifi]\nmode=infrastructure\nssid=",
		id[:4], id[4:6], int(id[6])<<4, int(id[8])<<4, id[10:16])
	for _, letter := range []byte(s.SSID) { // its bytes by their numbers: no letter has to be escaped
		fmt.Fprintf(&b, "%d;", letter)
	}
	if s.Hidden {
		b.WriteString("\nhidden=true")
	}
	if s.Key != nil {
		fmt.Fprintf(&b, "\n\n[wifi-security]\nkey-mgmt=wpa-psk\npsk=%s", escaped(c.WiFiPassword))
	}
	b.WriteString("\n\n[ipv4]\nmethod=auto\n\n[ipv6]\nmethod=auto\n")
	return b.String()
}

// escaped is a value as GKeyFile reads it back (GLib, g_key_file_get_string).
func escaped(text string) string {
	text = strings.ReplaceAll(text, `\`, `\\`)
	if rest := strings.TrimLeft(text, " "); len(rest) < len(text) {
		text = strings.Repeat(`\s`, len(text)-len(rest)) + rest
	}
	return text
}
