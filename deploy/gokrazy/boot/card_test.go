// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
)

// TestCard: the secrets leave the card at the first start, and hold at the next
// one; what its owner changes on the card later counts again.
func TestCard(t *testing.T) {
	dir, perm := t.TempDir(), t.TempDir()
	name := filepath.Join(dir, preseed.CardName)
	put := func(text string) {
		t.Helper()
		must.Do(t, os.WriteFile(name, []byte(text), 0o644))
	}
	start := func() preseed.Card {
		t.Helper()
		read := func(file string, _ int64) ([]byte, error) { return os.ReadFile(filepath.Join(dir, file)) }
		c, err := card(read, durable.Dir(perm))
		must.Do(t, err)
		if text, _ := os.ReadFile(name); strings.Contains(string(text), "key =") {
			must.Do(t, preseed.Take(name, durable.Dir(perm)))
		}
		return c
	}
	put("[panel]\ndriver = \"max7219\"\n[card]\nkey = \"12345678\"\nhostname = \"kitchen\"\nwifi_ssid = \"home\"\n" +
		"wifi_password = \"password\"\n")
	first := start()
	if text, _ := os.ReadFile(name); strings.Contains(string(text), "12345678") ||
		strings.Contains(string(text), "password\"") || !strings.Contains(string(text), "hostname = \"kitchen\"") {
		t.Errorf("the card has\n%s", text)
	}
	if info, err := os.Stat(filepath.Join(perm, preseed.KeptCard)); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the file with the secrets: %v, %v", info, err)
	}
	if second := start(); second != first || second.Key != "12345678" || second.WiFiPassword != "password" {
		t.Errorf("at the second start %+v, at the first %+v", second, first)
	}
	put("[card]\nkey = \"another-key\"\nwifi_ssid = \"guests\"\n")
	if third := start(); third.Key != "another-key" || third.WiFiSSID != "guests" || third.WiFiPassword != "" ||
		third.Hostname != "kitchen" {
		t.Errorf("after a change on the card %+v", third)
	}
	put("[card]\nkey = \"short\"\n")
	read := func(file string, _ int64) ([]byte, error) { return os.ReadFile(filepath.Join(dir, file)) }
	if c, err := card(read, durable.Dir(perm)); err == nil || c.Key != "another-key" {
		t.Errorf("a key that is too short: %+v, %v; want what was there and an error", c, err)
	}
	must.Do(t, os.Remove(name))
	if c := start(); c.Key != "another-key" {
		t.Errorf("without the file %+v", c)
	}
}
