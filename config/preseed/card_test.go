// SPDX-License-Identifier: Apache-2.0

package preseed_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/internal/must"
)

// whole is what the site's page writes.
const whole = `name = "Kitchen"
[panel]
driver = "max7219"
modules = 5

[card]
key = "correct-horse-battery"
hostname = "Kitchen"
timezone = "Europe/Berlin"
wifi_ssid = "IEEE"
wifi_password = "password"
setup_password = "set-me-up"
wifi_country = "de"

[light]
driver = "bh1750"
`

func TestReadCard(t *testing.T) {
	c := must.Get(preseed.ReadCard(strings.NewReader(whole)))(t)
	if c.Key != "correct-horse-battery" || c.SetupPassword != "set-me-up" {
		t.Errorf("%+v", c)
	}
	s := c.Settings()
	if s.Hostname != "kitchen" || s.Timezone != "Europe/Berlin" || s.Network.SSID != "IEEE" || s.Network.Country != "DE" ||
		hex.EncodeToString(s.Network.Key) != testKey {
		t.Errorf("%+v", s)
	}
	must.Equal(t, must.Get(preseed.ReadCard(strings.NewReader("name = \"x\"\n")))(t), (preseed.Card{}), "no table")
}

func TestReadCardNamesTheKey(t *testing.T) {
	for _, row := range []struct{ name, line, key string }{
		{"a short key", `key = "secret1"`, "card.key"},
		{"a key with a blank", `key = "secret1 secret1"`, "card.key"},
		{"a name with a blank", `hostname = "my panel"`, "card.hostname"},
		{"a zone that leaves its directory", `timezone = "../etc/passwd"`, "card.timezone"},
		{"a long SSID", `wifi_ssid = "` + strings.Repeat("a", 33) + `"`, "card.wifi_ssid"},
		{"a short password", "wifi_ssid = \"a\"\nwifi_password = \"secret1\"", "card.wifi_password"},
		{"a password of no network", `wifi_password = "secret1234"`, "card.wifi_ssid"},
		{"a country by its name", "wifi_ssid = \"a\"\nwifi_country = \"Germany\"", "card.wifi_country"},
		{"a short password of the set-up", `setup_password = "secret1"`, "card.setup_password"},
		{"a number for a key", "key = 7", "card.key"},
		{"a torn line", `key = "secret1`, "line 2"},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := preseed.ReadCard(strings.NewReader("[card]\n" + row.line))
			if err == nil || !strings.Contains(err.Error(), row.key) || strings.Contains(err.Error(), "secret1") {
				t.Errorf("%v, want an error that names %s and no secret", err, row.key)
			}
		})
	}
}

// file is a file on a card whose power is cut after some writes.
type file struct {
	text   []byte
	writes int // until the power is cut
}

var errCut = errors.New("the power is cut")

func (f *file) WriteAt(p []byte, at int64) (int, error) {
	if f.writes--; f.writes < 0 {
		copy(f.text[at:], p[:len(p)/2]) // of the last one a part arrives
		return 0, errCut
	}
	return copy(f.text[at:], p), nil
}

// TestBlank: whenever the power is cut, the file can be read, and all that is no
// secret is as it was; with the power on, no secret is left in it.
func TestBlank(t *testing.T) {
	for cut := range 11 {
		f := &file{[]byte(whole), cut}
		err := preseed.Blank([]byte(whole), f, func() error { return nil })
		c, fault := preseed.ReadCard(bytes.NewReader(f.text))
		if fault != nil || c.Hostname != "Kitchen" || c.WiFiSSID != "IEEE" ||
			!strings.HasSuffix(string(f.text), "[light]\ndriver = \"bh1750\"\n") || len(f.text) != len(whole) {
			t.Errorf("cut after %d writes: %v\n%s", cut, fault, f.text)
		}
		if cut < 9 {
			if !errors.Is(err, errCut) {
				t.Errorf("cut after %d writes: %v", cut, err)
			}
			continue
		}
		for _, secret := range []string{"correct", "password\"", "set-me"} {
			if err != nil || strings.Contains(string(f.text), secret) {
				t.Errorf("%v: %q is left in\n%s", err, secret, f.text)
			}
		}
	}
}

// TestBlankAgain: what a power cut has left half blanked is blanked at the next
// start, although no line gives a secret any more.
func TestBlankAgain(t *testing.T) {
	for cut := range 9 {
		f := &file{[]byte(whole), cut}
		if err := preseed.Blank([]byte(whole), f, func() error { return nil }); !errors.Is(err, errCut) {
			t.Fatal(err)
		}
		half := bytes.Clone(f.text)
		f.writes = 100
		must.Do(t, preseed.Blank(half, f, func() error { return nil }))
		if preseed.Unblanked(f.text) || strings.Contains(string(f.text), "correct") ||
			strings.Contains(string(f.text), "password\"") {
			t.Errorf("cut after %d writes, and blanked again:\n%s", cut, f.text)
		}
	}
}

// TestBlankForms: what cannot be blanked by lines is not touched.
func TestBlankForms(t *testing.T) {
	for name, row := range map[string]struct {
		text string
		err  error
	}{
		"nothing to blank":       {"name = \"x\"\n", nil},
		"a key of another table": {"[mqtt]\nkey = \"/etc/key\"\n", nil},
		"lines of Windows":       {"[card]\r\nkey = \"12345678\"\r\nhostname = \"a\"\r\n", nil},
		"no line end":            {"[ card ] # mine\n\tkey = '12345678'", nil},
		"a table in one line":    {"card = { key = \"12345678\" }\n", preseed.ErrForm},
		"a dotted key":           {"card.key = \"12345678\"\n", preseed.ErrForm},
		"a key in quotes":        {"[card]\n\"key\" = \"12345678\"\n", preseed.ErrForm},
		"a text of many lines":   {"[card]\nkey = \"\"\"\\\n12345678\"\"\"\n", preseed.ErrForm},
	} {
		t.Run(name, func(t *testing.T) {
			f := &file{[]byte(row.text), 100}
			err := preseed.Blank([]byte(row.text), f, func() error { return nil })
			if !errors.Is(err, row.err) {
				t.Errorf("%v, want %v", err, row.err)
			}
			if row.err != nil && string(f.text) != row.text {
				t.Errorf("it has written\n%s", f.text)
			}
			if row.err == nil && strings.Contains(string(f.text), "12345678") {
				t.Errorf("a secret is left in\n%s", f.text)
			}
		})
	}
}

func TestOver(t *testing.T) {
	below := preseed.Card{Key: "oldkey00", Hostname: "old", WiFiSSID: "home", WiFiPassword: "password", WiFiHidden: true,
		WiFiCountry: "DE", SetupPassword: "set-me-up"}
	for name, row := range map[string]struct{ card, want preseed.Card }{
		"the secrets were blanked": {preseed.Card{Hostname: "old", WiFiSSID: "home", WiFiHidden: true}, below},
		"nothing":                  {preseed.Card{}, below},
		"another network": {preseed.Card{WiFiSSID: "guests"},
			preseed.Card{Key: "oldkey00", Hostname: "old", WiFiSSID: "guests", SetupPassword: "set-me-up"}},
		"another key and another password": {preseed.Card{Key: "newkey00", WiFiSSID: "home", WiFiPassword: "password2"},
			preseed.Card{Key: "newkey00", Hostname: "old", WiFiSSID: "home", WiFiPassword: "password2", WiFiCountry: "DE",
				SetupPassword: "set-me-up"}},
	} {
		must.Equal(t, row.card.Over(below), row.want, name)
	}
	text := must.Get(below.Encode())(t)
	must.Equal(t, must.Get(preseed.ReadCard(bytes.NewReader(text)))(t), below, "written and read")
}

// FuzzCard: whatever the card holds, errors are short, what is taken passes its
// own check, and blanking keeps the length and what is no secret.
func FuzzCard(f *testing.F) {
	f.Add(whole)
	f.Add("[card]\nkey = '''\n12345678'''\n[[card]]\n")
	f.Add("card.wifi_password = \"x\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := preseed.ReadCard(strings.NewReader(text))
		if err != nil {
			if len(err.Error()) > 1024 {
				t.Errorf("an error of %d characters", len(err.Error()))
			}
			return
		}
		must.Do(t, c.Check())
		file := &file{[]byte(text), 1 << 20}
		if preseed.Blank([]byte(text), file, func() error { return nil }) != nil {
			return
		}
		left, err := preseed.ReadCard(bytes.NewReader(file.text))
		if err != nil || left.Secret() {
			t.Fatalf("%v, left %v in %q", err, left.Secret(), file.text)
		}
		c.Key, c.WiFiPassword, c.SetupPassword = "", "", ""
		if fmt.Sprint(left) != fmt.Sprint(c) {
			t.Errorf("%+v became %+v", c, left)
		}
	})
}
