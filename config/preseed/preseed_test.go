// SPDX-License-Identifier: Apache-2.0

package preseed_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/internal/must"
)

// written is what Raspberry Pi Imager 2 leaves.
const written = `config_version = "1.0"

[system]
hostname = "Kitchen-Panel"

[user]
name = "anna"
password = "$6$salt$hash"
password_encrypted = true

[ssh]
enabled = true
authorized_keys = ["ssh-ed25519 AAAA anna@laptop"]

[wlan]
ssid = "IEEE"
password = "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
password_encrypted = true
hidden = false
country = "de"

[locale]
keymap = "de"
timezone = "Europe/Berlin"
`

// testKey is the master key of SSID "IEEE" and passphrase "password" (IEEE
// 802.11-2020, J.4.2).
const testKey = "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"

func TestReadTakesWhatTheImagerWrites(t *testing.T) {
	s := must.Get(preseed.Read(strings.NewReader(written)))(t)
	if s.Hostname != "kitchen-panel" || s.Timezone != "Europe/Berlin" || s.Network.SSID != "IEEE" ||
		s.Network.Country != "DE" || s.Network.Hidden {
		t.Errorf("%+v", s)
	}
	if got := hex.EncodeToString(s.Network.Key); got != testKey {
		t.Errorf("key %s, want the digits of the file", got)
	}
}

func TestReadNetworks(t *testing.T) {
	tests := []struct {
		name, wlan, ssid, key string
	}{
		{"no network", ``, "", ""},
		{"a country alone", `country = "DE"`, "", ""},
		{"an open network", `ssid = "guests"`, "guests", ""},
		{"a passphrase", `ssid = "IEEE"` + "\n" + `password = "password"`, "IEEE", testKey},
		{"bytes outside UTF-8", `ssid_hex = "ff00fe"`, "\xff\x00\xfe", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := must.Get(preseed.Read(strings.NewReader("[wlan]\n" + test.wlan)))(t)
			if s.Network.SSID != test.ssid || hex.EncodeToString(s.Network.Key) != test.key {
				t.Errorf("SSID %q, key %x; want %q, %s", s.Network.SSID, s.Network.Key, test.ssid, test.key)
			}
		})
	}
}

func TestReadNamesTheKeyThatIsWrong(t *testing.T) {
	tests := []struct{ name, text, key string }{
		{"a form to come", `config_version = "2.0"`, "config_version"},
		{"a name with a blank", "[system]\nhostname = \"my panel\"", "system.hostname"},
		{"a name that is too long", "[system]\nhostname = \"" + strings.Repeat("a", 64) + `"`, "system.hostname"},
		{"a zone that leaves its directory", "[locale]\ntimezone = \"../../etc/passwd\"", "locale.timezone"},
		{"a long SSID", "[wlan]\nssid = \"" + strings.Repeat("a", 33) + `"`, "wlan.ssid"},
		{"an SSID in two forms", "[wlan]\nssid = \"a\"\nssid_hex = \"61\"", "wlan.ssid_hex"},
		{"half a digit", "[wlan]\nssid_hex = \"6\"", "wlan.ssid_hex"},
		{"a short password", "[wlan]\nssid = \"a\"\npassword = \"secret1\"", "wlan.password"},
		{"64 characters of text", "[wlan]\nssid = \"a\"\npassword = \"" + strings.Repeat("x", 64) + `"`, "wlan.password"},
		{"a password of no network", "[wlan]\npassword = \"" + testKey + `"`, "wlan.ssid"},
		{"a country by its name", "[wlan]\nssid = \"a\"\ncountry = \"Germany\"", "wlan.country"},
		{"a number for a name", "[system]\nhostname = 7", "hostname"},
		{"no TOML", "hello", "preseed"},
		{"too much", "#" + strings.Repeat("x", preseed.Limit), "preseed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := preseed.Read(strings.NewReader(test.text))
			must.Fail(t, err, test.key, s)
			if err != nil && (strings.Contains(err.Error(), "secret1") || strings.Contains(err.Error(), "xxxxx")) {
				t.Errorf("the error repeats the password: %v", err)
			}
		})
	}
}

// FuzzRead holds that whatever the card holds, what is taken is within its
// bounds and nothing large is made of it.
func FuzzRead(f *testing.F) {
	f.Add(written)
	f.Add("[wlan]\nssid = \"guests\"\npassword = \"password\"")
	f.Add("[wlan]\nssid_hex = \"ff00fe\"\nhidden = true")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := preseed.Read(strings.NewReader(text))
		if err != nil {
			if len(err.Error()) > 1024 {
				t.Errorf("an error of %d characters", len(err.Error()))
			}
			return
		}
		if len(s.Hostname) > 63 || len(s.Timezone) > 64 || strings.Contains(s.Timezone, ".") {
			t.Errorf("names %q, %q", s.Hostname, s.Timezone)
		}
		if n := s.Network; len(n.SSID) > 32 || len(n.Key) != 0 && len(n.Key) != 32 || len(n.Country) > 2 {
			t.Errorf("network %+v", n)
		}
	})
}
