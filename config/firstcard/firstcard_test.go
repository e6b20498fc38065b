// SPDX-License-Identifier: Apache-2.0

package firstcard

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/internal/must"
)

const (
	site = `# Written by the page of ledpost.
[panel]
driver = "max7219"
modules = 5

[card]
key = "correct-horse-battery"
hostname = "Kitchen"
timezone = "Europe/Berlin"
wifi_ssid = "home"
wifi_password = " p\\a=s;s"
wifi_country = "DE"
setup_password = "set-me-up"
`
	packaged = "# name = \"ledpost\"\n[panel]\n# driver = \"max7219\"\n"
)

// commands notes what was run; fails makes one fail.
type commands struct {
	ran   []string
	fails string
	saved string // what NetworkManager says of its networks
}

func (c *commands) Run(_ context.Context, name string, args ...string) (string, error) {
	c.ran = append(c.ran, strings.Join(append([]string{name}, args...), " "))
	if all := append([]string{name}, args...); slices.Contains(all, c.fails) {
		return "", errors.New(c.fails + " fails")
	}
	if name == "nmcli" && args[len(args)-1] == "show" {
		return c.saved, nil
	}
	return "", nil
}

// rig is a machine in a folder, with the files of the package.
type rig struct {
	*Machine
	*testing.T
	ran *commands
}

func newRig(t *testing.T) *rig {
	t.Helper()
	ran := &commands{}
	r := &rig{Here("/var/lib/ledpost", ran, usable, func() (int, int, error) { return os.Getuid(), os.Getgid(), nil },
		func(context.Context) error { return nil }), t, ran}
	r.Root = t.TempDir()
	for _, name := range []string{"boot/firmware/config.txt", "usr/share/zoneinfo/Europe/Berlin",
		"usr/share/zoneinfo/Etc/UTC", "usr/bin/raspi-config", profiles + "/README", "var/lib/README"} {
		r.write(name, "")
	}
	r.write("etc/ledpost/config.toml", packaged)
	r.write("etc/hosts", "127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n")
	return r
}

// usable refuses one panel, as package config does.
func usable(text []byte) error {
	if bytes.Contains(text, []byte("no-such-panel")) {
		return errors.New("line 2: panel.driver: no such panel")
	}
	return toml.Unmarshal(text, new(map[string]any))
}

func (r *rig) write(name, text string) {
	r.Helper()
	file := filepath.Join(r.Root, name)
	must.Do(r, errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)))
}

func (r *rig) read(name string) string {
	text, _ := os.ReadFile(filepath.Join(r.Root, name))
	return string(text)
}

// take is a start; wrong is a word of its error, "" = none.
func (r *rig) take(wrong string) {
	r.Helper()
	err := r.Take(r.Context())
	if (err == nil) != (wrong == "") || err != nil && !strings.Contains(err.Error(), wrong) {
		r.Errorf("%v, want an error with %q", err, wrong)
	}
}

func (r *rig) has(name string, words ...string) {
	r.Helper()
	for _, word := range words {
		if text := r.read(name); !strings.Contains(text, word) {
			r.Errorf("%s lacks %q:\n%s", name, word, text)
		}
	}
}

const card = "boot/firmware/" + preseed.CardName

// TestTake: everything that the page writes comes to where the machine reads it, and no
// secret is left where another computer reads it.
func TestTake(t *testing.T) {
	r := newRig(t)
	r.write(card, site)
	r.take("")
	r.has("etc/ledpost/config.toml", "driver = \"max7219\"\nmodules = 5\n")
	r.has("etc/hostname", "kitchen\n")
	r.has("etc/hosts", "localhost\n127.0.1.1\tkitchen\n")
	r.has("etc/timezone", "Europe/Berlin\n")
	r.has(profile, "ssid=104;111;109;101;\n", "psk=\\sp\\\\a=s;s\n", "key-mgmt=wpa-psk\n")
	r.has("var/lib/ledpost/key", "correct-horse-battery\n")
	r.has("var/lib/ledpost/setup-password", "set-me-up\n")
	r.has(card, "hostname = \"Kitchen\"\n", "modules = 5\n")
	if link, err := os.Readlink(filepath.Join(r.Root, "etc/localtime")); link != "/usr/share/zoneinfo/Europe/Berlin" {
		t.Errorf("the zone is %s, %v", link, err)
	}
	for _, name := range []string{card, "etc/ledpost/config.toml"} {
		if text := r.read(name); strings.Contains(text, "correct") || strings.Contains(text, "a=s;s") ||
			strings.Contains(text, "set-me") {
			t.Errorf("%s shows a secret:\n%s", name, text)
		}
	}
	for name, mode := range map[string]os.FileMode{"etc/ledpost/config.toml": 0o644, profile: 0o600,
		"var/lib/ledpost": 0o700, "var/lib/ledpost/key": 0o600, "var/lib/ledpost-card/card.toml": 0o600} {
		if info, err := os.Stat(filepath.Join(r.Root, name)); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v, want mode %v", name, info.Mode(), err, mode)
		}
	}
	want := []string{"systemd-run --wait --collect --quiet hostname kitchen",
		"systemd-run --wait --collect --quiet raspi-config nonint do_wifi_country DE", "nmcli connection reload"}
	if !strings.Contains(strings.Join(r.ran.ran, "\n"), want[2]) ||
		r.ran.ran[0] != want[0] || r.ran.ran[1] != want[1] {
		t.Errorf("it ran %q", r.ran.ran)
	}
}

// TestTakeOnce: what somebody changes on the machine later stays over its starts; a card
// that somebody changes counts again, over the password that was kept.
func TestTakeOnce(t *testing.T) {
	r := newRig(t)
	r.write(card, site)
	r.take("")
	r.write("var/lib/ledpost/key", "a-new-key")
	r.ran.ran = nil
	r.take("")
	if len(r.ran.ran) > 0 || r.read("var/lib/ledpost/key") != "a-new-key" {
		t.Errorf("the second start ran %q, and the key is %s", r.ran.ran, r.read("var/lib/ledpost/key"))
	}
	r.write(card, strings.Replace(r.read(card), "modules = 5", "modules = 8", 1))
	r.take("")
	r.has("etc/ledpost/config.toml", "modules = 8\n")
	r.has(profile, "psk=\\sp\\\\a=s;s\n")
}

// TestTakeWhatIsRight: the parts stand for themselves, and a wrong one is told once.
func TestTakeWhatIsRight(t *testing.T) {
	for name, row := range map[string]struct {
		text, wrong string
		do          func(*rig)
	}{
		"a panel that nobody knows": {strings.Replace(site, "max7219", "no-such-panel", 1), "panel.driver", func(r *rig) {
			r.has("etc/hostname", "kitchen")
			r.has("etc/ledpost/config.toml", packaged)
		}},
		"a bad host name": {strings.Replace(site, "Kitchen", "my panel", 1), "card.hostname", func(r *rig) {
			r.has("etc/ledpost/config.toml", "modules = 5")
			r.has("etc/hosts", "raspberrypi")
		}},
		"no TOML at all": {"panel driver\n", preseed.CardName, func(r *rig) { r.has("etc/ledpost/config.toml", packaged) }},
		"an odd form": {"card.key = \"12345678\"\n[panel]\ndriver = \"max7219\"\n", "separate line", func(r *rig) {
			r.has("etc/ledpost/config.toml", "driver = \"max7219\"")
			r.has("var/lib/ledpost/key", "12345678\n")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.write(card, row.text)
			r.take(row.wrong)
			row.do(r)
		})
	}
}

// TestByHand: a configuration that an administrator has written stays.
func TestByHand(t *testing.T) {
	r := newRig(t)
	r.write("etc/ledpost/config.toml", "name = \"mine\"\n")
	r.write(card, site)
	r.take("written by hand")
	r.has("etc/ledpost/config.toml", "name = \"mine\"\n")
	r.has("etc/hostname", "kitchen\n")
	r.take("") // told once
}

// TestFaults: what the machine refuses is tried again at the next start.
func TestFaults(t *testing.T) {
	r := newRig(t)
	r.write("boot/"+preseed.CardName, "[card]\nhostname = \"kitchen\"\n") // Raspberry Pi OS 11
	r.ran.fails = "hostname"
	r.take("host name")
	r.ran.fails = ""
	r.take("")
	if len(r.ran.ran) != 2 {
		t.Errorf("it ran %q", r.ran.ran)
	}
	r.take("")
	if len(r.ran.ran) != 2 || r.read("etc/ledpost/config.toml") != packaged {
		t.Errorf("once more: it ran %q, the configuration is\n%s", r.ran.ran, r.read("etc/ledpost/config.toml"))
	}
}

// TestNoLinks: the service, to whom the folder belongs, cannot make root write elsewhere.
func TestNoLinks(t *testing.T) {
	r := newRig(t)
	r.write("etc/shadow", "root")
	must.Do(t, os.MkdirAll(filepath.Join(r.Root, "var/lib/ledpost/key.tmp"), 0o700))
	must.Do(t,
		os.Symlink(filepath.Join(r.Root, "etc/shadow"), filepath.Join(r.Root, "var/lib/ledpost/setup-password.tmp")))
	must.Do(t, os.Symlink(filepath.Join(r.Root, "etc/shadow"), filepath.Join(r.Root, "var/lib/ledpost/key")))
	r.write(card, site)
	_ = r.Take(t.Context())
	r.has("etc/shadow", "root")
	if strings.Contains(r.read("etc/shadow"), "correct") || r.read("var/lib/ledpost/setup-password") != "set-me-up\n" {
		t.Errorf("shadow is %q, the password %q", r.read("etc/shadow"), r.read("var/lib/ledpost/setup-password"))
	}
}
