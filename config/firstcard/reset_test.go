// SPDX-License-Identifier: Apache-2.0

package firstcard

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/internal/must"
)

const (
	request  = "var/lib/ledpost/" + forget.Request
	identity = `{"version":2,"identity":{"id":"1","serial":"LP22","uuid":"u","name":"Kitchen"},"reserved":7}`
)

// used is a machine that somebody has used, with a card.
func used(t *testing.T) *rig {
	t.Helper()
	r := newRig(t)
	r.write(card, site)
	r.take("")
	for _, name := range []string{
		"etc/ledpost/broker-password", "etc/ledpost/config.toml.before-reset", "var/lib/ledpost/apps.json",
		"var/lib/ledpost/icons/own/door.png", "boot/firmware/._ledpost.toml", "boot/firmware/Ledpost.toml~",
		"boot/firmware/.Trash-1000/files/ledpost.txt", "boot/firmware/.Trashes/501/ledpost.txt",
		"boot/firmware/$RECYCLE.BIN/S-1-5-21/$R4K2.txt", "boot/firmware/.Spotlight-V100/Store-V2/words",
		profiles + "/by-hand.nmconnection", "etc/netplan/90-NM-12.yaml",
	} {
		r.write(name, "[connection]\ntype=wifi\n  wifis:\n# Kitchen home correct-horse p\\a=s;s\n")
	}
	r.write(profiles+"/cable", "[connection]\ntype=ethernet\n")
	r.write("var/lib/ledpost/identity.json", identity)
	return r
}

// told returns the files that hold a word of site.
func (r *rig) told() (all []string) {
	words := regexp.MustCompile("(?i)kitchen|hallway|home|correct-horse|set-me-up|Berlin|max7219")
	_ = filepath.WalkDir(r.Root, func(path string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, r.Root+"/")
		if err == nil && d.Type().IsRegular() && words.MatchString(r.read(name)) {
			all = append(all, name)
		}
		return err
	})
	return all
}

// TestReset: all goes that belongs to the service or was set for it, by whichever way it is
// asked for, and nothing that is the system's.
func TestReset(t *testing.T) {
	for _, asks := range []string{request, "boot/firmware/" + resetFile} {
		r := used(t)
		r.write(asks, "")
		r.ran.ran, r.ran.saved = nil, "11-22:802-11-wireless\n33-44:802-3-ethernet\n55-66:802-11-wireless\n"
		if told := r.told(); len(told) < 8 {
			t.Fatalf("the test has no subject: %q", told)
		}
		r.take("")
		if told := r.told(); len(told) != 0 {
			t.Errorf("%s: the owner's words are in %q", asks, told)
		}
		r.has("var/lib/ledpost/identity.json", `"serial":"LP22"`)
		r.has("etc/hostname", noName)
		r.has(profiles+"/cable", "ethernet")
		if r.read("etc/ledpost/config.toml") != "" || !there(r, "boot/firmware/config.txt") {
			t.Errorf("%s: a card would not be taken after it, or the machine does not start", asks)
		}
		deleted := "nmcli connection delete uuid 11-22\nnmcli connection delete uuid 55-66"
		if ran := strings.Join(r.ran.ran, "\n"); !strings.Contains(ran, deleted) || strings.Contains(ran, "33-44") {
			t.Errorf("%s: it ran %q", asks, r.ran.ran)
		}
		for _, name := range []string{request, asks, "run/ledpost-reset"} {
			if there(r, name) {
				t.Errorf("%s: %s is left", asks, name)
			}
		}
		r.ran.ran = nil
		if r.take(""); len(r.ran.ran) != 0 {
			t.Errorf("%s: the next start runs %q", asks, r.ran.ran)
		}
	}
}

func there(r *rig, name string) bool {
	_, err := os.Lstat(filepath.Join(r.Root, name))
	return err == nil
}

// TestResetTakesTheNameBack: the host name that somebody has given over Bluetooth goes, at whatever start the reset
// ends; one that the machine has from elsewhere stays.
func TestResetTakesTheNameBack(t *testing.T) {
	for _, row := range []struct{ why, noted, is, want string }{
		{"given over Bluetooth", "Hallway\n", "Hallway\n", noName},
		{"another one since", "Hallway\n", "attic\n", "attic"},
		{"never", "", "attic\n", "attic"},
		{"nothing noted, and no name", "", "", ""},
	} {
		r := newRig(t)
		r.write("etc/hostname", row.is)
		r.write("var/lib/ledpost/identity.json", identity)
		if row.noted != "" {
			r.write("var/lib/ledpost/"+forget.Hostname, row.noted)
		}
		r.write(request, "")
		busy := errors.New("an update has not ended")
		r.Updates = func(context.Context) error { return busy }
		r.ran.fails = "hostname"
		r.take(busy.Error())
		r.Updates, r.ran.fails = func(context.Context) error { return nil }, ""
		r.take("")
		if got := strings.TrimSpace(r.read("etc/hostname")); got != row.want || there(r, "var/lib/ledpost/"+forget.Hostname) {
			t.Errorf("%s: %q, want %q; noted: %v", row.why, got, row.want, there(r, "var/lib/ledpost/"+forget.Hostname))
		}
	}
}

// TestResetPowerCut: wherever the power fails, the next start goes on, and the identity stays.
func TestResetPowerCut(t *testing.T) {
	for left := 0; ; left++ {
		r := used(t)
		r.write("boot/firmware/"+resetFile, "")
		steps := left
		r.cut = func(string) error {
			if steps--; steps < 0 {
				return errors.New("the power has failed")
			}
			return nil
		}
		err := r.Take(t.Context())
		r.cut = nil
		if err != nil && (!there(r, request) || !strings.Contains(r.read("run/ledpost-reset"), "power")) {
			t.Fatalf("after %d steps nobody goes on, or is told: %q", left, r.read("run/ledpost-reset"))
		}
		must.Do(t, os.RemoveAll(filepath.Join(r.Root, "run")))
		r.take("")
		if told := r.told(); len(told) != 0 || there(r, request) {
			t.Errorf("after %d steps, and again, the owner's words are in %q", left, told)
		}
		r.has("var/lib/ledpost/identity.json", `"serial":"LP22"`)
		if err == nil {
			return
		}
	}
}

// TestResetOnABadCard: a card that cannot be written is not what resets a device at each
// start.
func TestResetOnABadCard(t *testing.T) {
	r := used(t)
	// As if it could not be removed.
	must.Do(t, os.MkdirAll(filepath.Join(r.Root, "boot/firmware", resetFile, "below"), 0o700))
	before := r.read("etc/ledpost/config.toml")
	for range 2 {
		r.take("nothing is reset")
	}
	if there(r, request) || r.read("etc/ledpost/config.toml") != before {
		t.Error("it is reset")
	}
}

// TestResetWithAnUpdate: what the updater still needs stays, and the reset goes on when it has
// ended.
func TestResetWithAnUpdate(t *testing.T) {
	r := used(t)
	r.write(request, "")
	busy := errors.New("an update has not ended")
	r.Updates = func(context.Context) error { return busy }
	r.take(busy.Error())
	r.has("run/ledpost-reset", busy.Error())
	if !there(r, request) {
		t.Fatal("the reset does not go on")
	}
	r.write("var/lib/ledpost/apps.json", "Kitchen, put there by a way back")
	r.Updates = func(context.Context) error { return nil }
	r.take("")
	if told := r.told(); len(told) != 0 || there(r, "run/ledpost-reset") {
		t.Errorf("the owner's words are in %q", told)
	}
}

// TestResetFollowsNoLink: the service, to whom the folder belongs, cannot make root delete or
// empty elsewhere.
func TestResetFollowsNoLink(t *testing.T) {
	for _, name := range []string{
		"apps.json", "identity.json", "identity.json.old", "icons", "device.json/identity.json",
	} {
		r := used(t)
		r.write("etc/shadow", identity)
		r.write("home/somebody/letter", "dear")
		at := filepath.Join(r.Root, "var/lib/ledpost", name)
		must.Do(t, errors.Join(os.RemoveAll(at), os.MkdirAll(filepath.Dir(at), 0o700)))
		to := "etc/shadow"
		if name == "icons" {
			to = "home/somebody"
		}
		must.Do(t, os.Symlink(filepath.Join(r.Root, to), at))
		r.write(request, "")
		r.take("")
		shadow, letter, left := r.read("etc/shadow"), r.read("home/somebody/letter"), there(r, "var/lib/ledpost/"+name)
		if shadow != identity || letter != "dear" || left {
			t.Errorf("a link as %s: %q, %q, left %v", name, shadow, letter, left)
		}
	}
}

// TestResetBeforeTheNetwork: at a start of the machine NetworkManager does not answer yet.
func TestResetBeforeTheNetwork(t *testing.T) {
	r := used(t)
	r.write(request, "")
	r.ran.fails = "nmcli"
	r.take("")
	if told := r.told(); len(told) != 0 {
		t.Errorf("the networks are in %q", told)
	}
}
