// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/firmware/backup"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
)

// dot is a PNG of one pixel.
var dot, _ = base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")

// boxed is a device with a data directory, of which backups are made.
type boxed struct {
	*backups
	dir   string
	anews int
}

const boxKey = "0123456789abcdef"

func newBoxed(t *testing.T) *boxed {
	t.Helper()
	b := &boxed{dir: t.TempDir()}
	quiet := slog.New(slog.DiscardHandler)
	saved := device.Fresh()
	d := device.New(device.Config{Width: 8, Height: 8}, saved, devicetest.Nowhere())
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { d.Run(ctx) })
	t.Cleanup(func() { cancel(); wg.Wait() })
	tr := newTrial(Options{Dir: b.dir, Log: quiet})
	tr.layers.File = os.DevNull
	tr.starts(func() { b.anews++ })
	must.Do(t, keys.KeepKey(b.dir, boxKey))
	cert := must.Get(door.LoadCert(b.dir, quiet))(t)
	guard := keys.New(keys.Config{Key: boxKey, KeyFile: keys.KeyFile(b.dir), KeysFile: keys.KeysFile(b.dir), Log: quiet})
	b.backups = &backups{d, icons.New(icons.Config{Dir: b.dir, Size: 8}, quiet), &data{dir: b.dir, key: boxKey, cert: cert, log: quiet, guard: guard}, tr}
	return b
}

// files returns what is in the data directory.
func (b *boxed) files(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(b.dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(b.dir, path)
		out[name] = string(text)
		return err
	})
	must.Do(t, err)
	return out
}

// TestBackupOfADevice: what was set up on one device is on the other one after it was
// restored; who the other one is changes only when that is asked for.
func TestBackupOfADevice(t *testing.T) {
	if testing.Short() && raced {
		t.Skip("scrypt is slow under the race detector")
	}
	const phrase = "correct horse"
	from := newBoxed(t)
	ctx := t.Context()
	must.Get(from.device.SetVolume(ctx, 13))(t)
	must.Do(t, from.icons.Put("door", dot))
	from.trial.own = []byte("name = \"hall\" # mine\n")
	must.Do(t, durable.WriteFile(keys.KeysFile(from.dir), []byte(`{"version":1,"keys":[]}`+"\n")))
	for _, all := range []bool{false, true} {
		o := live.BackupOptions{Keys: all, Identity: all}
		if all {
			o.Passphrase = phrase
		}
		file := must.Get(from.Make(ctx, o))(t)
		for _, secret := range []string{boxKey, from.device.Identity().Serial, "PRIVATE KEY"} {
			if c, _ := backup.Read(file, o.Passphrase); c == nil || !all && (c.Secret() || bytes.Contains(file, []byte(secret))) {
				t.Errorf("%s is in a backup without secrets", secret)
			}
		}
		to := newBoxed(t)
		was := to.device.Identity()
		if err := to.Restore(ctx, file, o); err != nil || to.anews != 1 {
			t.Fatalf("%v, %d new starts", err, to.anews)
		}
		if _, err := to.trial.begin(); err != nil { // the next start
			t.Fatal(err)
		}
		_, saved := store.Open(durable.Dir(to.dir), store.Options{Log: slog.New(slog.DiscardHandler)})
		files := to.files(t)
		if saved.Settings.Volume != 13 || files["icons/door.png"] != string(dot) || files["config/trial.toml"] != "name = \"hall\" # mine\n" {
			t.Errorf("volume %d, files %v", saved.Settings.Volume, slices.Sorted(maps.Keys(files)))
		}
		saved.Identity.Name = was.Name
		same := saved.Identity == from.device.Identity() && files["cert.pem"] == from.files(t)["cert.pem"] && files["keys.json"] != ""
		if same != all || !all && saved.Identity != was {
			t.Errorf("with all: %v, identity %+v", all, saved.Identity)
		}
	}
}

// TestBadBackupChangesNothing: whichever piece of it is wrong.
func TestBadBackupChangesNothing(t *testing.T) {
	if testing.Short() && raced {
		t.Skip("scrypt is slow under the race detector")
	}
	const phrase = "correct horse"
	good := func() *backup.Content {
		settings := must.Get(store.EncodeSettings(device.DefaultSettings))(t)
		return &backup.Content{Settings: settings, Config: []byte("name = \"x\"\n"), Icons: map[string][]byte{"door.png": dot}}
	}
	rows := []struct {
		says string
		harm func(*backup.Content)
	}{
		{"settings.json: is not a JSON object", func(c *backup.Content) { c.Settings = []byte("[]") }},
		{"settings.json: volume: 300, want 0 to 100", func(c *backup.Content) { c.Settings = []byte(`{"settings":{"volume":300}}`) }},
		{"settings.json: settings.glow: is unknown", func(c *backup.Content) { c.Settings = []byte(`{"settings":{"glow":1}}`) }},
		{"config.toml: line 1: http.addr: only the administrator's", func(c *backup.Content) { c.Config = []byte("http.addr = \":80\"\n") }},
		{"icons/door.png: icons: not valid", func(c *backup.Content) { c.Icons["door.png"] = []byte("none") }},
		{"icons/a b.png: icons: not valid: name", func(c *backup.Content) { c.Icons["a b.png"] = dot }},
		{"identity.json: | key: api: a key of 3 characters| keys.json: version 9| cert.pem: ", func(c *backup.Content) {
			c.Key, c.NamedKeys, c.Identity, c.Cert = []byte("abc"), []byte(`{"version":9}`), []byte(`7`), []byte("none")
		}},
		{"settings.json: identity: a field is missing", func(c *backup.Content) { c.Identity = []byte(`{"id":"x"}`) }},
	}
	b := newBoxed(t)
	before := b.files(t)
	for _, row := range rows {
		c := good()
		row.harm(c)
		o := live.BackupOptions{}
		if c.Secret() {
			o = live.BackupOptions{Keys: true, Identity: true, Passphrase: phrase}
		}
		file, err := backup.Write(c, o.Passphrase)
		must.Do(t, err)
		err = b.Restore(t.Context(), file, o)
		for says := range strings.SplitSeq(row.says, "|") {
			if err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(says, " ")) {
				t.Errorf("%v, want %q", err, says)
			}
		}
		if after := b.files(t); !maps.Equal(before, after) || b.anews != 0 {
			t.Errorf("%s: something has changed: %v", row.says, slices.Sorted(maps.Keys(after)))
		}
	}
	c := good()
	c.Key, c.NamedKeys = []byte("fedcba9876543210"), []byte(`{"version":1,"keys":[]}`)
	file := must.Get(backup.Write(c, phrase))(t)
	if err := b.Restore(t.Context(), file, live.BackupOptions{Passphrase: phrase}); err != nil || b.anews != 1 {
		t.Errorf("the good one: %v", err)
	}
	must.Get(b.trial.begin())(t)
	if files := b.files(t); files["key"] != before["key"] || files["keys.json"] != before["keys.json"] || files["icons/door.png"] == "" {
		t.Error("secrets are restored though nobody asked for them")
	}
}

// TestRestoreBelowAnAdministrator: what the administrator of this device has set stays, and
// the rest of the backup's configuration is tried without it.
func TestRestoreBelowAnAdministrator(t *testing.T) {
	b := newBoxed(t)
	b.trial.layers.File = filepath.Join(t.TempDir(), "admin.toml")
	must.Do(t, os.WriteFile(b.trial.layers.File, []byte("zone = \"UTC\"\n"), 0o600))
	settings, err := store.EncodeSettings(device.DefaultSettings)
	must.Do(t, err)
	file, err := backup.Write(&backup.Content{Settings: settings, Config: []byte("name = \"hall\"\nzone = \"Europe/Berlin\"\n")}, "")
	must.Do(t, err)
	if err := b.Restore(t.Context(), file, live.BackupOptions{}); err != nil || b.anews != 1 {
		t.Fatalf("%v, %d new starts", err, b.anews)
	}
	cfg, err := b.trial.begin()
	if own := string(b.trial.Text()); err != nil || cfg.Name != "hall" || cfg.Zone != "UTC" || strings.Contains(own, "Berlin") {
		t.Errorf("%v, name %q, zone %q from\n%s", err, cfg.Name, cfg.Zone, own)
	}
}

// TestRestoreOfARevokedKey: a key that was taken back since is not in force again
// without being asked for.
func TestRestoreOfARevokedKey(t *testing.T) {
	if testing.Short() && raced {
		t.Skip("scrypt is slow under the race detector")
	}
	b := newBoxed(t)
	must.Get(b.data.guard.AddKey("door", false))(t)
	o := live.BackupOptions{Keys: true, Passphrase: "correct horse"}
	file := must.Get(b.Make(t.Context(), o))(t)
	req := httptest.NewRequest("DELETE", "/live/keys/door", nil)
	req.SetBasicAuth("dev", boxKey)
	w := httptest.NewRecorder()
	server := api.New(api.Config{Device: b.device, Keys: b.data.guard, Log: b.data.log})
	if server.Handler().ServeHTTP(w, req); w.Code != http.StatusOK {
		t.Fatal(w.Code, w.Body)
	}
	before := b.files(t)
	if names := keys.RevokedKeys(nil); !errors.As(b.Restore(t.Context(), file, o), &names) || !slices.Equal(names, keys.RevokedKeys{"door"}) || !maps.Equal(b.files(t), before) {
		t.Errorf("%v, or something has changed", names)
	}
	o.Revoked = keys.RevokedDrop
	must.Do(t, b.Restore(t.Context(), file, o))
	must.Get(b.trial.begin())(t)
	if got := b.files(t)["keys.json"]; got != before["keys.json"] {
		t.Errorf("%s, want %s", got, before["keys.json"])
	}
}

// TestBackupHasTheKeyInForce: that of the file, which may have been changed since the start,
// and without the file the one that clients use.
func TestBackupHasTheKeyInForce(t *testing.T) {
	if testing.Short() && raced {
		t.Skip("scrypt is slow under the race detector")
	}
	const fresh = "fedcba9876543210"
	for _, row := range []struct {
		why  string
		do   func(dir string) error
		want string
	}{
		{"it was changed", func(dir string) error { return keys.KeepKey(dir, fresh) }, fresh},
		{"its file cannot be read", func(dir string) error {
			return errors.Join(os.Remove(keys.KeyFile(dir)), os.Mkdir(keys.KeyFile(dir), 0o700))
		}, boxKey},
	} {
		b := newBoxed(t)
		must.Do(t, row.do(b.dir))
		o := live.BackupOptions{Keys: true, Passphrase: "correct horse"}
		file, err := b.Make(t.Context(), o)
		must.Do(t, err)
		c, err := backup.Read(file, o.Passphrase)
		if err != nil || strings.TrimSpace(string(c.Key)) != row.want {
			t.Errorf("%s: %v, %q, want %q", row.why, err, c.Key, row.want)
		}
	}
}

// TestBackupTakesAllIcons: one that is made can be read, however many icons there are.
func TestBackupTakesAllIcons(t *testing.T) {
	if backup.MaxIcons < icons.MaxUser {
		t.Errorf("%d icons fit into a backup, %d onto a device", backup.MaxIcons, icons.MaxUser)
	}
}
