// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/firmware/backup"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// dot is a PNG of one pixel.
var dot,
	_ = base64.StdEncoding.DecodeString(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")

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
	must.Run(t, d.Run)
	tr := newTrial(Options{Dir: b.dir, Log: quiet})
	tr.layers.File = os.DevNull
	tr.starts(func() { b.anews++ })
	must.Do(t, keys.KeepKey(b.dir, boxKey))
	cert := must.Get(door.LoadCert(b.dir, quiet))(t)
	guard := keys.New(keys.Config{Key: boxKey, KeyFile: keys.KeyFile(b.dir), KeysFile: keys.KeysFile(b.dir), Log: quiet})
	b.backups = &backups{d, icons.New(icons.Config{Dir: b.dir, Size: 8}, quiet), &others.New(kit.Env{Dir: b.dir}).Studio,
		&data{dir: b.dir, key: boxKey, cert: cert, log: quiet, guard: guard}, tr}
	return b
}

// restores looks at the preview, which fails where the restore does and changes nothing, and
// restores the file.
func (b *boxed) restores(t *testing.T, file []byte, o live.BackupOptions) error {
	t.Helper()
	before := b.files(t)
	preview, seen := b.Preview(t.Context(), file, o)
	if !maps.Equal(b.files(t), before) || b.anews != 0 {
		t.Error("the preview has changed something")
	}
	tried, err := b.Restore(t.Context(), file, o)
	if asks := errors.As(err, new(keys.RevokedKeys)); asks && seen == nil && len(preview.Revoked) > 0 {
		return err
	}
	if (seen == nil) != (err == nil) || err == nil && tried != preview.Trial {
		t.Errorf("the preview says %+v, %v; the restore %v, %v", preview, seen, tried, err)
	}
	return err
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
	testtool.Sequential(t) // scrypt is slow under the race detector
	const phrase = "correct horse"
	from := newBoxed(t)
	ctx := t.Context()
	must.Get(from.device.SetVolume(ctx, 13))(t)
	must.Do(t, from.icons.Put("door", dot))
	must.Do(t, from.apps.Shelf.Put("dice", []byte("x = 1")))
	from.trial.own = []byte("name = \"hall\" # mine\n")
	must.Do(t, durable.WriteFile(keys.KeysFile(from.dir), []byte(`{"version":1,"keys":[]}`+"\n")))
	for _, all := range []bool{false, true} {
		o := live.BackupOptions{Keys: all, Identity: all}
		if all {
			o.Passphrase = phrase
		}
		file := must.Get(from.Make(ctx, o))(t)
		for _, secret := range []string{boxKey, from.device.Identity().Serial, "PRIVATE KEY"} {
			if c, _ := backup.Read(file, o.Passphrase); c == nil ||
				!all && (c.Secret() || bytes.Contains(file, []byte(secret))) {
				t.Errorf("%s is in a backup without secrets", secret)
			}
		}
		to := newBoxed(t)
		was := to.device.Identity()
		if err := to.restores(t, file, o); err != nil || to.anews != 1 {
			t.Fatalf("%v, %d new starts", err, to.anews)
		}
		if _, err := to.trial.begin(); err != nil { // the next start
			t.Fatal(err)
		}
		_, saved := store.Open(durable.Dir(to.dir), store.Options{Log: slog.New(slog.DiscardHandler)})
		files := to.files(t)
		if saved.Settings.Volume != 13 || files["icons/door.png"] != string(dot) || files["scripts/dice.star"] != "x = 1" ||
			files["config/trial.toml"] != "name = \"hall\" # mine\n" {
			t.Errorf("volume %d, files %v", saved.Settings.Volume, slices.Sorted(maps.Keys(files)))
		}
		saved.Identity.Name = was.Name
		same := saved.Identity == from.device.Identity() && files["cert.pem"] == from.files(t)["cert.pem"] &&
			files["keys.json"] != ""
		if same != all || !all && saved.Identity != was {
			t.Errorf("with all: %v, identity %+v", all, saved.Identity)
		}
	}
}

// TestBadBackupChangesNothing: whichever piece of it is wrong.
func TestBadBackupChangesNothing(t *testing.T) {
	testtool.Sequential(t) // scrypt is slow under the race detector
	const phrase = "correct horse"
	good := func() *backup.Content {
		settings := must.Get(store.EncodeSettings(device.DefaultSettings))(t)
		return &backup.Content{Settings: settings, Config: []byte("name = \"x\"\n"),
			Icons: map[string][]byte{"door.png": dot}}
	}
	rows := []struct {
		says string
		harm func(*backup.Content)
	}{
		{"settings.json: is not a JSON object", func(c *backup.Content) { c.Settings = []byte("[]") }},
		{"settings.json: volume: 300, want 0 to 100", func(c *backup.Content) {
			c.Settings = []byte(`{"settings":{"volume":300}}`)
		}},
		{"settings.json: settings.glow: is unknown", func(c *backup.Content) {
			c.Settings = []byte(`{"settings":{"glow":1}}`)
		}},
		{"config.toml: line 1: http.addr: only the administrator's", func(c *backup.Content) {
			c.Config = []byte("http.addr = \":80\"\n")
		}},
		{"icons/door.png: icons: not valid", func(c *backup.Content) { c.Icons["door.png"] = []byte("none") }},
		{`scripts/A.star: "A": want 1 to 32`, func(c *backup.Content) { c.Scripts = map[string][]byte{"A.star": nil} }},
		{`scripts/a.py: "a.py" does not end`, func(c *backup.Content) { c.Scripts = map[string][]byte{"a.py": nil} }},
		{"apps by others: gallery: it is no list", func(c *backup.Content) { c.Installed = []byte("x\n") }},
		{"apps by others: consent.json: it is not JSON", func(c *backup.Content) { c.Said = []byte("x") }},
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
		file := must.Get(backup.Write(c, o.Passphrase))(t)
		err := b.restores(t, file, o)
		for says := range strings.SplitSeq(row.says, "|") {
			must.Fail(t, err, strings.TrimPrefix(says, " "))
		}
		if after := b.files(t); !maps.Equal(before, after) || b.anews != 0 {
			t.Errorf("%s: something has changed: %v", row.says, slices.Sorted(maps.Keys(after)))
		}
	}
	c := good()
	c.Key, c.NamedKeys = []byte("fedcba9876543210"), []byte(`{"version":1,"keys":[]}`)
	file := must.Get(backup.Write(c, phrase))(t)
	if err := b.restores(t, file, live.BackupOptions{Passphrase: phrase}); err != nil || b.anews != 1 {
		t.Errorf("the good one: %v", err)
	}
	must.Get(b.trial.begin())(t)
	if files := b.files(t); files["key"] != before["key"] || files["keys.json"] != before["keys.json"] ||
		files["icons/door.png"] == "" {
		t.Error("secrets are restored though nobody asked for them")
	}
}

// TestRestoreBelowAnAdministrator: what the administrator of this device has set stays, and
// the rest of the backup's configuration is tried without it.
func TestRestoreBelowAnAdministrator(t *testing.T) {
	b := newBoxed(t)
	b.trial.layers.File = filepath.Join(t.TempDir(), "admin.toml")
	must.Do(t, os.WriteFile(b.trial.layers.File, []byte("zone = \"UTC\"\n"), 0o600))
	settings := must.Get(store.EncodeSettings(device.DefaultSettings))(t)
	file, err := backup.Write(
		&backup.Content{Settings: settings, Config: []byte("name = \"hall\"\nzone = \"Europe/Berlin\"\n")}, "")
	must.Do(t, err)
	if err := b.restores(t, file, live.BackupOptions{}); err != nil || b.anews != 1 {
		t.Fatalf("%v, %d new starts", err, b.anews)
	}
	cfg, err := b.trial.begin()
	if own := string(b.trial.Text()); err != nil || cfg.Name != "hall" || cfg.Zone != "UTC" ||
		strings.Contains(own, "Berlin") {
		t.Errorf("%v, name %q, zone %q from\n%s", err, cfg.Name, cfg.Zone, own)
	}
}

// TestPreviewOfARestore names what would be replaced, and says whether it may lock out.
func TestPreviewOfARestore(t *testing.T) {
	testtool.Sequential(t) // scrypt is slow under the race detector
	b := newBoxed(t)
	must.Do(t, b.icons.Put("door", dot))
	must.Do(t, b.apps.Shelf.Put("bus", nil))
	said := filepath.Join(b.dir, others.Folder, others.ConsentFile)
	must.Do(t, os.WriteFile(said, []byte(`{"bus":{"allowed":[{"host":"a.example"}]}}`), 0o600))
	b.trial.own = []byte("name = \"hall\"\n")
	must.Get(b.data.guard.AddKey("bell", false))(t)
	settings := device.DefaultSettings
	settings.Volume, settings.Mode = 13, device.KioskMode
	text := must.Get(store.EncodeSettings(settings))(t)
	for _, row := range []struct {
		why     string
		content backup.Content
		o       live.BackupOptions
		want    string
	}{
		{"settings alone", backup.Content{Settings: text}, live.BackupOptions{},
			`"name":{"now":"hall","next":"hall"},"apps":{"now":null,"next":null},"settings":["mode","volume"],"icons":{},` +
				`"trial":false}`},
		{"the same",
			backup.Content{Settings: must.Get(store.EncodeSettings(device.DefaultSettings))(t),
				Config: []byte("name = \"hall\"\n")},
			live.BackupOptions{}, `"icons":{},"trial":false}`},
		{"icons", backup.Content{Settings: text, Icons: map[string][]byte{"door.png": dot, "lamp.png": dot}},
			live.BackupOptions{}, `"icons":{"added":["lamp"]},"trial":false}`},
		{"own apps", backup.Content{Settings: text, Scripts: map[string][]byte{"dice.star": []byte("x")}},
			live.BackupOptions{}, `"icons":{},"scripts":{"added":["dice"]},"hosts":{"dice":[]},"trial":false}`},
		{"own apps with a word about them", backup.Content{Settings: text, Scripts: map[string][]byte{"dice.star": []byte("x")},
			Said: []byte(`{"dice":{"allowed":[{"host":"a.example"},{"host":"nas","address":"10.0.0.2"}]}}`)},
			live.BackupOptions{}, `"scripts":{"added":["dice"]},"hosts":{"dice":["a.example"]},"trial":false}`},
		{"another program of an own app", backup.Content{Settings: text, Scripts: map[string][]byte{"bus.star": []byte("x")}},
			live.BackupOptions{}, `"icons":{},"scripts":{"replaced":["bus"]},"hosts":{"bus":[]},"trial":false}`},
		{"another configuration", backup.Content{Settings: text, Config: []byte("name = \"attic\"\nzone = \"UTC\"\n")},
			live.BackupOptions{},
			`"name":{"now":"hall","next":"attic"},"apps":{"now":null,"next":null},"settings":["mode","volume"],` +
				`"config":["name","zone"],"icons":{},"trial":true}`},
		{"keys", backup.Content{Settings: text, NamedKeys: []byte(`{"version":1,"keys":[]}`)},
			live.BackupOptions{Keys: true, Passphrase: "correct horse"}, `"keys":{"now":["bell"],"next":null},"trial":true}`},
		{"the own key", backup.Content{Settings: text, Key: []byte("fedcba9876543210")},
			live.BackupOptions{Keys: true, Passphrase: "correct horse"}, `"icons":{},"own":true,"trial":true}`},
		{"the same own key", backup.Content{Settings: text, Key: []byte(boxKey + "\n")},
			live.BackupOptions{Keys: true, Passphrase: "correct horse"}, `"icons":{},"trial":true}`},
		{"keys that stay", backup.Content{Settings: text, NamedKeys: []byte(`{"version":1,"keys":[]}`)},
			live.BackupOptions{Passphrase: "correct horse"}, `"icons":{},"trial":false}`},
	} {
		before := b.files(t)
		file := must.Get(backup.Write(&row.content, row.o.Passphrase))(t)
		p, err := b.Preview(t.Context(), file, row.o)
		if got := string(must.Get(json.Marshal(p))(t)); err != nil || !strings.HasSuffix(got, row.want) {
			t.Errorf("%s: %v\n%s\nwant … %s", row.why, err, got, row.want)
		}
		if !maps.Equal(b.files(t), before) || b.anews != 0 {
			t.Errorf("%s: it has changed something", row.why)
		}
	}
	if _, err := b.data.guard.AddKey("after", false); err != nil {
		t.Errorf("after a preview no key can be made: %v", err)
	}
}

// TestKeysAreOnTrial: a restore that brings other keys goes back by itself, also over a power
// cut, unless somebody who has one of them confirms. The configuration stays, or there is none.
func TestKeysAreOnTrial(t *testing.T) {
	testtool.Sequential(t) // scrypt is slow under the race detector
	for _, row := range []struct {
		why    string
		config []byte
		then   func(*trial) error
		want   string // the key then
	}{
		{"confirmed", nil, (*trial).Confirm, "fedcba9876543210"},
		{"confirmed, with a configuration", []byte("name = \"hall\"\n"), (*trial).Confirm, "fedcba9876543210"},
		{"a power cut", nil, func(*trial) error { return nil }, boxKey},
		{"given up", nil, (*trial).Return, boxKey},
	} {
		b := newBoxed(t)
		if row.config != nil {
			must.Do(t, durable.WriteFile(filepath.Join(b.dir, "config", "config.toml"), row.config))
		}
		must.Get(b.trial.begin())(t)
		c := &backup.Content{Settings: must.Get(store.EncodeSettings(device.DefaultSettings))(t),
			Key: []byte("fedcba9876543210"), NamedKeys: []byte(`{"version":1,"keys":[]}`)}
		o := live.BackupOptions{Keys: true, Passphrase: "correct horse"}
		must.Do(t, b.restores(t, must.Get(backup.Write(c, o.Passphrase))(t), o))
		must.Get(b.trial.begin())(t) // the next start
		if s := b.trial.State(); !s.Trial || strings.TrimSpace(b.files(t)["key"]) != "fedcba9876543210" {
			t.Fatalf("%s: %+v", row.why, s)
		}
		must.Do(t, row.then(b.trial))
		must.Get(b.trial.begin())(t)
		if got := strings.TrimSpace(b.files(t)["key"]); got != row.want || !bytes.Equal(b.trial.Text(), row.config) ||
			b.trial.State().Trial {
			t.Errorf("%s: the key %q, want %q; the configuration %q", row.why, got, row.want, b.trial.Text())
		}
	}
}

// TestSenderStaysIn: whoever restores other keys reaches the device afterwards with the one
// that sent the backup, named or the device's own.
func TestSenderStaysIn(t *testing.T) {
	testtool.Sequential(t) // scrypt is slow under the race detector
	for _, row := range []struct{ why, kept, named string }{
		{"a named key", `{"version":1,"keys":[]}`, "claimed"},
		{"name of another one",
			`{"version":1,"keys":[{"name":"claimed","scope":"read","sha256":"` + strings.Repeat("0", 64) + `"}]}`, "claimed-2"},
		{"the own key", `{"version":1,"keys":[]}`, "before-restore"},
	} {
		b := newBoxed(t)
		key := boxKey
		if row.named != "before-restore" {
			key = must.Get(b.data.guard.AddKey("claimed", true))(t)
		}
		req := httptest.NewRequest("POST", "/live/backup", nil)
		req.SetBasicAuth("dev", key)
		c := &backup.Content{Settings: must.Get(store.EncodeSettings(device.DefaultSettings))(t),
			Key: []byte("fedcba9876543210"), NamedKeys: []byte(row.kept)}
		o := live.BackupOptions{Keys: true, Passphrase: "correct horse", Sender: b.data.guard.Of(req)}
		must.Do(t, b.restores(t, must.Get(backup.Write(c, o.Passphrase))(t), o))
		must.Get(b.trial.begin())(t)
		own := must.Get(keys.LoadKey(b.dir, ""))(t)
		next := keys.New(keys.Config{Key: own, KeyFile: keys.KeyFile(b.dir), KeysFile: keys.KeysFile(b.dir), Log: b.data.log})
		if held := next.Of(req); own != "fedcba9876543210" || held == nil || held.Name != row.named ||
			held.Scope != keys.ScopeAll {
			t.Errorf("%s: %+v", row.why, held)
		}
	}
}

// TestRestoreOfARevokedKey: a key that was taken back since is not in force again
// without being asked for.
func TestRestoreOfARevokedKey(t *testing.T) {
	testtool.Sequential(t) // scrypt is slow under the race detector
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
	if names := keys.RevokedKeys(nil); !errors.As(b.restores(t, file, o), &names) ||
		!slices.Equal(names, keys.RevokedKeys{"door"}) || !maps.Equal(b.files(t), before) {
		t.Errorf("%v, or something has changed", names)
	}
	o.Revoked = keys.RevokedDrop
	must.Do(t, b.restores(t, file, o))
	must.Get(b.trial.begin())(t)
	must.Equal(t, b.files(t)["keys.json"], before["keys.json"])
}

// TestBackupHasTheKeyInForce: that of the file, which may have been changed since the start,
// and without the file the one that clients use.
func TestBackupHasTheKeyInForce(t *testing.T) {
	testtool.Sequential(t) // scrypt is slow under the race detector
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
		file := must.Get(b.Make(t.Context(), o))(t)
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
