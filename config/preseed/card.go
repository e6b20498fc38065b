// SPDX-License-Identifier: Apache-2.0

package preseed

import (
	"fmt"
	"io"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// CardName is the name of the configuration on the FAT partition, in which the
// table [card] holds the first settings of the whole device.
const CardName = "ledpost.toml"

// CardLimit bounds that file, in bytes.
const CardLimit = 1 << 20

// A Card is the table [card] of ledpost.toml: the settings of a new device that
// concern more than this program, and the secrets that it starts with. They are
// taken from the card at the first start, and the secrets blanked there
// ([Blank]). The zero Card sets nothing.
type Card struct {
	Key          string `toml:"key"`      // of the API, from 8 to 128 printable characters without blanks
	Hostname     string `toml:"hostname"` // as in [Settings]
	Timezone     string `toml:"timezone"` // as in [Settings]
	WiFiSSID     string `toml:"wifi_ssid"`
	WiFiPassword string `toml:"wifi_password"`
	WiFiHidden   bool   `toml:"wifi_hidden"`
	WiFiCountry  string `toml:"wifi_country"`

	// SetupPassword is the password of the access point for the Wi-Fi set-up, of 8 to 63
	// characters of ASCII; "" = one is made.
	SetupPassword string `toml:"setup_password"`
}

// ReadCard reads the table [card] of a configuration; the rest of it is for
// package config to judge. No more than [CardLimit] bytes are read. Its errors
// name the key, and repeat no secret.
func ReadCard(r io.Reader) (Card, error) {
	text, err := bounded.Read(r, CardLimit)
	if err != nil {
		return Card{}, fmt.Errorf("preseed: %w", err)
	}
	c, err := decodeCard(string(text))
	if err != nil {
		return Card{}, err
	}
	if err := c.Check(); err != nil {
		return Card{}, fmt.Errorf("preseed: card.%s: %w", keyerr.Key(err), err)
	}
	return c, nil
}

func decodeCard(text string) (Card, error) {
	var f struct {
		Card Card `toml:"card"`
	}
	if err := decode(text, &f); err != nil {
		return Card{}, fmt.Errorf("preseed: %s: %w", CardName, err)
	}
	return f.Card, nil
}

// Check returns the fault as a [keyerr.Error] of the key, or nil.
func (c Card) Check() error {
	if c.Key != "" && (len(c.Key) < 8 || len(c.Key) > 128 || strings.ContainsFunc(c.Key, notPrintable)) {
		return keyerr.New("key", "want 8 to 128 characters of ASCII without blanks")
	}
	if _, err := hostname(c.Hostname); err != nil {
		return keyerr.New("hostname", "%w", err)
	}
	if _, err := timezone(c.Timezone); err != nil {
		return keyerr.New("timezone", "%w", err)
	}
	if _, err := c.network(); err != nil {
		return keyerr.New("wifi_"+strings.SplitN(err.Error(), ":", 2)[0], "%w", err)
	}
	if n := len(c.SetupPassword); n != 0 && (n < 8 || n > 63 || strings.ContainsFunc(c.SetupPassword, notPrintable)) {
		return keyerr.New("setup_password", "want 8 to 63 characters of ASCII without blanks")
	}
	return nil
}

func notPrintable(r rune) bool { return r <= ' ' || r > '~' }

func (c Card) network() (Network, error) {
	return wlan{SSID: c.WiFiSSID, Password: c.WiFiPassword, Hidden: c.WiFiHidden, Country: c.WiFiCountry}.network()
}

// Settings returns what the card sets of the whole system. The card must have
// passed [Card.Check].
func (c Card) Settings() Settings {
	name, _ := hostname(c.Hostname)
	network, _ := c.network()
	return Settings{Hostname: name, Timezone: c.Timezone, Network: network}
}

// Secret reports whether the card holds a secret, which does not stay on it.
func (c Card) Secret() bool { return c.Key != "" || c.WiFiPassword != "" || c.SetupPassword != "" }

// Over returns c, and what it does not set from below, the card of an earlier
// start. The parts of a network belong together: those below are of the same
// SSID or are left out.
func (c Card) Over(below Card) Card {
	if c.WiFiSSID == "" || c.WiFiSSID == below.WiFiSSID {
		if c.WiFiSSID == "" {
			c.WiFiHidden = below.WiFiHidden
		}
		c.WiFiSSID = below.WiFiSSID
		c.WiFiPassword = first(c.WiFiPassword, below.WiFiPassword)
		c.WiFiCountry = first(c.WiFiCountry, below.WiFiCountry)
	}
	c.Key = first(c.Key, below.Key)
	c.SetupPassword = first(c.SetupPassword, below.SetupPassword)
	c.Hostname, c.Timezone = first(c.Hostname, below.Hostname), first(c.Timezone, below.Timezone)
	return c
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// Encode returns c as a separate file that [ReadCard] reads.
func (c Card) Encode() ([]byte, error) {
	return toml.Marshal(struct {
		Card Card `toml:"card"`
	}{c})
}
