// SPDX-License-Identifier: Apache-2.0

package preseed

import (
	"crypto/pbkdf2"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// A Network is a Wi-Fi network to join.
type Network struct {
	SSID    string // 1 to 32 bytes of any kind; "" = no network is named
	Key     []byte // the pairwise master key of WPA, 32 bytes; nil = an open network
	Hidden  bool   // the network does not announce its SSID
	Country string // two capital letters of ISO 3166, for the radio's limits; "" = not given
}

type wlan struct {
	SSID     string `toml:"ssid"`
	SSIDHex  string `toml:"ssid_hex"`
	Password string `toml:"password"`
	Hidden   bool   `toml:"hidden"`
	Country  string `toml:"country"`
}

func (w wlan) network() (n Network, err error) {
	if w == (wlan{}) {
		return Network{}, nil
	}
	if n.SSID, err = w.ssid(); err != nil {
		return Network{}, err
	}
	if n.Key, err = key(w.Password, n.SSID); err != nil {
		return Network{}, fmt.Errorf("password: %w", err)
	}
	n.Hidden, n.Country = w.Hidden, strings.ToUpper(w.Country)
	if n.Country != "" && !regexp.MustCompile(`^[A-Z]{2}$`).MatchString(n.Country) {
		return Network{}, fmt.Errorf("country: %.20q, want two letters", w.Country)
	}
	if n.SSID == "" && n.Key != nil {
		return Network{}, errSSID
	}
	return n, nil
}

// ssid is "" when only the country is given.
func (w wlan) ssid() (string, error) {
	name := w.SSID
	if w.SSIDHex != "" {
		if name != "" {
			return "", errors.New("ssid_hex: ssid is given as well")
		}
		raw, err := hex.DecodeString(w.SSIDHex)
		if err != nil {
			return "", fmt.Errorf("ssid_hex: %w", err)
		}
		name = string(raw)
	}
	if len(name) > 32 {
		return "", errSSID
	}
	return name, nil
}

// key is the master key of a password: 64 hexadecimal digits are the key itself,
// as the Imager writes it; anything else is a passphrase, from which the key is
// derived (IEEE 802.11-2020, J.4.1).
func key(password, ssid string) ([]byte, error) {
	if password == "" {
		return nil, nil
	}
	if len(password) == 64 {
		raw, err := hex.DecodeString(password)
		if err != nil {
			return nil, errors.New("its 64 characters are not hexadecimal digits")
		}
		return raw, nil
	}
	if len(password) < 8 || len(password) > 63 {
		return nil, errors.New("want 64 hexadecimal digits, or a passphrase of 8 to 63 characters")
	}
	return pbkdf2.Key(sha1.New, password, []byte(ssid), 4096, 32)
}
